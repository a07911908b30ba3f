import GRDB
import Synchronization

/// Names what is in the database, for what is cached of it: numbers of changes mean something only together with this name.
///
/// A backup that is restored into the running database brings back numbers that were used since, for other things. It is found
/// by the epoch that it brings, which is another one for each start, or by a last change before one that was seen.
final class DatabaseEpoch: Sendable {
  /// What the database says of itself.
  struct Mark: Hashable, Sendable {
    /// What ``Meta/epoch(_:)`` stores.
    let stored: String
    /// The last change; 0 before the first.
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

  /// The newest mark that was seen.
  var newest: Mark { state.withLock { $0.mark } }

  /// The name of a database with that mark; nil where it may have been restored, which ``settle(_:since:)`` decides.
  func name(for mark: Mark) -> String? {
    state.withLock { state in
      guard mark.stored == state.mark.stored, mark.lastChange >= state.mark.lastChange else { return nil }
      state.mark = mark
      return state.name
    }
  }

  /// The name of the database, by a mark that was read after `known` had been seen: a lower one can't come from a read that
  /// was slow then.
  func settle(_ mark: Mark, since known: Mark) -> String {
    state.withLock { state in
      // Another request may have settled it.
      guard state.mark == known || mark.stored != state.mark.stored else { return state.name }
      if mark.stored != known.stored || mark.lastChange < known.lastChange { state.name = Meta.newEpoch() }
      state.mark = mark
      return state.name
    }
  }
}
