import HTTPTypes
import Hummingbird
import Logging
import StatePages
import StateViews
import TaskStore
import Tasks

enum SettingsForms {
  static func change(_ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    let input = AccountSettingsInput(
      displayName: form[FormField.displayName] ?? "", language: form[FormField.language] ?? "",
      timeZone: try form.required(FormField.timeZone),
      theme: try form.required(FormField.theme),
      rows: try form.required(FormField.rows), dateOrder: form[FormField.dateOrder] ?? "",
      hours: zip(FormField.hours, DayHours.standard.times).map { form[$0] ?? $1.description })
    let settings: AccountSettings
    do {
      settings = try AccountSettings(validating: input)
    } catch {
      let refused = PreferencesForm(
        input, of: request.reader.name, languages: request.app.languages, serverZone: request.app.settings.timeZone,
        rejection: .invalid(error))
      return try await again(.display, request, Failure(.invalid), SettingsPage.Refused(preferences: refused))
    }
    try await request.store.setSettings(settings)
    return await after(.settingsSaved, request)
  }

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
      return try await again(.account, request, error) {
        SettingsPage.Refused(password: $0, endsFeeds: typed.endsFeeds)
      }
    }
  }

  static func remove(_ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    let password = try form.required(FormField.password)
    do throws(AccountProblem) {
      try await request.app.accounts.remove(request.reader.account, password: password, by: request.anonymous.visitor)
    } catch {
      return try await again(.account, request, error) { SettingsPage.Refused(removal: $0) }
    }
    request.app.imports.uploads.forget(request.reader.account)
    return request.anonymous.signIn.signedOut()
  }

  static func revoke(_ id: SessionID, _ request: SignedInRequest) async throws -> Response {
    let account = request.reader.account
    // The browser's own session ends with another button, which also clears the cookie.
    guard id != request.reader.session else {
      return await request.redirect(after: .changedAccount(nil), at: .settings(.account))
    }
    let entry = request.anonymous.visitor.entry(.sessionEnded)
    try await request.store.endSession(id, as: .revoked, recording: entry)
    request.context.logger.info("signed out elsewhere", metadata: ["account": "\(account)", "session": "\(id)"])
    return await after(.sessionEnded, request)
  }

  static func revokeOthers(_ request: SignedInRequest) async throws -> Response {
    let (account, session) = (request.reader.account, request.reader.session)
    let entry = request.anonymous.visitor.entry(.sessionsEnded)
    let count = try await request.store.endSessions(except: session, as: .revoked, recording: entry)
    request.context.logger.info("signed out everywhere else", metadata: ["account": "\(account)", "count": "\(count)"])
    return await after(.sessionsEnded, request)
  }

  static func again(
    _ topic: SettingsTopic, _ request: SignedInRequest, _ failure: Failure, _ refused: SettingsPage.Refused,
    status: HTTPResponse.Status? = nil
  ) async throws(Failure) -> Response {
    try await request.again(failure, status: status) { () async throws(Failure) in
      try await SettingsPage.page(topic, for: request, refused)
    }
  }

  /// A page of the settings with a form that was rejected with an ``AccountProblem``.
  static func again(
    _ topic: SettingsTopic, _ request: SignedInRequest, _ problem: AccountProblem,
    _ refused: (Rejection) -> SettingsPage.Refused
  ) async throws(Failure) -> Response {
    guard let rejection = Rejection(problem) else { throw problem.failure }
    request.logCause(of: problem)
    return try await again(topic, request, problem.failure, refused(rejection), status: problem.status)
  }

  /// Redirects to the page of the settings that reports the action.
  static func after(_ action: CompletedAction, _ request: SignedInRequest) async -> Response {
    await request.redirect(after: .changedAccount(action), at: .settings(action.topic))
  }
}

enum AppPasswordForms {
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
      return await after("made", id, isNew: true, request)
    } again: { error, _ async throws(Failure) in
      try await SettingsPage.page(.apps, for: request, SettingsPage.Refused(appPassword: (typed, error)))
    }
  }

  static func response(
    to action: SecretAction, of id: AppPasswordID, _ request: SignedInRequest
  ) async throws -> Response {
    switch action {
    case .renew:
      let secret = AppPasswordSecret()
      try await request.store.renewSecret(
        of: id, digest: secret.digest, recording: request.anonymous.visitor.entry(.appPasswordMade))
      request.app.newAppPasswords.note(secret, of: id, by: request.reader.session, at: request.app.now())
    case .end: try await request.store.endSecret(of: id)
    case .resume: try await request.store.resumeSecret(of: id)
    }
    return await after(action.done, id, isNew: action == .renew, request)
  }

  private static func after(
    _ action: String, _ id: AppPasswordID, isNew: Bool, _ request: SignedInRequest
  ) async -> Response {
    request.context.logger.info(
      "app password \(action)", metadata: ["account": "\(request.reader.account)", "app-password": "\(id)"])
    return await request.redirect(after: .changedAppPassword(id, isNew: isNew), at: .settings(.apps))
  }
}
