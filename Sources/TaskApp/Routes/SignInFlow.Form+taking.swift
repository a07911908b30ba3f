import Hummingbird

extension SignInFlow.Form {
  /// Takes the form; the body is not read yet.
  func response(to request: AnonymousRequest) async throws -> Response {
    switch self {
    case .setUp: try await SetUpPage.setUp(request)
    case .signUp: try await SignUpPage.signUp(request)
    case .signIn: try await SignInPage.signIn(request)
    case .signOut: await SignInPage.signOut(request)
    }
  }
}
