import StatePages
import StateViews
import Tasks

/// The completed tasks of a list: a section that is closed until somebody opens it.
enum CompletedScreen: Screen {
  static let name: ViewName = "completed"
  static let emptyReasons = [Reason.nothingYet, Reason.nothingElse]

  struct Caption: TemplateView {
    static let fields: [String: Field<Caption>] = [
      "count": .text { String($0.count) },
      "open": .flag(\.isOpen),
    ]
    let count: Int
    let isOpen: Bool
  }

  struct Content: Sendable {
    let rows: [TaskRow]
    /// How many there are beyond these.
    let more: Int
    let list: ListID
  }

  struct View: TemplateView {
    static let fields: [String: Field<View>] = [
      "rows": .pieces(\.rows),
      "more": .optional(\.more),
      "moreHref": .address(\.moreHref),
    ]
    let rows: [TaskRowView]
    let more: String?
    let moreHref: String
  }

  static func view(of content: Content, for look: Look) -> View {
    View(
      rows: TaskRowView.rows(content.rows, news: nil, for: look),
      more: content.more > 0 ? String(content.more) : nil,
      moreHref: Site.list(content.list).address([(Query.all, nil)]))
  }

  static var samples: [Sample<CompletedScreen>] {
    let content = Content(rows: Samples.completed, more: 20, list: Samples.listID(2))
    return [
      Sample("closed", caption: caption(isOpen: false), content: content),
      Sample("open", caption: caption(isOpen: true), content: content),
    ]
  }

  private static func caption(isOpen: Bool) -> Caption {
    Caption(count: 23, isOpen: isOpen)
  }
}
