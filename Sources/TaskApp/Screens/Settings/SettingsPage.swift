import Foundation
import HTTPTypes
import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// The settings of an account: preferences, sessions, password, export and removal.
enum SettingsPage {
  /// The rejected input of one of the page's forms.
  struct Refused: Sendable {
    var preferences: PreferencesForm?
    var password: Rejection?
    /// Whether the feeds were to be ended with the password.
    var endsFeeds = false
    var removal: Rejection?
    var export: Rejection?
    /// The chosen format of the export.
    var format = ExportFormat.json
  }

  /// The settings page.
  /// - Parameters:
  ///   - did: the action that its notice reports.
  ///   - refused: the rejected input of a form.
  static func page(
    did: CompletedAction? = nil, for request: SignedInRequest, _ refused: Refused = Refused()
  ) async throws(Failure) -> Page {
    let account = try await request.store.account()
    let lists = try await request.store.listCount()
    let hasFeeds = try await request.store.feeds().contains { $0.ended == nil }
    let deed = try await request.deed(did, of: account)
    var page = Page(request.layout(.settings, notice: deed.map { Notice($0) }), for: request.look, cacheKey: nil) {
      PagePart.piece("head", SettingsHead(name: account.name, isOperator: account.isOperator))
      PagePart.piece(
        "preferences",
        refused.preferences
          ?? PreferencesForm(
            account.settings, languages: request.app.languages,
            serverZone: request.app.settings.timeZone))
      usage(request)
      sessions(request)
      PagePart.piece(
        "password",
        PasswordForm(
          name: account.name, rejection: refused.password, hasFeeds: hasFeeds, endsFeeds: refused.endsFeeds))
      PagePart.piece(
        "account",
        AccountForm(
          name: account.name, lists: lists, rejection: refused.removal, export: refused.export,
          format: refused.format))
    }
    // The reader signs out from this page, and the browser handles `Clear-Site-Data` before it caches the page that it leaves.
    // If the page could be stored, the Back button would still show it.
    page.isStored = false
    return page
  }

  private static func usage(_ request: SignedInRequest) -> Region<UsageScreen> {
    let content = request.store.loader { store throws(Interruption) in
      UsageScreen.Content(usage: try await store.usage(), quotas: try await store.quotas())
    } loaded: {
      .content($0)
    }
    return Region("usage", content, retry: request.retry(at: .settings()), placement: .page, weight: .secondary)
  }

  private static func sessions(_ request: SignedInRequest) -> Region<SessionsScreen> {
    let current = request.reader.session
    let content = request.store.loader { store throws(Interruption) in
      try await store.sessions()
    } loaded: { sessions in
      .content(SessionsScreen.Content(sessions: sessions, current: current))
    }
    return Region("sessions", content, retry: request.retry(at: .settings()), placement: .page, weight: .secondary)
  }
}

extension SignedInRequest {
  /// The recent action that the address names, if the account's data confirms it.
  fileprivate func deed(_ deed: CompletedAction?, of account: Account) async throws(Failure) -> CompletedAction? {
    switch deed {
    case nil: return nil
    case .settingsSaved: return isRecent(account.settingsChanged) ? deed : nil
    case .passwordChanged: return isRecent(account.passwordChanged) ? deed : nil
    case .sessionEnded, .sessionsEnded:
      let last = try await store.lastEnd(as: .revoked)
      return isRecent(last) ? deed : nil
    }
  }

  private func isRecent(_ moment: Date?) -> Bool {
    guard let moment else { return false }
    return app.now().timeIntervalSince(moment) < Double(Limits.undoWindow.components.seconds)
  }
}

/// The head of the settings: the account's name, and the button to sign out.
struct SettingsHead: Piece {
  static let template = "settings/head"
  static let fields: [String: Field<SettingsHead>] = [
    "name": .text(\.name),
    "feedsHref": .link { _ in .openFeeds(of: nil) },
    "activityHref": .link { _ in .openActivity },
    "serverHref": .optionalLink { $0.isOperator ? .openServer : nil },
    "signOutAction": .link { _ in .signOut },
  ]
  /// The account's name.
  let name: String
  /// Whether it may see the page about the server.
  var isOperator = false
}
