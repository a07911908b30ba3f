import Foundation
import HTTPTypes
import Hummingbird
import StatePages
import StateViews
import TaskFormats
import TaskStore
import Tasks

/// The pages of the settings of an account: their index, and one for each topic.
enum SettingsPage {
  /// The rejected input of one of the page's forms.
  struct Refused: Sendable {
    var preferences: PreferencesForm?
    var password: Rejection?
    /// The typed name of an app password.
    var appPassword: (name: String, error: FieldError)?
    /// Whether the feeds and app passwords were to be ended with the password.
    var endsFeeds = false
    var removal, export: Rejection?
    var format = ExportFormat.json
  }

  /// The page of a topic.
  /// - Parameters:
  ///   - did: the action that its notice reports.
  ///   - new: the app password that is shown, if it has just got its secret for this session.
  ///   - refused: the rejected input of a form.
  static func page(
    _ topic: SettingsTopic, did: CompletedAction? = nil, new: AppPasswordID? = nil, for request: SignedInRequest,
    _ refused: Refused = Refused()
  ) async throws(Failure) -> Page {
    let account = try await request.store.account()
    var page =
      switch topic {
      case .account: try await accountPage(account, did, request, refused)
      case .display: try await display(account, did, request, refused)
      case .apps: try await apps(new, request, refused)
      case .data: data(account, request, refused)
      }
    page.isStored = false
    return page
  }

  /// The index, from which the reader signs out.
  static func index(for request: SignedInRequest) async throws(Failure) -> Page {
    let account = try await request.store.account()
    var index = SettingsIndex(isOperator: account.isOperator)
    index.devices = try await request.store.sessions().count
    index.appPasswords = try await request.store.appPasswords().count { $0.ended == nil }
    index.feeds = try await request.store.feeds().count { $0.ended == nil }
    index.channels = try await request.store.channels().count { $0.ended == nil }
    var page = Page(request, .settings, isKept: false) {
      SettingsHead(name: account.name)
      index
    }
    // The browser handles `Clear-Site-Data` before it caches the page that it leaves. If the page could be stored, the Back button would
    // still show it.
    page.isStored = false
    return page
  }

  private static func accountPage(
    _ account: Account, _ did: CompletedAction?, _ request: SignedInRequest, _ refused: Refused
  ) async throws(Failure) -> Page {
    let lists = try await request.store.listCount()
    var hasSecrets = try await request.store.appPasswords().contains { $0.ended == nil }
    if !hasSecrets { hasSecrets = try await request.store.feeds().contains { $0.ended == nil } }
    let action = try await recentAction(did, confirmedBy: account, request)
    let current = request.reader.session
    let sessions = request.store.loader { store throws(Interruption) in
      SessionsScreen.Content(sessions: try await store.sessions(), current: current)
    }
    return Page(request, .settingsAccount, notice: action.map { Notice($0) }, isKept: false) {
      SettingsTopicHead(topic: .account)
      region("sessions", sessions, .account, request) as Region<SessionsScreen>
      PasswordForm(
        name: account.name, rejection: refused.password, hasSecrets: hasSecrets, endsFeeds: refused.endsFeeds)
      RemovalForm(name: account.name, lists: lists, rejection: refused.removal)
    }
  }

  private static func display(
    _ account: Account, _ did: CompletedAction?, _ request: SignedInRequest, _ refused: Refused
  ) async throws(Failure) -> Page {
    let action = try await recentAction(did, confirmedBy: account, request)
    return Page(request, .settingsDisplay, notice: action.map { Notice($0) }, isKept: false) {
      SettingsTopicHead(topic: .display)
      refused.preferences
        ?? PreferencesForm(
          account.settings, of: account.name, languages: request.app.languages,
          serverZone: request.app.settings.timeZone)
    }
  }

  private static func apps(
    _ new: AppPasswordID?, _ request: SignedInRequest, _ refused: Refused
  ) async throws(Failure) -> Page {
    let appPasswords = try await request.store.appPasswords()
    let loader = request.store.loader(orEmpty: .nothingYet) { store throws(Interruption) in
      try await store.appPasswords()
    }
    return Page(request, .settingsApps, isKept: false) {
      SettingsTopicHead(topic: .apps)
      appPasswordForm(appPasswords, new: new, request, refused)
      region("app-passwords", loader, .apps, request) as Region<AppPasswordsScreen>
    }
  }

  private static func data(_ account: Account, _ request: SignedInRequest, _ refused: Refused) -> Page {
    let usage = request.store.loader { store throws(Interruption) in
      UsageScreen.Content(usage: try await store.usage(), quotas: try await store.quotas())
    }
    return Page(request, .settingsData, isKept: false) {
      SettingsTopicHead(topic: .data)
      ExportForm(name: account.name, rejection: refused.export, format: refused.format)
      region("usage", usage, .data, request) as Region<UsageScreen>
    }
  }

  private static func appPasswordForm(
    _ appPasswords: [AppPassword], new: AppPasswordID?, _ request: SignedInRequest, _ refused: Refused
  ) -> AppPasswordForm {
    let client = request.anonymous.client
    var form = AppPasswordForm(
      address: client.origin + request.app.basePath.address("\(PublicRoute.dav.path)/"), name: request.reader.name)
    form.isInsecure = !client.isSecure
    form.version = appPasswords.last?.id.description ?? ""
    if let (name, error) = refused.appPassword { (form.value, form.error) = (name, error) }
    if let new, let made = appPasswords.first(where: { $0.id == new }), made.ended == nil,
      let secret = request.app.newAppPasswords.secret(of: new, for: request.reader.session, at: request.app.now())
    {
      form.new = NewAppPassword(name: made.name, password: secret.password(of: new))
    }
    return form
  }

  /// A region whose failure leaves the page as it is.
  private static func region<S: Screen>(
    _ name: String, _ content: Loader<S.Content>, _ topic: SettingsTopic, _ request: SignedInRequest
  ) -> Region<S> where S.Caption == NoCaption {
    Region(name, content, retry: request.retry, placement: .page, weight: .secondary)
  }
}

extension SettingsPage {
  /// The recent action that the address names, if its moment in the account's data confirms it.
  static func recentAction(
    _ action: CompletedAction?, confirmedBy account: Account, _ request: SignedInRequest
  ) async throws(Failure) -> CompletedAction? {
    let moment: Date? =
      switch action {
      case nil: nil
      case .settingsSaved: account.settingsChanged
      case .passwordChanged: account.passwordChanged
      case .sessionEnded, .sessionsEnded: try await request.store.lastEnd(as: .revoked)
      }
    guard let moment else { return nil }
    return request.app.now().timeIntervalSince(moment) < Double(Limits.undoWindow.components.seconds) ? action : nil
  }
}
