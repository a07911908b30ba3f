import HTTPTypes
import Hummingbird
import StatePages
import StateViews
import Tasks

/// What only whoever knows the password may do.
extension SettingsPage {
  /// `POST /settings/password`
  static func changePassword(_ visit: Visit, _ form: FormBody) async throws -> Response {
    guard let cookie = visit.arrival.cookie, let token = visit.arrival.token else { throw Failure(.internal) }
    let typed = NewPassword(
      current: try form.required(FormField.password), new: try form.required(FormField.newPassword),
      again: form[FormField.passwordAgain])
    do throws(AccountProblem) {
      let signedIn = try await visit.app.accounts.changePassword(
        of: visit.reader.account, typed, by: visit.arrival.visitor, replacing: token)
      var response = await after(.passwordChanged, visit)
      SignInPage.setCookies(for: signedIn, cookie, visit.arrival, in: &response)
      return response
    } catch {
      return try await again(visit, error) { Refused(password: $0) }
    }
  }

  /// `POST /settings/remove`
  static func remove(_ visit: Visit, _ form: FormBody) async throws -> Response {
    let password = try form.required(FormField.password)
    do throws(AccountProblem) {
      try await visit.app.accounts.remove(visit.reader.account, password: password, by: visit.arrival.visitor)
    } catch {
      return try await again(visit, error) { Refused(removal: $0) }
    }
    return SignInPage.left(visit.arrival)
  }

  /// The page of a form on it that the account did not let pass.
  static func again(
    _ visit: Visit, _ problem: AccountProblem, _ refused: (Rejection) -> Refused
  ) async throws(Failure) -> Response {
    guard let rejection = Rejection(problem) else { throw problem.failure }
    visit.logCause(of: problem)
    return try await again(visit, problem.failure, refused(rejection), status: problem.status)
  }
}
