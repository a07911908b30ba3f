import Foundation
package import Logging
import Synchronization
import TaskStore
import Tasks

/// Buffers the last uses of sessions, calendar feeds or app passwords, and refused tries, until they are written.
///
/// Requests must not wait for the database writer. They note a use in memory, and a service writes all notes in one transaction every few
/// seconds (``TaskApp/writeUses(_:)``). A crash loses the last few seconds, which is well within the precision of a use.
///
/// Holds at most one entry per id.
final class UseBuffer<ID: Hashable & Sendable, Use: BufferedUse>: Sendable {
  private let noted = Mutex<[ID: Use]>([:])

  func note(_ id: ID, _ use: Use) { putBack([id: use]) }

  func take() -> [ID: Use] {
    noted.withLock { noted in
      defer { noted = [:] }
      return noted
    }
  }

  /// Restores notes that could not be written, unless a later use was noted in the meantime.
  func putBack(_ uses: [ID: Use]) { noted.withLock { noted in noted.merge(uses) { $0.together(with: $1) } } }

  /// Writes the notes. Those that cannot be written are restored for the next call.
  fileprivate func write(
    _ name: String, _ logger: Logger, _ store: ([ID: Use]) async throws -> Void
  ) async {
    let uses = take()
    guard !uses.isEmpty else { return }
    do {
      try await store(uses)
    } catch {
      putBack(uses)
      logger.info(
        "the use of \(name) could not be noted yet", metadata: ["count": "\(uses.count)", "error": "\(error)"])
    }
  }
}

/// What is noted of the uses of an id.
protocol BufferedUse: Sendable {
  /// Two notes of one id as one.
  func together(with other: Self) -> Self
}

extension BufferedUse where Self: Comparable {
  func together(with other: Self) -> Self { max(self, other) }
}

extension Date: BufferedUse {}
extension AppPassword.Use: BufferedUse {}

/// The time between two records of the use of a feed or an app password, in seconds.
private let notedWithin: TimeInterval = 60

extension UseBuffer where ID == FeedID, Use == Date {
  /// Notes that a feed is read, unless that was recorded within the last minute.
  func note(_ feed: Feed, at now: Date) {
    if let used = feed.used, now.timeIntervalSince(used) < notedWithin { return }
    note(feed.id, now)
  }
}

extension UseBuffer where ID == AppPasswordID, Use == AppPassword.Use {
  /// Notes that an app password is used, unless that was recorded within the last minute.
  func note(_ password: AppPassword, from origin: AccountEvent.Origin, at now: Date) {
    if let used = password.used, now.timeIntervalSince(used.at) < notedWithin { return }
    note(password.id, AppPassword.Use(at: now, from: origin))
  }
}

/// The account, kind and network of refused tries.
struct RefusalKey: Hashable, Sendable {
  let account: AccountID
  let kind: AccountEvent.Kind
  let network: String?
}

/// The number of refused tries, and the browser of the last one.
struct Refusals: BufferedUse {
  var times = 1
  let agent: String

  func together(with other: Self) -> Self { Refusals(times: times + other.times, agent: other.agent) }
}

extension UseBuffer where ID == RefusalKey, Use == Refusals {
  /// Notes a refused try. Its response does not wait for the write, and so does not tell by its time whether an account exists.
  func note(_ refused: AccountEvent.Kind, of account: AccountID, from origin: AccountEvent.Origin) {
    note(RefusalKey(account: account, kind: refused, network: origin.network), Refusals(agent: origin.agent))
  }
}

extension TaskApp {
  /// Writes the noted uses and refused tries, outside of any request.
  package func writeUses(_ logger: Logger) async {
    let store = store
    await accounts.refusals.write("refused tries", logger) { uses in
      try await store.addAccountEvents(
        uses.map { key, value in
          let origin = AccountEvent.Origin(network: key.network, agent: value.agent)
          return (key.account, AccountEventEntry(key.kind, from: origin, times: value.times))
        })
    }
    await sessionUses.write("sessions", logger) { uses in try await store.touch(uses) }
    await feedUses.write("calendar feeds", logger) { uses in try await store.noteFeedUses(uses) }
    await appPasswordUses.write("app passwords", logger) { uses in
      try await store.noteAppPasswordUses(uses)
    }
  }
}
