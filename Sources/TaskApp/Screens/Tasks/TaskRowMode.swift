import StatePages
import Tasks

enum TaskRowMode: Hashable, Sendable {
  case using
  /// Selecting tasks. The values are selected already.
  case selecting(Set<TaskID>)

  init(_ mode: ListMode, selected: [TaskID]) {
    switch mode {
    case .using, .addingSeveral, .renaming, .addingSection, .startingAgain, .arranging, .movingSection, .choosing:
      self = .using
    case .selecting: self = .selecting(Set(selected))
    }
  }

  var isSelecting: Bool { selected != nil }

  /// The selected tasks; nil unless tasks are being selected.
  var selected: Set<TaskID>? {
    switch self {
    case .selecting(let tasks): tasks
    case .using: nil
    }
  }

  var ofPage: ListMode {
    switch self {
    case .using: .using
    case .selecting: .selecting
    }
  }

  /// The part of a cache key that tells modes apart.
  var cacheKey: CacheKey {
    switch self {
    case .using: CacheKey("using")
    case .selecting(let tasks): CacheKey("selecting", CacheKey(tasks.map(\.description).sorted()))
    }
  }
}
