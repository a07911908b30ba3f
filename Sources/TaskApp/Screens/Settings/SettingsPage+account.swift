import HTTPTypes
import Hummingbird
import StatePages
import StateViews
import Tasks

/// Actions that require the password.
extension SettingsPage {
  /// `POST /settings/password`
  static func changePassword(_ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    guard let cookie = request.anonymous.cookie, let token = request.anonymous.token else { throw Failure(.internal) }
    let typed = NewPassword(
      current: try form.required(FormField.password), new: try form.required(FormField.newPassword),
      again: form[FormField.passwordAgain], endsFeeds: form[FormField.endFeeds] != nil)
    do throws(AccountProblem) {
      let signedIn = try await request.app.accounts.changePassword(
        of: request.reader.account, typed, by: request.anonymous.visitor, replacing: token)
      var response = await after(.passwordChanged, request)
      request.anonymous.signIn.setCookies(for: signedIn, cookie, in: &response)
      return response
    } catch {
      return try await again(request, error) { Refused(password: $0, endsFeeds: typed.endsFeeds) }
    }
  }

  /// `POST /settings/remove`
  static func remove(_ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    let password = try form.required(FormField.password)
    do throws(AccountProblem) {
      try await request.app.accounts.remove(request.reader.account, password: password, by: request.anonymous.visitor)
    } catch {
      return try await again(request, error) { Refused(removal: $0) }
    }
    request.app.imports.uploads.forget(request.reader.account)
    return request.anonymous.signIn.signedOut()
  }

  /// The settings page with a form that was rejected with an ``AccountProblem``.
  static func again(
    _ request: SignedInRequest, _ problem: AccountProblem, _ refused: (Rejection) -> Refused
  ) async throws(Failure) -> Response {
    guard let rejection = Rejection(problem) else { throw problem.failure }
    request.logCause(of: problem)
    return try await again(request, problem.failure, refused(rejection), status: problem.status)
  }
}
