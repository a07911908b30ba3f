import Hummingbird

extension SignInForm {
  /// Processes the form, whose body has not been read.
  func response(to request: SignInRequest) async throws -> Response {
    switch self {
    case .setUp: try await SignInForms.setUp(request)
    case .signUp: try await SignInForms.signUp(request)
    case .signIn: try await SignInForms.signIn(request)
    case .signOut: await SignInForms.signOut(request)
    }
  }
}
