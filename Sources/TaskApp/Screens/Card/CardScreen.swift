import StatePages
import StateViews
import Tasks

/// The card of a list on the overview: its name, count and first tasks.
enum CardScreen: ListScreen {
  static let name: ViewName = "card"
  static let emptyReasons = [
    Reason.nothingYet, Reason.allDone(completed: 23, last: Samples.afternoon), Reason.noMatches,
  ]
  static let taskCount = 3

  struct Caption: TemplateView {
    static let fields: [String: Field<Caption>] = [
      "id": .text { $0.list.id.description },
      "href": .link { .openList($0.list.id) },
      "name": .text(\.list.name), "color": .view { ListColorView($0.list) },
      "label": .text { ShortText.of($0.list.name) },
      "open": .number(\.list.open.ifAny),
      // Known when the tasks are.
      "late": .number { _ in nil },
      "matches": .number { _ in nil },
      "filter": .flag { $0.list.filter != nil },
    ]
    let list: ListSummary
  }

  struct Content: ListContent, Sendable {
    let rows: [Excerpt]
    /// The number of open tasks that are late.
    var late = 0
    /// The number of further open tasks.
    let more: Int
    /// The number of matches of a saved filter; nil for a list.
    var matches: Int?

    var count: Int { rows.count }

    struct Excerpt: Hashable, Sendable {
      let id: TaskID
      let title: String
      let due: Day?
      let time: ClockTime?
    }
  }

  static let fields: [String: Field<ListView<CardScreen>>] = [
    "rows": .rows(\.rows),
    "late": .number(\.content.late.ifAny),
    "matches": .number(upTo: Limits.countedMatches - 1) { $0.content.matches },
    "more": .number(\.content.more.ifAny),
  ]

  static func placeholderRows(for caption: Caption) -> Int? { caption.list.open.ifAny.map { min($0, taskCount) } }

  struct Row: TemplateView {
    static let fields: [String: Field<Row>] = [
      "title": .text { ShortText.of($0.row.title, characters: Limits.titleCharacters, bytes: 1_200) },
      "href": .link { .openTask($0.row.id) },
      "due": .view(\.due),
    ]
    let row: Content.Excerpt
    let due: DueView?
  }

  static func rows(of content: Content, for look: DisplaySettings) -> [Row] { rows(of: content.rows, for: look) }

  static func rows(of excerpts: [Content.Excerpt], for look: DisplaySettings) -> [Row] {
    let printer = DayPrinter(look)
    return excerpts.map { row in Row(row: row, due: row.due.map { printer.due($0, row.time) }) }
  }

  /// One: a card's rows are few and short.
  static func rows(in content: Content) -> Int { 1 }

  static var samples: [Sample<CardScreen>] {
    let content = Content(rows: Samples.kitchen.prefix(taskCount).map(Content.Excerpt.init), late: 1, more: 11)
    return [
      Sample("kitchen", caption: Caption(list: Samples.lists[1]), content: content),
      Sample(
        "filter", caption: Caption(list: Samples.filterList),
        content: Content(rows: content.rows, more: 9, matches: 12)),
    ]
  }
}

extension CardScreen.Content.Excerpt {
  init(_ row: TaskRow) { self.init(id: row.id, title: row.title, due: row.due, time: row.time) }

  init(_ found: FoundTask) {
    let row = found.row
    self.init(id: row.id, title: row.title, due: row.done == nil ? row.due : nil, time: row.time)
  }
}

extension Reason {
  /// A saved filter finds nothing.
  static let noMatches: Reason = "no-matches"
}
