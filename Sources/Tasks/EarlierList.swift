package import Foundation

/// A list as it was at an earlier moment.
package struct EarlierList: Hashable, Sendable {
  package var name: String
  /// The list's open tasks then, in its own order, each after the one that it is a subtask of; at most ``Limits/largestPage``.
  package var rows: [EarlierTaskRow] = []
  package var isCut = false
  /// The number of changes since.
  package var changes = 0
  /// The open tasks that were added since.
  package var added: [OpenTask] = []
  /// The number of tasks that were deleted for good since.
  package var lost = 0
  /// Whether all changes since are stored with a way back.
  package var isWhole = true

  package init(name: String) { self.name = name }
}

/// An open task as it was, and what became of it.
package struct EarlierTaskRow: Hashable, Sendable {
  package enum Fate: Hashable, Sendable {
    /// What is otherwise now; nothing if it is as it was.
    case open([FieldChange])
    case completed
    case deleted
    /// In another list; without a name if the account can't see that.
    case moved(to: String?)
  }

  package let row: TaskRow
  package let fate: Fate
  /// When it was last changed since; nil for a task that was not.
  package let changed: Date?
  /// The heading above it, if it is the first one below that.
  package var heading: String?

  package init(_ row: TaskRow, _ fate: Fate, changed: Date?, heading: String?) {
    (self.row, self.fate, self.changed, self.heading) = (row, fate, changed, heading)
  }

  /// Whether it can be brought back: it is otherwise now, and the account may change it.
  package var canComeBack: Bool {
    switch fate {
    case .open(let changes): !changes.isEmpty
    case .completed, .deleted: true
    case .moved(let list): list != nil
    }
  }
}
