import Synchronization
import Tasks

/// Limits concurrent exports: a few per account and purpose, and a total.
///
/// An export reads a snapshot of the database, and SQLite cannot reset its write-ahead log while a snapshot is read. After
/// exports have overlapped for ``longestRow``, new ones are therefore rejected until all have ended. Files and feeds count together:
/// if they took turns, the log would grow without limit.
final class ExportSlots: Sendable {
  enum Purpose: Hashable, Sendable {
    case file
    case feed

    /// The maximum number for an account.
    fileprivate var perAccount: Int {
      switch self {
      case .file: 1
      case .feed: 4
      }
    }
  }

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

  private struct Holder: Hashable {
    let account: AccountID
    let purpose: Purpose
  }

  private struct Model {
    var holders: [Holder: Int] = [:]
    var count: Int { holders.values.reduce(0, +) }
    /// The start of the current uninterrupted sequence of exports.
    var since = ContinuousClock.now
  }

  private let model = Mutex(Model())
  private let now: @Sendable () -> ContinuousClock.Instant

  /// - Parameter now: returns the current time.
  init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) { self.now = now }

  func enter(_ account: AccountID, for purpose: Purpose = .file) throws(FailedAction) -> Permit {
    let holder = Holder(account: account, purpose: purpose)
    let refusal = model.withLock { model -> FailedAction? in
      if model.holders[holder, default: 0] >= purpose.perAccount { return .running }
      let now = now()
      if model.holders.isEmpty { model.since = now }
      guard model.count < Self.limit, now - model.since < Self.longestRow else { return .busy }
      model.holders[holder, default: 0] += 1
      return nil
    }
    if let refusal { throw refusal }
    return Permit { [self] in leave(holder) }
  }

  private func leave(_ holder: Holder) {
    model.withLock { model in
      let rest = model.holders[holder, default: 1] - 1
      model.holders[holder] = rest > 0 ? rest : nil
    }
  }
}
