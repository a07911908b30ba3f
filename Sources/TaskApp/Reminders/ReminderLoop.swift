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
final class ReminderLoop: Sendable {
  /// How often it looks for what is due, besides whenever a message was sent.
  static let tick: Duration = .seconds(5)
  /// The most messages under way at once, and of them those to one channel.
  static let (slots, share) = (24, 2)

  private struct State {
    var plans: [AccountID: (version: Int64, next: Date?)] = [:]
    var underWay: [ReminderChannelID: Int] = [:]
    /// What has ended and is not in the ledger yet.
    var ended: [(delivery: DeliveryID, result: Delivery.Result)] = []
  }

  private let app: TaskApp
  private let sender: ReminderSender
  private let logger: Logger
  private let state = Mutex(State())

  init(_ app: TaskApp, _ sender: ReminderSender, _ logger: Logger) {
    (self.app, self.sender, self.logger) = (app, sender, logger)
  }

  func run() async {
    let (wakes, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    await withDiscardingTaskGroup { group in
      await look(in: &group, wake)
      group.addTask { [app] in
        while !Task.isCancelled {
          do { try await app.clock.sleep(for: Self.tick) } catch { break }
          wake.yield()
        }
        wake.finish()
      }
      for await _ in wakes { await look(in: &group, wake) }
      group.cancelAll()
    }
    // Unstructured, so that the cancellation which ended the loop doesn't keep the last results from the ledger.
    await Task { await settle() }.value
  }

  /// Plans what is due, and begins to send it.
  private func look(in group: inout DiscardingTaskGroup, _ wake: AsyncStream<Void>.Continuation) async {
    do throws(StoreError) {
      try await settleEnded()
      try await plan()
      for delivery in try await begin() {
        group.addTask { [self] in
          let result = await send(delivery)
          state.withLock { state in
            state.ended.append((delivery.id, result))
            state.underWay[delivery.channel.id] = state.underWay[delivery.channel.id].flatMap { $0 > 1 ? $0 - 1 : nil }
          }
          wake.yield()
        }
      }
    } catch {
      if error == .cancelled { return }
      // Tried again with the next tick.
      logger.warning("reminders could not be looked up", metadata: ["error": "\(error)"])
    }
  }

  private func plan() async throws(StoreError) {
    let accounts = try await app.store.accountsToRemind()
    let now = app.now()
    state.withLock { state in state.plans = state.plans.filter { accounts[$0.key] != nil } }
    for (account, version) in accounts {
      let known = state.withLock { $0.plans[account] }
      if let known, known.version == version, known.next.map({ $0 > now }) ?? true { continue }
      let next = try await app.store.planReminders(of: account, in: app.settings.timeZone)
      state.withLock { $0.plans[account] = (version, next) }
    }
  }

  private func begin() async throws(StoreError) -> [Delivery] {
    let (free, busy) = state.withLock { state in
      let underWay = state.underWay
      return (Self.slots - underWay.values.reduce(0, +), Set(underWay.filter { $0.value >= Self.share }.keys))
    }
    guard free > 0 else { return [] }
    let begun = try await app.store.beginDeliveries(
      free, share: Self.share, besides: busy, in: app.settings.timeZone)
    state.withLock { state in
      for delivery in begun { state.underWay[delivery.channel.id, default: 0] += 1 }
    }
    return begun
  }

  private func send(_ delivery: Delivery) async -> Delivery.Result {
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

  private func settleEnded() async throws(StoreError) {
    let ended = state.withLock { $0.ended }
    if ended.isEmpty { return }
    // A write that fails keeps them.
    try await app.store.end(ended)
    state.withLock { $0.ended.removeFirst(ended.count) }
  }

  /// Writes what has ended before the process does.
  private func settle() async {
    do { try await settleEnded() } catch {
      logger.warning("the ledger of reminders could not be written", metadata: ["error": "\(error)"])
    }
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
