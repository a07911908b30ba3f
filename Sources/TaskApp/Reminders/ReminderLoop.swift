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
  /// The most messages under way at once, and of them those to one channel.
  static let (slots, share) = (24, 2)

  private let app: TaskApp
  private let sender: ReminderSender
  let logger: Logger
  let outgoing = Outgoing<Delivery, Delivery.Result>()
  /// What each account was looked at with, and when something is due next.
  private let plans = Mutex<[AccountID: (version: Int64, next: Date?)]>([:])

  var clock: any Clock<Duration> { app.clock }

  init(_ app: TaskApp, _ sender: ReminderSender, _ logger: Logger) {
    (self.app, self.sender, self.logger) = (app, sender, logger)
  }

  private func plan() async throws(StoreError) {
    let accounts = try await app.store.accountsToRemind()
    let now = app.now()
    plans.withLock { plans in plans = plans.filter { accounts[$0.key] != nil } }
    for (account, version) in accounts {
      let known = plans.withLock { $0[account] }
      if let known, known.version == version, known.next.map({ $0 > now }) ?? true { continue }
      let next = try await app.store.planReminders(of: account, in: app.settings.timeZone)
      plans.withLock { $0[account] = (version, next) }
    }
  }

  func begin(besides underWay: [Delivery]) async throws(StoreError) -> [Delivery] {
    try await plan()
    let free = Self.slots - underWay.count
    guard free > 0 else { return [] }
    let channels = Dictionary(grouping: underWay, by: \.channel.id)
    let busy = Set(channels.filter { $0.value.count >= Self.share }.keys)
    return try await app.store.beginDeliveries(free, share: Self.share, besides: busy, in: app.settings.timeZone)
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
