import Foundation
package import Logging
import Notifications
import StateViews
import Synchronization
import TaskStore
import Tasks

/// Tells programs of the changes that they have subscribed to (WebDAV-Push).
///
/// A program is told when its resource has another state than it knows. That is in the store, so nothing is lost with the process, and
/// changes that come one after the other are one message. Only what waits for that, and for another try, is in memory.
final class PushLoop: SendingLoop {
  static let subject = "messages to programs"
  static let tick: Duration = .seconds(1)
  /// How long a resource stays as it is before its programs are told, and after how long they are told anyway, in seconds.
  static let (settling, longest): (TimeInterval, TimeInterval) = (2, 15)
  /// The pauses before a message is tried again, in seconds. What is lost then costs no more than a later sync.
  static let pauses: [TimeInterval] = [15, 60, 300]
  /// The most messages under way at once, and of them those of one account and those to one push service.
  static let (slots, accountShare, hostShare) = (24, 2, 8)

  /// A message that is sent, and how often it was tried before.
  struct Attempt: Sendable {
    let push: Push
    let failures: Int
  }

  fileprivate struct Waiting {
    var push: Push
    let first: Date
    var last: Date
    var failures = 0
    var notBefore = Date.distantPast

    func isDue(at now: Date) -> Bool {
      guard now >= notBefore else { return false }
      // A clock that was set back makes no one wait.
      return now < first || now.timeIntervalSince(last) >= settling || now.timeIntervalSince(first) >= longest
    }
  }

  fileprivate struct State {
    /// The newest version, and that of each account, when they were looked at.
    var newest: Int64?
    var versions: [AccountID: Int64] = [:]
    var waiting: [PushSubscriptionID: Waiting] = [:]
  }

  private let app: TaskApp
  private let sender: PushSender
  let logger: Logger
  let outgoing = Outgoing<Attempt, SendingFailure?>()
  private let state = Mutex(State())

  var clock: any Clock<Duration> { app.clock }

  init(_ app: TaskApp, _ sender: PushSender, _ logger: Logger) {
    (self.app, self.sender, self.logger) = (app, sender, logger)
  }

  func begin(besides underWay: [Attempt]) async throws(StoreError) -> [Attempt] {
    try await look()
    let (now, ids) = (app.now(), Set(underWay.map(\.push.id)))
    var accounts = Dictionary(grouping: underWay, by: \.push.account).mapValues(\.count)
    var hosts = Dictionary(grouping: underWay, by: \.push.endpoint.description).mapValues(\.count)
    return state.withLock { state in
      state.waiting = state.waiting.filter { $0.value.push.until > now }
      let due = state.waiting.values.filter { $0.isDue(at: now) && !ids.contains($0.push.id) }
      var begun: [Attempt] = []
      for waiting in due.sorted(by: { $0.first < $1.first }) where begun.count + underWay.count < Self.slots {
        let (push, host) = (waiting.push, waiting.push.endpoint.description)
        guard accounts[push.account, default: 0] < Self.accountShare, hosts[host, default: 0] < Self.hostShare else {
          continue
        }
        accounts[push.account, default: 0] += 1
        hosts[host, default: 0] += 1
        state.waiting[push.id] = nil
        begun.append(Attempt(push: push, failures: waiting.failures))
      }
      return begun
    }
  }

  /// Finds the subscriptions whose programs are to be told of something, of the accounts for which something has changed.
  private func look() async throws(StoreError) {
    let newest = app.store.newestReaderVersion
    if let newest, newest == state.withLock({ $0.newest }) { return }
    let accounts = try await app.store.accountsToPush()
    state.withLock { state in
      state.versions = state.versions.filter { accounts[$0.key] != nil }
      state.waiting = state.waiting.filter { accounts[$0.value.push.account] != nil }
    }
    for (account, version) in accounts where state.withLock({ $0.versions[account] }) != version {
      let due = try await app.store.duePushes(of: account)
      let now = app.now()
      state.withLock { state in
        state.note(due, of: account, at: now)
        state.versions[account] = version
      }
    }
    state.withLock { $0.newest = newest }
  }

  func send(_ attempt: Attempt) async -> SendingFailure? {
    guard let destination = PushDestination(attempt.push.endpoint) else { return .malformed }
    let contact = app.settings.securityContact ?? attempt.push.origin
    do throws(SendingFailure) {
      try await sender.send(app.message(of: attempt.push), destination, app.pushKey, contact)
      app.settings.onMetric?(.reminded(channel: "push", outcome: "sent"))
      return nil
    } catch {
      app.settings.onMetric?(.reminded(channel: "push", outcome: error.code))
      logger.notice("a program was not told of a change", metadata: ["failure": "\(error.code)"])
      return error
    }
  }

  func end(_ ended: [(message: Attempt, outcome: SendingFailure?)]) async throws(StoreError) {
    // What a shutdown has cancelled is sent by the next process.
    let ended = ended.filter { $0.outcome != .cancelled }
    if ended.isEmpty { return }
    try await app.store.end(ended.map { (push: $0.message.push, outcome: PushOutcome($0.outcome, of: $0.message)) })
    let now = app.now()
    state.withLock { state in
      for (attempt, failure) in ended { state.end(attempt, PushOutcome(failure, of: attempt), at: now) }
    }
  }
}

extension PushLoop.State {
  /// - Parameter due: all subscriptions of the account whose programs are to be told of something.
  fileprivate mutating func note(_ due: [Push], of account: AccountID, at now: Date) {
    let ids = Set(due.map(\.id))
    waiting = waiting.filter { $0.value.push.account != account || ids.contains($0.key) }
    for push in due {
      guard var known = waiting[push.id] else {
        waiting[push.id] = PushLoop.Waiting(push: push, first: now, last: now)
        continue
      }
      if known.push.state != push.state { known.last = now }
      known.push = push
      waiting[push.id] = known
    }
  }

  fileprivate mutating func end(_ attempt: PushLoop.Attempt, _ outcome: PushOutcome, at now: Date) {
    let id = attempt.push.id
    switch outcome {
    case .gone: waiting[id] = nil
    case .sent, .failed(_, _, isTriedAgain: false):
      // Found again while it was being sent.
      if waiting[id]?.push.state == attempt.push.state { waiting[id] = nil }
    case .failed(_, _, isTriedAgain: true):
      var again = waiting[id] ?? PushLoop.Waiting(push: attempt.push, first: now, last: now)
      again.failures = attempt.failures + 1
      again.notBefore = now.addingTimeInterval(PushLoop.pauses[attempt.failures])
      waiting[id] = again
    }
  }
}

extension PushOutcome {
  fileprivate init(_ failure: SendingFailure?, of attempt: PushLoop.Attempt) {
    guard let failure else {
      self = .sent
      return
    }
    let isTriedAgain = failure.isTemporary && attempt.failures < PushLoop.pauses.count
    self =
      failure.isGone
      ? .gone : .failed(code: failure.code, reply: failure.reply?.text, isTriedAgain: isTriedAgain)
  }
}

extension TaskApp {
  /// Tells programs of changes until the task is cancelled. Returns at once if nothing can be sent.
  package func keepPushing(_ logger: Logger) async {
    guard let sender = settings.pushSender else { return }
    await PushLoop(self, sender, logger).run()
  }
}
