import Hummingbird
import Logging
import StatePages
import StateViews
import TaskStore
import Tasks

/// Signing out in other browsers.
extension SettingsPage {
  /// `POST /settings/sessions/{id}/revoke`
  @Sendable static func revoke(_ visit: Visit) async throws -> Response {
    let id: SessionID = try visit.id()
    let account = visit.reader.account
    // To sign out here is another button, which takes the cookie as well.
    guard id != visit.reader.session else { return .seeOther(Site.settings.path) }
    let entry = visit.arrival.visitor.entry(.sessionEnded)
    try await visit.store { store throws(StoreError) in
      try await store.endSession(id, of: account, as: .revoked, recording: entry)
    }
    visit.context.logger.info("signed out elsewhere", metadata: ["account": "\(account)", "session": "\(id)"])
    return after(.sessionEnded)
  }

  /// `POST /settings/sessions/revoke`
  @Sendable static func revokeOthers(_ visit: Visit) async throws -> Response {
    let (account, session) = (visit.reader.account, visit.reader.session)
    let entry = visit.arrival.visitor.entry(.sessionsEnded)
    let count = try await visit.store { store throws(StoreError) in
      try await store.endSessions(of: account, except: session, as: .revoked, recording: entry)
    }
    visit.context.logger.info("signed out everywhere else", metadata: ["account": "\(account)", "count": "\(count)"])
    return after(.sessionsEnded)
  }
}
