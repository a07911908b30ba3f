import Foundation
import HTTPTypes
import Hummingbird
import Logging
import StatePages
import StateViews
import TaskStore
import Tasks

/// Authentication, decided before a page exists.
extension AnonymousRequest {
  /// The minimum time between two records of a session's use, in seconds.
  static let notedWithin: TimeInterval = 3600

  /// Authenticates the request by its session cookie.
  /// - Throws: store failures.
  func access() async throws(Failure) -> Access<Reader, SignedOut> {
    guard let cookie else { return .signedOut(.insecure) }
    guard let token = cookie.token(in: http.headers), let found = try await session(token) else {
      return .signedOut(try await hasAccounts() ? .registered : .unregistered)
    }
    guard let end = found.session.ended else {
      note(found.session)
      var look = look.of(found.account.settings)
      let due = try await dueSummary(of: found.account.id, look)
      // Few accounts have times today, and the time of day takes longer than the rest of the access.
      let time = due.isTimed ? look.time : .midnight
      look.minute = due.since(time).minutes
      return .granted(Reader(found, look: look, due: due.counts(at: time)))
    }
    switch end {
    case .idle, .old: return .signedOut(found.isSuperseded ? .ended : .expired(found.session))
    case .revoked, .replaced: return .signedOut(.ended)
    case .signedOut: return .signedOut(.registered)
    }
  }

  /// The look of an account that reads without a session.
  func look(of account: Account) -> Look {
    var look = look.of(account.settings)
    look.minute = look.time.minutes
    return look
  }

  /// Whether any account exists.
  func hasAccounts() async throws(Failure) -> Bool {
    try await store { store throws(StoreError) in try await store.hasAccounts() }
  }

  private func dueSummary(of account: AccountID, _ look: Look) async throws(Failure) -> DueSummary {
    try await store { store throws(StoreError) in
      try await store.dueSummary(of: account, today: look.today, in: look.timeZone)
    }
  }

  private func session(_ token: SessionToken) async throws(Failure) -> FoundSession? {
    let digest = token.digest
    return try await store { store throws(StoreError) in try await store.session(digest: digest) }
  }

  /// Records the session's use, unless the request is a prefetch. The write is deferred, so reads wait for no write.
  private func note(_ session: Session) {
    let now = app.now()
    guard !isPrefetch, now.timeIntervalSince(session.seen) > Self.notedWithin else { return }
    app.sessionUses.note(session.id, at: now)
  }
}

extension FoundSession {
  /// Whether the password was changed after the session began: the change may have been made to lock out the token's holder.
  fileprivate var isSuperseded: Bool {
    account.passwordChanged.map { $0 > session.begun } ?? false
  }
}

extension Look {
  /// The time of day in its time zone.
  fileprivate var time: TimeOfDay { TimeOfDay(of: Date(timeIntervalSince1970: TimeInterval(now)), in: zone) }

  /// The look that an account's settings choose.
  fileprivate func of(_ settings: AccountSettings) -> Look {
    var look = self
    look.timeZone = settings.timeZone ?? look.timeZone
    look.theme = settings.theme.rawValue
    look.rows = settings.rows
    return look
  }
}

extension Reader {
  fileprivate init(_ found: FoundSession, look: Look, due: DueCounts) {
    self.init(
      account: found.account.id, name: found.account.name, session: found.session.id,
      isOperator: found.account.isOperator, look: look,
      quickAdd: QuickAddContext(
        today: look.today, now: look.time,
        order: found.account.settings.dateOrder ?? .usual(in: look.timeZone), hours: found.account.settings.hours),
      epoch: found.epoch,
      dataVersion: found.dataVersion, due: due)
  }
}
