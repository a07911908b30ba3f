import GRDB
import Synchronization

/// A name for the contents of the database, part of every cache key: change ids are meaningful only together with it.
///
/// Restoring a backup into the running database brings back ids that were since used for other changes. A restore is detected by
/// the backup's epoch, which differs for each start, or by a last change that is lower than one seen before.
final class DatabaseEpoch: Sendable {
  /// The state that the database records about itself.
  struct Mark: Hashable, Sendable {
    /// The value of ``Meta/epoch(_:)``.
    let stored: String
    /// The id of the last change; 0 before the first.
    let lastChange: Int64

    init(_ db: Database) throws {
      stored = try Meta.epoch(db)
      lastChange = try db.row("SELECT seq FROM sqlite_sequence WHERE name = 'changes'", []) { $0[0] as Int64 } ?? 0
    }
  }

  private struct State {
    var mark: Mark
    var name: String
  }

  private let state: Mutex<State>

  init(_ mark: Mark) {
    state = Mutex(State(mark: mark, name: mark.stored))
  }

  var newest: Mark { state.withLock { $0.mark } }

  /// The name of a database with this mark; nil if the database may have been restored, which ``settle(_:since:)`` decides.
  func name(for mark: Mark) -> String? {
    state.withLock { state in
      guard mark.stored == state.mark.stored, mark.lastChange >= state.mark.lastChange else { return nil }
      state.mark = mark
      return state.name
    }
  }

  /// The name of the database, for a mark read after `known` was seen. A lower mark then means a restore, not a slow read.
  func settle(_ mark: Mark, since known: Mark) -> String {
    state.withLock { state in
      // Another request may have settled it already.
      guard state.mark == known || mark.stored != state.mark.stored else { return state.name }
      if mark.stored != known.stored || mark.lastChange < known.lastChange { state.name = Meta.newEpoch() }
      state.mark = mark
      return state.name
    }
  }
}
