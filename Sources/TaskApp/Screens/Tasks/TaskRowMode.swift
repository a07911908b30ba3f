import StatePages
import Tasks

/// What the rows of a list are for.
enum TaskRowMode: Hashable, Sendable {
  case using
  /// Reordering the tasks, based on the list's revision.
  case arranging(ChangeID)
  /// Selecting tasks. The values are selected already.
  case selecting(Set<TaskID>)

  /// The rows in a mode of the list's page.
  init(_ mode: ListMode, of list: ListSummary, selected: [TaskID]) {
    switch mode {
    case .using, .addingSeveral, .renaming, .choosing: self = .using
    // Only the list's own order can be arranged.
    case .arranging: self = list.preferences.order == .hand ? .arranging(list.revision) : .using
    case .selecting: self = .selecting(Set(selected))
    }
  }

  var isArranging: Bool { revision != nil }
  var isSelecting: Bool { selected != nil }

  /// The list's revision, which moves are based on; nil unless tasks are being reordered.
  var revision: ChangeID? {
    switch self {
    case .arranging(let revision): revision
    case .using, .selecting: nil
    }
  }

  /// The selected tasks; nil unless tasks are being selected.
  var selected: Set<TaskID>? {
    switch self {
    case .selecting(let tasks): tasks
    case .using, .arranging: nil
    }
  }

  /// The mode of the page that has the rows.
  var ofPage: ListMode {
    switch self {
    case .using: .using
    case .arranging: .arranging
    case .selecting: .selecting
    }
  }

  /// The part of a cache key that tells modes apart.
  var cacheKey: CacheKey {
    switch self {
    case .using: CacheKey("using")
    case .arranging: CacheKey("arranging")
    case .selecting(let tasks): CacheKey("selecting", CacheKey(tasks.map(\.description).sorted()))
    }
  }
}
