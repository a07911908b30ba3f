import Foundation
import StatePages
import Synchronization
import TaskStore
import Tasks

/// What every page of a reader needs, as it was read last, by the digest of the session's token.
///
/// An entry holds while nothing was written that concerns the account, so a request for a page that is cached reads no database.
final class AccessCache: Sendable {
  struct Entry: Sendable {
    let found: FoundSession
    /// The day and the zone that the rest is relative to.
    let today: Day
    let zone: String
    let due: DueSummary
    let tagColors: TagColors
  }

  private let entries = Mutex(LRUCache<Data, Entry>(budget: 10_000))

  subscript(digest: Data) -> Entry? {
    get { entries.withLock { $0.value(of: digest) } }
    set {
      entries.withLock { entries in if let newValue { entries.keep(newValue, as: digest, cost: 1) } }
    }
  }
}
