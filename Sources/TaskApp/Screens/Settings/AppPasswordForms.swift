import Hummingbird
import Logging
import StatePages
import StateViews
import TaskStore
import Tasks

enum AppPasswordForms {
  /// `POST /settings/app-passwords`
  static func add(_ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    let (submission, typed) = (try request.submission(form), try form.required(FormField.name))
    let (secret, new) = (AppPasswordSecret(), request.app.newAppPasswords)
    return try await request.submit {
      try AppPasswordName(validating: typed)
    } write: { name, store in
      let (id, isNew) = try await store.addAppPassword(
        name, digest: secret.digest, submission: submission,
        recording: request.anonymous.visitor.entry(.appPasswordMade))
      // A repeated form has another secret, which no app password has.
      if isNew { new.note(secret, of: id, by: request.reader.session, at: request.app.now()) }
      return await after(id, "app password made", .madeAppPassword(id), request)
    } again: { error, _ async throws(Failure) in
      try await SettingsPage.page(for: request, SettingsPage.Refused(appPassword: (typed, error)))
    }
  }

  /// `POST /settings/app-passwords/{id}/renew`
  static func renew(_ id: AppPasswordID, _ request: SignedInRequest) async throws -> Response {
    let secret = AppPasswordSecret()
    try await request.store.renewAppPassword(
      id, digest: secret.digest, recording: request.anonymous.visitor.entry(.appPasswordMade))
    request.app.newAppPasswords.note(secret, of: id, by: request.reader.session, at: request.app.now())
    return await after(id, "app password renewed", .madeAppPassword(id), request)
  }

  /// `POST /settings/app-passwords/{id}/end`
  static func end(_ id: AppPasswordID, _ request: SignedInRequest) async throws -> Response {
    try await request.store.endAppPassword(id)
    return await after(id, "app password ended", .changedAppPassword(id), request)
  }

  /// `POST /settings/app-passwords/{id}/resume`
  static func resume(_ id: AppPasswordID, _ request: SignedInRequest) async throws -> Response {
    try await request.store.resumeAppPassword(id)
    return await after(id, "app password resumed", .changedAppPassword(id), request)
  }

  private static func after(
    _ id: AppPasswordID, _ deed: String, _ event: TaskEvent, _ request: SignedInRequest
  ) async -> Response {
    request.context.logger.info(
      "\(deed)", metadata: ["account": "\(request.reader.account)", "app-password": "\(id)"])
    return await request.redirect(after: event, at: .settings())
  }
}
