import Hummingbird
import Logging
import StatePages
import StateViews
import TaskStore
import Tasks

/// Signing out in other browsers.
extension SettingsPage {
  /// `POST /settings/sessions/{id}/revoke`
  static func revoke(_ id: SessionID, _ visit: Visit) async throws -> Response {
    let account = visit.reader.account
    // To sign out here is another button, which takes the cookie as well.
    guard id != visit.reader.session else { return await visit.redirect(after: .changedAccount(nil), at: .settings()) }
    let entry = visit.arrival.visitor.entry(.sessionEnded)
    try await visit.store { store throws(StoreError) in
      try await store.endSession(id, of: account, as: .revoked, recording: entry)
    }
    visit.context.logger.info("signed out elsewhere", metadata: ["account": "\(account)", "session": "\(id)"])
    return await after(.sessionEnded, visit)
  }

  /// `POST /settings/sessions/revoke`
  static func revokeOthers(_ visit: Visit) async throws -> Response {
    let (account, session) = (visit.reader.account, visit.reader.session)
    let entry = visit.arrival.visitor.entry(.sessionsEnded)
    let count = try await visit.store { store throws(StoreError) in
      try await store.endSessions(of: account, except: session, as: .revoked, recording: entry)
    }
    visit.context.logger.info("signed out everywhere else", metadata: ["account": "\(account)", "count": "\(count)"])
    return await after(.sessionsEnded, visit)
  }
}
