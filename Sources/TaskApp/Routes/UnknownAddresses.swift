import Hummingbird
import StatePages
import StateViews

/// Tells of an address that is nobody's in the frame of whoever asks, which no route has settled then.
struct UnknownAddresses: RouterMiddleware {
  let app: TaskApp

  func handle(
    _ request: Request, context: AppContext, next: (Request, AppContext) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch let error as HTTPError where error.status == .notFound {
      app.pages.expectsPage()
      return await Arrival(app: app, request: request, context: context).inquiry().problem(.unknownAddress)
    }
  }
}

extension Arrival {
  /// A visit where somebody has signed in; where that cannot be told, nobody has.
  fileprivate func inquiry() async -> any Inquiry {
    do {
      switch try await access() {
      case .granted(let reader): return Visit(arrival: self, reader: reader)
      case .signedOut: return self
      }
    } catch {
      return self
    }
  }
}
