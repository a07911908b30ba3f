import StatePages
import StateViews

/// A screen for the tests: the notes of a list.
enum Notes: Screen {
  static let name: ViewName = "notes"
  static let emptyReasons: [Reason] = [
    "nothing-yet", Reason("all-done", ["completed": .number(23), "last": .moment(1_763_000_000), "by": .text("Ann")]),
  ]
  static let failures = Failure.usual + [Failure(.notFound), Failure(.conflict, "changed-since")]
  static let stages: [Reason] = ["connecting", Reason("received", ["number": .number(340)])]
  static let samples = [
    Sample<Notes>(
      "two", caption: Caption(list: "Groceries"), content: [Note("Milk", due: "2025-11-20"), Note("Bread")]),
    Sample<Notes>(
      "long-titles", caption: Caption(list: "Essays"), content: [Note(String(repeating: "long ", count: 60))]),
  ]

  struct Caption: TemplateView {
    static let fields: [String: Field<Caption>] = ["list": .text(\.list), "due": .optional(\.due)]
    var list = "Groceries"
    var due: String?
  }

  struct View: TemplateView {
    static let fields: [String: Field<View>] = ["rows": .rows(\.rows)]
    let rows: [Note]
  }

  static func view(of content: [Note], for look: DisplaySettings) -> View { View(rows: content) }

  static func rows(in content: [Note]) -> Int { content.count }
}

/// One note, as a row of its list.
struct Note: TemplateView, Equatable {
  static let fields: [String: Field<Note>] = ["title": .text(\.title), "due": .optional(\.due)]
  let title: String
  let due: String?

  init(_ title: String, due: String? = nil) {
    self.title = title
    self.due = due
  }
}

/// A screen without content of its own: it can only fail.
enum Problem: Screen {
  typealias Content = Never
  typealias View = NoCaption

  static let name: ViewName = "problem"
  static let failures = Failure.Kind.allCases.map { Failure($0) }
}

/// The layout of the tests' pages.
struct Frame: Layout {
  static let template = "layouts/page"
  static let fields: [String: Field<Frame>] = ["stage": stage, "title": .text(\.title)]
  var title = "Notes"
  var stylesheet = "/style.css"
}

/// A piece outside the regions of a page.
struct Head: Piece {
  static let template = "notes/head"
  static let fields: [String: Field<Head>] = ["name": .text(\.name)]
  var name = "Groceries"
}
