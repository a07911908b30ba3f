import Foundation
import HTTPTypes
import Hummingbird
import Logging
import TaskApp

struct ServedRequest: Sendable {
  let method: Method
  /// The pattern of the route, such as `/lists/{id}`, and never the path: that may have secrets, and there are too many. `none` for
  /// addresses without a route.
  let route: String
  let status: Int
  /// The time from the head of the request to the last byte of the response.
  let duration: Duration

  /// A method; the rest of them count as one.
  enum Method: String, Sendable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
    case other

    init(_ method: HTTPRequest.Method) { self = Method(rawValue: method.rawValue) ?? .other }
  }

  /// In whole milliseconds.
  var milliseconds: Int { Int(duration / .milliseconds(1)) }
}

/// Reports each request once its response is sent, or the client has gone.
struct MeteredResponder<Base: HTTPResponder>: HTTPResponder where Base.Context: RequestContext {
  let base: Base
  let report: @Sendable (ServedRequest, Logger) -> Void

  func respond(to request: Request, context: Base.Context) async throws -> Response {
    let began = ContinuousClock.now
    let method = ServedRequest.Method(request.method)
    let report: @Sendable (Int) -> Void = { [report] status in
      // Hummingbird names the handler of unknown addresses `NotFound`.
      let route = context.endpointPath.flatMap { $0.hasPrefix("/") ? $0 : nil }
      report(
        ServedRequest(method: method, route: route ?? "none", status: status, duration: ContinuousClock.now - began),
        context.logger)
    }
    do {
      var response = try await base.respond(to: request, context: context)
      let (body, status) = (response.body, response.status.code)
      response.body = ResponseBody(contentLength: body.contentLength) { writer in
        defer { report(status) }
        try await body.write(writer)
      }
      return response
    } catch {
      report(500)
      throw error
    }
  }
}

extension ServeSettings {
  /// What happens with each request that was served: it is counted, and logged.
  func reports(to app: TaskApp) -> @Sendable (ServedRequest, Logger) -> Void {
    let (hasMetrics, log) = (metrics != nil, AccessLog(share: log.requests))
    return { request, logger in
      if hasMetrics { ServerMetrics.shared.count(request) }
      log.log(request, logger)
      if request.duration >= AccessLog.slow { app.note(request.slow) }
    }
  }
}

extension ServedRequest {
  /// The request as the operator's page tells it.
  fileprivate var slow: SlowRequest {
    SlowRequest(method: method.rawValue, route: route, status: status, duration: duration, at: .now)
  }
}
