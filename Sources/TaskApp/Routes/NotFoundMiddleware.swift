import Hummingbird
import StatePages
import StateViews

/// Tells of an address that is nobody's in the frame of whoever asks, which no route has settled then.
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
  /// A visit where somebody has signed in; where that cannot be told, nobody has.
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
