import StatePages
import StateViews

/// Describe here what this screen shows.
enum ArrivalsScreen: ListScreen {
  typealias Content = [ArrivalsItem]

  static let name: ViewName = "arrivals"
  static let emptyReasons: [Reason] = ["nothing-yet"]
  static let samples = [
    Sample<ArrivalsScreen>("two", content: [ArrivalsItem(title: "One"), ArrivalsItem(title: "Two")])
  ]

  static let fields: [String: Field<ListView<ArrivalsScreen>>] = ["items": .rows(\.rows)]

  static func rows(of items: [ArrivalsItem], for look: DisplaySettings) -> [Row] {
    items.map { Row(title: $0.title) }
  }

  /// An item, ready to print.
  struct Row: TemplateView {
    static let fields: [String: Field<Row>] = ["title": .text(\.title)]
    let title: String
  }
}

/// An item as it is loaded.
struct ArrivalsItem: Sendable {
  let title: String
}
