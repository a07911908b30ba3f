import HTTPTypes
import Hummingbird
import HummingbirdTesting
import StatePages
import StatePagesTesting
import StateViews

@testable import Departures

/// A visitor of an app whose time stands still at noon.
struct Visitor {
  typealias Answer = (status: Int, location: String?, page: HTMLElement?)
  static let departures = Departure.hour(of: .tram, after: 43_200)
  static let form = "/departures/\(departures[0])"
  let clock = ManualClock()
  let app: DeparturesApp
  /// The cookie of a new session.
  var cookie: String {
    var response = Response(status: .seeOther)
    app.sessions.begin(for: "12345678", in: &response, for: .unknown)
    return String(response.headers[.setCookie]?.prefix { $0 != ";" } ?? "")
  }

  init(_ answers: [TransportOperator: any StatefulContent<[Departure]>] = [:]) throws {
    app = try DeparturesApp(root: ".", now: { 43_200 }, clock: clock) {
      answers[$0] ?? Loader(failed: Failure(.sourceFailed))
    }
  }

  /// Sends a request through middleware and routes, without a port. A form without an origin may be forged: 403.
  func send(_ uri: String, form: String? = nil, cookie: String = "") async throws -> Answer {
    let type = "application/x-www-form-urlencoded"
    let headers: HTTPFields = [.contentType: type, .cookie: cookie, .origin: "http://localhost"]
    let body = ByteBuffer(string: form ?? "")
    let response = try await Application(responder: try app.router().buildResponder()).test(.router) {
      try await $0.execute(uri: uri, method: form == nil ? .get : .post, headers: headers, body: body)
    }
    let html = String(buffer: response.body)
    return (response.status.code, response.headers[.location], html.isEmpty ? nil : try HTMLReader.page(html))
  }
}
