import Hummingbird
import StatePages
import StateViews

extension AnonymousRequest {
  /// The response to an address without a route: a 404 in the signed-in layout if the client is signed in. Without a route, access has
  /// not been determined yet.
  func unknownAddress() async -> Response {
    await identified().problem(.unknownAddress)
  }

  /// The signed-in request, if there is a session; otherwise, or if the session can't be read, this request.
  private func identified() async -> any AppRequest {
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
