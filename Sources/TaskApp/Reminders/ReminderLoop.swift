import Foundation
package import Logging
import Notifications
import StateViews
import Synchronization
import TaskStore
import Tasks

/// Plans and sends what reminds accounts, for as long as it runs.
///
/// What is due follows from the tasks as they are: nothing is scheduled, so nothing has to be called off. An account is looked at again when
/// something has changed for it, and when its next reminder is due. The ledger in the store has what is to be sent, and what was.
final class ReminderLoop: SendingLoop {
  static let subject = "reminders"
  static let tick: Duration = .seconds(5)
  /// The most messages under way at once, and of them those to one channel and to one account.
  static let (slots, share, accountShare) = (48, 2, 6)

  private let app: TaskApp
  private let sender: ReminderSender
  let logger: Logger
  let outgoing = Outgoing<Delivery, Delivery.Result>()

  private struct Plans {
    /// What each account was looked at with, and when something is due next.
    var accounts: [AccountID: (version: Int64, next: Date?)] = [:]
    /// The newest version of all accounts when they were looked at, and when the next of them is due.
    var looked: (version: Int64, next: Date?)?
  }

  private let plans = Mutex(Plans())

  var clock: any Clock<Duration> { app.clock }

  init(_ app: TaskApp, _ sender: ReminderSender, _ logger: Logger) {
    (self.app, self.sender, self.logger) = (app, sender, logger)
  }

  private func plan() async throws(StoreError) {
    let (newest, now) = (app.store.newestReaderVersion, app.now())
    // Most messages that were sent change nothing that anybody is reminded of.
    let isLookedAt = plans.withLock { plans in
      plans.looked.map { $0.version == newest && ($0.next.map { $0 > now } ?? true) } ?? false
    }
    if isLookedAt { return }
    let accounts = try await app.store.accountsToRemind()
    plans.withLock { $0.accounts = $0.accounts.filter { accounts[$0.key] != nil } }
    for (account, version) in accounts {
      let known = plans.withLock { $0.accounts[account] }
      if let known, known.version == version, known.next.map({ $0 > now }) ?? true { continue }
      let next = try await app.store.planReminders(of: account, in: app.settings.timeZone)
      plans.withLock { $0.accounts[account] = (version, next) }
    }
    plans.withLock { plans in
      let next = plans.accounts.values.compactMap(\.next).min()
      plans.looked = newest.map { (version: $0, next: next) }
    }
  }

  func begin(besides underWay: [Delivery]) async throws(StoreError) -> [Delivery] {
    try await plan()
    let free = Self.slots - underWay.count
    guard free > 0 else { return [] }
    let busy = Set(underWay.counted(by: \.channel.id).filter { $0.value >= Self.share }.keys)
    return try await app.store.beginDeliveries(
      free, share: Self.share, besides: busy, accountShare: Self.accountShare,
      underWay: underWay.counted(by: \.account.id), in: app.settings.timeZone)
  }

  func send(_ delivery: Delivery) async -> Delivery.Result {
    let kind = delivery.channel.address.kind.rawValue
    guard let destination = Destination(delivery.channel.address) else { return .invalid }
    let notice: Notifications.Notice
    do { notice = try app.notice(of: delivery) } catch {
      logger.error("a reminder could not be written", metadata: ["error": "\(error)"])
      return .invalid
    }
    do throws(SendingFailure) {
      try await sender.send(notice, destination)
      app.settings.onMetric?(.reminded(channel: kind, outcome: "sent"))
      return .sent
    } catch {
      app.settings.onMetric?(.reminded(channel: kind, outcome: error.code))
      logger.notice("a reminder was not sent", metadata: ["channel": "\(kind)", "failure": "\(error.code)"])
      return Delivery.Result(error)
    }
  }

  func end(_ ended: [(message: Delivery, outcome: Delivery.Result)]) async throws(StoreError) {
    try await app.store.end(ended.map { (delivery: $0.message.id, result: $0.outcome) })
  }
}

extension [Delivery] {
  /// How many there are of each value.
  fileprivate func counted<Key: Hashable>(by key: (Delivery) -> Key) -> [Key: Int] {
    Dictionary(grouping: self, by: key).mapValues(\.count)
  }
}

extension Delivery.Result {
  init(_ failure: SendingFailure) {
    self = .failed(
      code: failure.code, reply: failure.reply?.text, isTemporary: failure.isTemporary,
      mayHaveArrived: failure.mayHaveArrived)
  }

  /// The stored address is none any more, or nothing can be written to it.
  fileprivate static let invalid = Delivery.Result.failed(
    code: SendingFailure.malformed.code, reply: nil, isTemporary: false, mayHaveArrived: false)
}

extension TaskApp {
  /// Reminds accounts until the task is cancelled. Returns at once if nothing can be sent.
  package func keepReminding(_ logger: Logger) async {
    guard let sender = settings.sender else { return }
    await ReminderLoop(self, sender, logger).run()
  }
}
