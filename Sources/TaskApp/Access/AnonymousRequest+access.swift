import Foundation
import HTTPTypes
import Hummingbird
import Logging
import StatePages
import StateViews
import TaskStore
import Tasks

/// Who is let in: settled before a page exists.
extension AnonymousRequest {
  /// How old the last note of a session's use may be, in seconds, before it is made anew.
  static let notedWithin: TimeInterval = 3600

  /// Who sends the request, by the session of its cookie.
  /// - Throws: what the store could not do.
  func access() async throws(Failure) -> Access<Reader, SignedOut> {
    guard let cookie else { return .signedOut(.insecure) }
    guard let token = cookie.token(in: http.headers), let found = try await session(token) else {
      return .signedOut(try await hasAccounts() ? .registered : .unregistered)
    }
    guard let end = found.session.ended else {
      note(found.session)
      return .granted(Reader(found, look: look))
    }
    switch end {
    case .idle, .old: return .signedOut(found.isSuperseded ? .ended : .expired(found.session))
    case .revoked, .replaced: return .signedOut(.ended)
    case .signedOut: return .signedOut(.registered)
    }
  }

  /// Whether somebody has an account already.
  func hasAccounts() async throws(Failure) -> Bool {
    try await store { store throws(StoreError) in try await store.hasAccounts() }
  }

  private func session(_ token: SessionToken) async throws(Failure) -> FoundSession? {
    let digest = token.digest
    return try await store { store throws(StoreError) in try await store.session(digest: digest) }
  }

  /// Notes that the session is in use, unless a browser asks ahead. It is written later: to read waits for no write.
  private func note(_ session: Session) {
    let now = app.now()
    guard !isAhead, now.timeIntervalSince(session.seen) > Self.notedWithin else { return }
    app.sessionUses.note(session.id, at: now)
  }
}

extension FoundSession {
  /// Whether the password was changed since the session began: its token may be in the hands of whoever that was to keep out.
  fileprivate var isSuperseded: Bool {
    account.passwordChanged.map { $0 > session.begun } ?? false
  }
}

extension Reader {
  fileprivate init(_ found: FoundSession, look: Look) {
    var look = look
    let settings = found.account.settings
    look.timeZone = settings.timeZone ?? look.timeZone
    look.theme = settings.theme.rawValue
    look.rows = settings.rows
    self.init(
      account: found.account.id, name: found.account.name, session: found.session.id, look: look, epoch: found.epoch,
      dataVersion: found.dataVersion)
  }
}
