import Synchronization
import Tasks

/// Limits concurrent exports: a few per account, and a total.
///
/// An export reads a snapshot of the database, and SQLite cannot reset its write-ahead log while a snapshot is read. After
/// exports have overlapped for ``longestRow``, new ones are therefore rejected until all have ended.
final class ExportSlots: Sendable {
  /// The maximum number of concurrent exports.
  static let limit = 32
  /// The maximum duration of an export, including its transfer.
  static let longest = Duration.seconds(300)
  /// The maximum time for which exports may overlap without a gap.
  static let longestRow = Duration.seconds(300)

  enum FailedAction: Error, Hashable {
    /// The account has as many exports in progress as it may have.
    case running
    /// The limit is reached, or exports have overlapped for too long.
    case busy
  }

  /// The right to export, held until it is deallocated.
  final class Slot: Sendable {
    private let slots: ExportSlots
    private let account: AccountID

    fileprivate init(_ slots: ExportSlots, _ account: AccountID) {
      self.slots = slots
      self.account = account
    }

    deinit {
      slots.leave(account)
    }
  }

  private struct Model {
    /// The number of exports of each account that has any.
    var accounts: [AccountID: Int] = [:]
    var count: Int { accounts.values.reduce(0, +) }
    /// The start of the current uninterrupted sequence of exports.
    var since = ContinuousClock.now
  }

  private let model = Mutex(Model())
  private let perAccount: Int
  private let now: @Sendable () -> ContinuousClock.Instant

  /// - Parameters:
  ///   - perAccount: how many exports an account may have at once.
  ///   - now: returns the current time.
  init(perAccount: Int = 1, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
    self.perAccount = perAccount
    self.now = now
  }

  /// Reserves an export for an account.
  func enter(_ account: AccountID) throws(FailedAction) -> Slot {
    let refusal = model.withLock { model -> FailedAction? in
      if model.accounts[account, default: 0] >= perAccount { return .running }
      let now = now()
      if model.accounts.isEmpty { model.since = now }
      guard model.count < Self.limit, now - model.since < Self.longestRow else { return .busy }
      model.accounts[account, default: 0] += 1
      return nil
    }
    if let refusal { throw refusal }
    return Slot(self, account)
  }

  private func leave(_ account: AccountID) {
    model.withLock { model in
      let rest = model.accounts[account, default: 1] - 1
      model.accounts[account] = rest > 0 ? rest : nil
    }
  }
}
