import GRDB
import Synchronization
import Tasks

/// How much each account has at most, so that few writes have to count it: what was counted last, and all that was added since.
final class UsageBounds: Sendable {
  private struct Bound {
    var usage: Usage
    let counted: ContinuousClock.Instant
  }

  /// What others do, such as fetch a list, is counted again after a minute.
  private static let lifetime = Duration.seconds(60)
  private static let capacity = 10_000

  private let bounds = Mutex<[AccountID: Bound]>([:])

  /// Counts what is added where that certainly stays within the quotas.
  /// - Returns: whether it does.
  func admit(_ more: Usage, of account: AccountID, within quotas: Quotas) -> Bool {
    bounds.withLock { bounds in
      guard let bound = bounds[account], ContinuousClock.now - bound.counted < Self.lifetime,
        bound.usage.passed(quotas, adding: more) == nil
      else { return false }
      bounds[account]?.usage = bound.usage + more
      return true
    }
  }

  /// Keeps what was counted.
  func set(_ usage: Usage, of account: AccountID) {
    bounds.withLock { bounds in
      if bounds.count >= Self.capacity { bounds = [:] }
      bounds[account] = Bound(usage: usage, counted: .now)
    }
  }

  /// Counts what is added without asking.
  func add(_ more: Usage, of account: AccountID) {
    bounds.withLock { bounds in
      if let bound = bounds[account] { bounds[account]?.usage = bound.usage + more }
    }
  }
}

extension Write {
  /// Throws when the account would have more than its quotas.
  /// - Parameter overdraft: by what percentage it may pass them: a little, where something is taken back.
  func requireQuota(for more: Usage, overdraft: Int = 0) throws {
    var quotas = limits.quotas
    quotas.bytes += quotas.bytes / 100 * overdraft
    if limits.bounds.admit(more, of: account, within: quotas) { return }
    let usage = try db.usage(of: account)
    if let passed = usage.passed(quotas, adding: more) {
      throw StoreError.limit(.quota(passed, limits.quotas.limit(of: passed)))
    }
    limits.bounds.set(usage + more, of: account)
  }
}

extension TaskStore {
  /// What each write must stay within.
  var writeLimits: WriteLimits { WriteLimits(quotas: settings.quotas, bounds: usageBounds) }
}

/// What a write must stay within.
struct WriteLimits: Sendable {
  let quotas: Quotas
  let bounds: UsageBounds
}

extension Usage {
  /// A change beside its name and its inverse, as the triggers count it; a task beside its text.
  static let rowBytes = 100

  /// Tasks and the change that says so.
  init(adding drafts: [TaskDraft]) {
    let texts = drafts.map { $0.title.utf8.count + $0.notes.utf8.count + 2 * Self.rowBytes }.reduce(0, +)
    self.init(bytes: texts, tasks: drafts.count)
  }

  /// A change that holds texts.
  init(changing texts: Int) {
    self.init(bytes: texts + Self.rowBytes)
  }
}
