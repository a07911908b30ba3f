import Foundation
import StatePages
import StateViews
import Tasks

/// What happened to the source of a list, the newest first.
enum HappenedScreen: Screen {
  static let name: ViewName = "happened"
  static let emptyReasons = [Reason.nothingYet]

  struct Caption: TemplateView {
    static let fields: [String: Field<Caption>] = ["host": .text(\.host)]
    let host: String
  }

  struct View: TemplateView {
    static let fields: [String: Field<View>] = ["rows": .rows(\.rows)]
    let rows: [HappenedRow]
  }

  static func view(of content: [SourceEvent], for look: Look) -> View {
    View(rows: content.map { HappenedRow($0, for: look) })
  }

  static var samples: [Sample<HappenedScreen>] {
    [Sample("a-day", caption: Caption(host: Samples.host), content: Samples.events)]
  }
}
