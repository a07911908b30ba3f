import Foundation
import HTTPTypes
import Hummingbird
import StatePages
import StateViews
import TaskFormats
import TaskStore
import Tasks

/// The settings of an account: preferences, sessions, app passwords, password, export and removal.
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

  /// The settings page.
  /// - Parameters:
  ///   - did: the action that its notice reports.
  ///   - new: the app password that is shown, if it has just got its secret for this session.
  ///   - refused: the rejected input of a form.
  static func page(
    did: CompletedAction? = nil, new: AppPasswordID? = nil, for request: SignedInRequest, _ refused: Refused = Refused()
  ) async throws(Failure) -> Page {
    let account = try await request.store.account()
    let lists = try await request.store.listCount()
    let appPasswords = try await request.store.appPasswords()
    var hasSecrets = appPasswords.contains { $0.ended == nil }
    if !hasSecrets { hasSecrets = try await request.store.feeds().contains { $0.ended == nil } }
    let action = try await recentAction(did, confirmedBy: account, request)
    let current = request.reader.session
    let usage = request.store.loader { store throws(Interruption) in
      UsageScreen.Content(usage: try await store.usage(), quotas: try await store.quotas())
    }
    let sessions = request.store.loader { store throws(Interruption) in
      SessionsScreen.Content(sessions: try await store.sessions(), current: current)
    }
    let passwords = request.store.loader(orEmpty: .nothingYet) { store throws(Interruption) in
      try await store.appPasswords()
    }
    var page = Page(request, .settings, notice: action.map { Notice($0) }, isKept: false) {
      SettingsHead(name: account.name, isOperator: account.isOperator)
      refused.preferences
        ?? PreferencesForm(
          account.settings, languages: request.app.languages, serverZone: request.app.settings.timeZone)
      region("usage", usage, request) as Region<UsageScreen>
      region("sessions", sessions, request) as Region<SessionsScreen>
      appPasswordForm(appPasswords, new: new, request, refused)
      region("app-passwords", passwords, request) as Region<AppPasswordsScreen>
      PasswordForm(
        name: account.name, rejection: refused.password, hasSecrets: hasSecrets, endsFeeds: refused.endsFeeds)
      AccountForm(
        name: account.name, lists: lists, rejection: refused.removal, export: refused.export, format: refused.format)
    }
    // The reader signs out from this page, and the browser handles `Clear-Site-Data` before it caches the page that it leaves.
    // If the page could be stored, the Back button would still show it.
    page.isStored = false
    return page
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
    _ name: String, _ content: Loader<S.Content>, _ request: SignedInRequest
  ) -> Region<S> where S.Caption == NoCaption {
    Region(name, content, retry: request.retry(at: .settings()), placement: .page, weight: .secondary)
  }
}

extension SettingsPage {
  /// The recent action that the address names, if its moment in the account's data confirms it.
  private static func recentAction(
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

/// The head of the settings: the account's name, and the button to sign out.
struct SettingsHead: Piece {
  static let template = "settings/head"
  static let fields: [String: Field<SettingsHead>] = [
    "name": .text(\.name),
    "feedsHref": .link { _ in .feeds(of: nil) },
    "activityHref": .link { _ in .activity() },
    "serverHref": .optionalLink { $0.isOperator ? .server() : nil },
    "signOutAction": .intent { _ in TaskIntent.signOut },
  ]
  let name: String
  /// Whether it may see the page about the server.
  var isOperator = false
}
