import Foundation
import StatePages
import StateViews
import TaskStore
import Tasks

/// The open tasks of a list as they were, with what is otherwise now.
enum EarlierScreen: Screen {
  static let name: ViewName = "earlier"
  static let emptyReasons = [Reason.nothingThen]
  static let otherStates = [Reason.tooManyChanges, .tooOld, .noSuchMinute]

  struct Content: ListContent, Sendable {
    let list: EarlierList
    let minute: LocalMinute
    /// The name of the list now.
    let name: String

    var count: Int { list.rows.count }
  }

  struct View: TemplateView {
    static let fields: [String: Field<View>] = [
      "formerName": .optional { $0.content.list.name == $0.content.name ? nil : ShortText.of($0.content.list.name) },
      "changes": .number(\.content.list.changes.ifAny), "groups": .rows(\.groups),
      "lost": .number(\.content.list.lost.ifAny), "whole": .flag(\.content.list.isWhole),
      "cut": .flag(\.content.list.isCut), "added": .rows { $0.content.list.added.map(Added.init) },
      "addedCount": .numeral { $0.content.list.added.count.ifAny },
    ]
    let content: Content
    let groups: [Group]
  }

  /// The rows below a heading.
  struct Group: TemplateView {
    static let fields: [String: Field<Group>] = ["heading": .optional(\.heading), "rows": .rows(\.rows)]
    let heading: String?
    var rows: [Row]
  }

  struct Added: TemplateView {
    static let fields: [String: Field<Added>] = [
      "title": .text { ShortText.of($0.task.title) }, "href": .link { .openTask($0.task.id) },
    ]
    let task: OpenTask
  }

  struct Row: TemplateView {
    static let fields: [String: Field<Row>] = [
      "id": .text { $0.row.row.id.description }, "title": .text { ShortText.ofRow($0.row.row.title) },
      "label": .text { ShortText.of($0.row.row.title) },
      "nested": .flag { $0.row.row.place.depth > 0 }, "depth": .text { String($0.row.row.place.depth) },
      "due": .view(\.due), "tags": .pieces { $0.row.row.tags.tags.map { TagLink(tag: $0, isLink: false) } },
      "gone": .flag { if case .deleted = $0.row.fate { true } else { false } },
      "done": .flag { if case .completed = $0.row.fate { true } else { false } },
      "moved": .flag { if case .moved = $0.row.fate { true } else { false } },
      "movedTo": .optional { if case .moved(let list) = $0.row.fate { list.map { ShortText.of($0) } } else { nil } },
      "fields": .rows(\.changes), "at": .view(\.at), "moment": .text(\.minute.description),
      "bring": .optionalForm { $0.row.canComeBack ? .task($0.row.row.id, .bringBack) : nil },
    ]
    let row: EarlierTaskRow
    let minute: LocalMinute
    let due: DueView?
    let changes: [FieldChangeView]
    let at: Moment?
  }

  static func view(of content: Content, for look: DisplaySettings) -> View {
    let (days, moments) = (DayPrinter(look), MomentPrinter(look))
    var groups: [Group] = []
    for row in content.list.rows {
      if groups.isEmpty || row.heading != nil { groups.append(Group(heading: row.heading, rows: [])) }
      let changes: [FieldChange] = if case .open(let changes) = row.fate { changes } else { [] }
      let isChanged = row.canComeBack || row.fate != .open([])
      groups[groups.count - 1].rows.append(
        Row(
          row: row, minute: content.minute, due: row.row.due.map { days.due($0, row.row.time) },
          changes: changes.map { FieldChangeView(change: $0, days: days) },
          at: isChanged ? row.changed.map { moments.moment(Int64($0.timeIntervalSince1970)) } : nil))
    }
    return View(content: content, groups: groups)
  }

  static func rows(in content: Content) -> Int { content.count }

  static var samples: [Sample<EarlierScreen>] {
    let minute = LocalMinute(day: Samples.today.adding(days: -3), time: .midnight)
    let rows = Samples.kitchen.filter { $0.done == nil }
    let at = Date(timeIntervalSince1970: Double(Samples.afternoon))
    let fates: [EarlierTaskRow.Fate] = [
      .open([]), .deleted, .open([.title(from: "Fix the door", to: "Fix the door in the hall"), .notes(.changed)]),
      .completed, .moved(to: "Garden"), .moved(to: nil),
    ]
    var list = EarlierList(name: "Kitchen renovation")
    list.rows = zip(rows, fates).enumerated().map { index, pair in
      EarlierTaskRow(pair.0, pair.1, changed: pair.1 == .open([]) ? nil : at, heading: index == 2 ? "Walls" : nil)
    }
    var quiet = list
    quiet.rows = rows.map { EarlierTaskRow($0, .open([]), changed: nil, heading: nil) }
    (list.changes, list.lost, list.isWhole, list.isCut) = (5, 1, false, true)
    list.added = [OpenTask(id: Samples.taskID(12), title: "Order the tiles")]
    return [
      Sample("changed", content: Content(list: list, minute: minute, name: "Kitchen")),
      Sample("as-now", content: Content(list: quiet, minute: minute, name: quiet.name)),
    ]
  }
}

extension Reason {
  static let nothingThen: Reason = "nothing-then"
  static let tooManyChanges: Reason = "too-many-changes"
  /// Before the time that changes can be taken back.
  static let tooOld = Reason("too-old", ["days": .number(Limits.undoDays)])
  /// A minute that the clock leaves out.
  static let noSuchMinute: Reason = "no-such-minute"
}
