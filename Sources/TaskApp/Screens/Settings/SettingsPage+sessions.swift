import Hummingbird
import Logging
import StatePages
import StateViews
import TaskStore
import Tasks

/// Signing out other browsers.
extension SettingsPage {
  /// `POST /settings/sessions/{id}/revoke`
  static func revoke(_ id: SessionID, _ request: SignedInRequest) async throws -> Response {
    let account = request.reader.account
    // This browser signs out with another button, which also clears the cookie.
    guard id != request.reader.session else {
      return await request.redirect(after: .changedAccount(nil), at: .settings())
    }
    let entry = request.anonymous.visitor.entry(.sessionEnded)
    try await request.store.endSession(id, as: .revoked, recording: entry)
    request.context.logger.info("signed out elsewhere", metadata: ["account": "\(account)", "session": "\(id)"])
    return await after(.sessionEnded, request)
  }

  /// `POST /settings/sessions/revoke`
  static func revokeOthers(_ request: SignedInRequest) async throws -> Response {
    let (account, session) = (request.reader.account, request.reader.session)
    let entry = request.anonymous.visitor.entry(.sessionsEnded)
    let count = try await request.store.endSessions(except: session, as: .revoked, recording: entry)
    request.context.logger.info("signed out everywhere else", metadata: ["account": "\(account)", "count": "\(count)"])
    return await after(.sessionsEnded, request)
  }
}
