import Hummingbird

extension SignInForm {
  /// Processes the form, whose body has not been read.
  func response(to request: SignInRequest) async throws -> Response {
    switch self {
    case .setUp: try await SetUpPage.setUp(request)
    case .signUp: try await SignUpPage.signUp(request)
    case .signIn: try await SignInPage.signIn(request)
    case .signOut: await SignInPage.signOut(request)
    }
  }
}
