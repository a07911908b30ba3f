import Foundation
import StatePages
import StateViews
import Tasks

/// What was done in a list, the newest first, each with its way back.
enum HistoryScreen: Screen {
  static let name: ViewName = "history"
  static let emptyReasons = [Reason.nothingYet]
  /// How many changes a page shows.
  static let pageSize = 200

  struct Caption: TemplateView {
    static let fields: [String: Field<Caption>] = ["listName": .text(\.listName)]
    let listName: String
  }

  struct View: TemplateView {
    static let fields: [String: Field<View>] = ["rows": .rows(\.rows)]
    let rows: [Row]
  }

  struct Row: TemplateView {
    static let fields: [String: Field<Row>] = [
      "sentence": .view(\.sentence),
      "at": .view(\.at),
      "undo": .optionalAddress(\.sentence?.undo),
      "undone": .flag(\.isUndone),
    ]
    let sentence: ChangeSentence?
    let at: Moment?
    let isUndone: Bool
  }

  static func view(of content: [Change], for look: Look) -> View {
    View(
      rows: content.map { change in
        Row(
          sentence: ChangeSentence(change), at: Moment(Int64(change.at.timeIntervalSince1970), for: look),
          isUndone: change.undone)
      })
  }

  static var samples: [Sample<HistoryScreen>] {
    [Sample("a-week", caption: Caption(listName: Samples.lists[1].name), content: Samples.history)]
  }
}
