import StatePages
import StateViews
import Tasks

/// The log of a list's source, newest event first.
enum SourceLogScreen: ListScreen {
  typealias Content = [SourceEvent]

  static let name: ViewName = "source-log"
  static let emptyReasons = [Reason.nothingYet]

  struct Caption: TemplateView {
    static let fields: [String: Field<Caption>] = ["host": .text(\.host)]
    let host: String
  }

  static let fields: [String: Field<ListView<SourceLogScreen>>] = ["rows": .rows(\.rows)]

  static func rows(of events: [SourceEvent], for look: Look) -> [SourceLogRow] {
    events.map { SourceLogRow($0, for: look) }
  }

  static var samples: [Sample<SourceLogScreen>] {
    [Sample("a-day", caption: Caption(host: Samples.host), content: Samples.events)]
  }
}
