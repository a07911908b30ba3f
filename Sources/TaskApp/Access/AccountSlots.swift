import Synchronization
import Tasks

/// Limits what runs at a time, exports, uploads or open pages: a few per account and purpose, and a total.
///
/// An export reads a snapshot of the database, and SQLite cannot reset its write-ahead log while a snapshot is read. After
/// exports have overlapped for ``longestRow``, new ones are therefore rejected until all have ended. Files and feeds count together:
/// if they took turns, the log would grow without limit. Uploads and pages read none, and may overlap for ever.
final class AccountSlots: Sendable {
  enum Purpose: Hashable, Sendable {
    case file
    case feed
    /// A page that is kept up to date.
    case livePage

    /// The maximum number for an account.
    fileprivate var perAccount: Int {
      switch self {
      case .file: 1
      case .feed: 4
      case .livePage: 8
      }
    }
  }

  /// The maximum number at a time.
  let limit: Int
  /// The maximum time for which they may overlap without a gap; nil if they may do so for ever.
  let longestRow: Duration?

  enum Refusal: Error, Hashable {
    /// The account has as many in progress as it may have.
    case running
    /// The limit is reached, or they have overlapped for too long.
    case busy
  }

  private struct Holder: Hashable {
    let account: AccountID
    let purpose: Purpose
  }

  private struct Model {
    var holders: [Holder: Int] = [:]
    var count: Int { holders.values.reduce(0, +) }
    /// The start of the current uninterrupted sequence.
    var since = ContinuousClock.now
  }

  private let model = Mutex(Model())
  private let now: @Sendable () -> ContinuousClock.Instant

  init(
    _ limit: Int, longestRow: Duration? = nil, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) { (self.limit, self.longestRow, self.now) = (limit, longestRow, now) }

  func enter(_ account: AccountID, for purpose: Purpose = .file) throws(Refusal) -> Permit {
    let holder = Holder(account: account, purpose: purpose)
    let refusal = model.withLock { model -> Refusal? in
      if model.holders[holder, default: 0] >= purpose.perAccount { return .running }
      let now = now()
      if model.holders.isEmpty { model.since = now }
      if model.count >= limit || longestRow.map({ now - model.since >= $0 }) ?? false { return .busy }
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
