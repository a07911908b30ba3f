import GRDB
import Synchronization
import Tasks

/// Upper bounds of each account's usage, so that few writes have to count it: the last count plus everything added since.
final class UsageBounds: Sendable {
  private struct Bound {
    var usage: Usage
    let counted: ContinuousClock.Instant
  }

  /// The bound expires after a minute, since other writes, such as fetches, are not added to it.
  private static let lifetime = Duration.seconds(60)
  private static let capacity = 10_000

  private let bounds = Mutex<[AccountID: Bound]>([:])

  /// Adds usage if the bound certainly stays within the quotas.
  /// - Returns: whether it was added.
  func admit(_ more: Usage, of account: AccountID, within quotas: Quotas) -> Bool {
    bounds.withLock { bounds in
      guard let bound = bounds[account], ContinuousClock.now - bound.counted < Self.lifetime,
        bound.usage.passed(quotas, adding: more) == nil
      else { return false }
      bounds[account]?.usage = bound.usage + more
      return true
    }
  }

  /// Stores a counted usage.
  func set(_ usage: Usage, of account: AccountID) {
    bounds.withLock { bounds in
      if bounds.count >= Self.capacity { bounds = [:] }
      bounds[account] = Bound(usage: usage, counted: .now)
    }
  }

  /// Adds usage without a check.
  func add(_ more: Usage, of account: AccountID) {
    bounds.withLock { bounds in
      if let bound = bounds[account] { bounds[account]?.usage = bound.usage + more }
    }
  }
}

extension Write {
  /// Throws `limit` if the account would exceed its quotas.
  /// - Parameter overdraft: the percentage by which the byte quota may be exceeded, for undos.
  func requireQuota(for more: Usage, overdraft: Int = 0) throws {
    let own = limits.quotas.replaced(by: try db.ownQuotas(of: account))
    var quotas = own
    quotas.bytes += quotas.bytes / 100 * overdraft
    if limits.bounds.admit(more, of: account, within: quotas) { return }
    let usage = try db.usage(of: account)
    if let passed = usage.passed(quotas, adding: more) {
      throw StoreError.limit(.quota(passed, own.limit(of: passed)))
    }
    limits.bounds.set(usage + more, of: account)
  }
}

extension TaskStore {
  /// The limits of a write.
  var writeLimits: WriteLimits { WriteLimits(quotas: settings.quotas, bounds: usageBounds) }
}

/// The limits of a write: quotas and usage bounds.
struct WriteLimits: Sendable {
  let quotas: Quotas
  let bounds: UsageBounds
}

extension Usage {
  /// The bytes counted for a task beside its text, and for a change beside its name and inverse. The triggers count the same.
  static let rowBytes = 100

  /// The usage of new tasks and of the change that records them.
  init(adding drafts: [TaskDraft]) {
    let texts = drafts.map { $0.bytes + 2 * Self.rowBytes }.reduce(0, +)
    self.init(bytes: texts, tasks: drafts.count)
  }

  /// The usage of a change with text of the given size.
  init(changing texts: Int) {
    self.init(bytes: texts + Self.rowBytes)
  }
}
