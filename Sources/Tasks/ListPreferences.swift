/// How an account looks at a list, and where the list adds tasks for it.
package struct ListPreferences: Hashable, Sendable {
  /// The end at which new tasks are added to the list's own order.
  package var adds: ListEnd
  /// The order in which open tasks are shown. The list's own order stays.
  package var order: TaskOrder
  /// How its sections and rows are shown.
  package var layout: ListLayout
  /// Nil for none.
  package var color: ListColor?

  package init(adds: ListEnd, order: TaskOrder, layout: ListLayout = .list, color: ListColor? = nil) {
    (self.adds, self.order, self.layout, self.color) = (adds, order, layout, color)
  }

  package static let ofNewList = ListPreferences(adds: .bottom, order: .hand)
}

package enum ListEnd: String, CaseIterable, Hashable, Sendable {
  case top, bottom
}

/// An order of a list's open tasks.
package enum TaskOrder: String, CaseIterable, Hashable, Sendable {
  /// The list's own order.
  case hand
  /// By due date; tasks without one are last.
  case date
  /// The highest priority first.
  case priority
}

/// How the page of a list shows its sections and rows.
package enum ListLayout: String, CaseIterable, Hashable, Sendable {
  /// One below the other.
  case list
  /// Side by side.
  case board
  /// One below the other, with boxes that are sent together.
  case ticks
}
