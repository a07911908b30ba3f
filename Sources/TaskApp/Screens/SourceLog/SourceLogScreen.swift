import Foundation
import StatePages
import StateViews
import Tasks

/// The log of a list's source, newest event first.
enum SourceLogScreen: Screen {
  static let name: ViewName = "source-log"
  static let emptyReasons = [Reason.nothingYet]

  struct Caption: TemplateView {
    static let fields: [String: Field<Caption>] = ["host": .text(\.host)]
    let host: String
  }

  struct View: TemplateView {
    static let fields: [String: Field<View>] = ["rows": .rows(\.rows)]
    let rows: [SourceLogRow]
  }

  static func view(of content: [SourceEvent], for look: Look) -> View {
    View(rows: content.map { SourceLogRow($0, for: look) })
  }

  static var samples: [Sample<SourceLogScreen>] {
    [Sample("a-day", caption: Caption(host: Samples.host), content: Samples.events)]
  }
}
