import Synchronization
import Tasks

/// The exports that are under way: one for each account, and so many in all.
///
/// An export reads the database as it was at one moment, and while any such moment is being read SQLite can't begin its log
/// anew. So after they have followed each other without a gap for a while, no new one begins until all have ended.
final class ExportSlots: Sendable {
  /// How many there may be at once.
  static let limit = 32
  /// How long an export may take, its reader's line included.
  static let longest = Duration.seconds(300)
  /// How long they may follow each other without a gap.
  static let longestRow = Duration.seconds(300)

  enum FailedAction: Error, Hashable {
    /// The account has one under way.
    case running
    /// There are too many.
    case busy
  }

  /// The right to export, for as long as it is held.
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
    var accounts: Set<AccountID> = []
    /// Since when there has always been one.
    var since = ContinuousClock.now
  }

  private let model = Mutex(Model())
  private let now: @Sendable () -> ContinuousClock.Instant

  init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
    self.now = now
  }

  /// The right to export an account.
  func enter(_ account: AccountID) throws(FailedAction) -> Slot {
    let refusal = model.withLock { model -> FailedAction? in
      if model.accounts.contains(account) { return .running }
      let now = now()
      if model.accounts.isEmpty { model.since = now }
      guard model.accounts.count < Self.limit, now - model.since < Self.longestRow else { return .busy }
      model.accounts.insert(account)
      return nil
    }
    if let refusal { throw refusal }
    return Slot(self, account)
  }

  private func leave(_ account: AccountID) {
    model.withLock { model in _ = model.accounts.remove(account) }
  }
}
