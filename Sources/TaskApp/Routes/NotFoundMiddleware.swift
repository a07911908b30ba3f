import Hummingbird
import StatePages
import StateViews

/// Renders 404s in the signed-in layout where the client is signed in. Without a route, access has not been determined yet.
struct NotFoundMiddleware: RouterMiddleware {
  let app: TaskApp

  func handle(
    _ request: Request, context: AppContext, next: (Request, AppContext) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch let error as HTTPError where error.status == .notFound {
      app.pages.expectsPage()
      return await AnonymousRequest(app: app, http: request, context: context).identified().problem(.unknownAddress)
    }
  }
}

extension AnonymousRequest {
  /// The signed-in request, if there is a session; otherwise, or if the session can't be read, this request.
  fileprivate func identified() async -> any AppRequest {
    do {
      switch try await access() {
      case .granted(let reader): return SignedInRequest(anonymous: self, reader: reader)
      case .signedOut: return self
      }
    } catch {
      return self
    }
  }
}
