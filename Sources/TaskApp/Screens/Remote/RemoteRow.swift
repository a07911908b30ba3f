import Foundation
import StatePages
import Tasks

/// A row of a remote list: the task, read-only, with a link to copy it.
struct RemoteRow: TemplateView {
  static let fields: [String: Field<RemoteRow>] = [
    "anchor": .text(\.anchor),
    "field": .text { FormField.chosen + String($0.number) },
    "key": .text(\.task.key), "href": .optionalLink(\.href), "copyHref": .optionalLink(\.copyHref),
    "ticked": .flag(\.isTicked),
    "title": .optional { $0.isUntitled ? nil : $0.task.title },
    "label": .optional { $0.isUntitled ? nil : ShortText.of($0.task.title) },
    "cardTitle": .optional { row in
      row.isUntitled ? nil : ShortText.of(row.task.title, characters: Limits.titleCharacters, bytes: 1_200)
    },
    "recurrence": .pieces { $0.recurrence.map { [$0] } ?? [] },
    "recurs": .flag { $0.recurrence != nil },
    "depth": .text { String($0.depth) },
    "level": .text { String($0.depth + 1) },
    "closed": .flag(\.isClosed),
    "cancelled": .flag { $0.task.status == .cancelled },
    "closedOn": .optional(\.closedOn),
    "high": .flag { $0.task.priority == .high },
    "medium": .flag { $0.task.priority == .medium },
    "low": .flag { $0.task.priority == .low },
    "percent": .optional(\.percent), "due": .view(\.due), "starts": .optional(\.starts),
    "tags": .rows { $0.task.tags.map(RemoteTag.init) },
    "tagged": .flag { !$0.task.tags.isEmpty },
    "hasNotes": .flag { !$0.task.notes.isEmpty },
    "notes": .optional { $0.task.notes.isEmpty ? nil : $0.task.notes },
  ]
  let task: RemoteTask
  /// Its position in the whole list, from 1.
  let number: Int
  /// The number of its ancestors that are shown in the same section, open or closed.
  let depth: Int
  let due: DueView?
  /// The day on which it starts; nil if it has started.
  let starts: String?
  let closedOn: String?
  let recurrence: RecurrenceView?
  /// The page of the task, and the page that copies it; nil for a list that is not followed yet.
  var href: TaskStep?
  var copyHref: TaskStep?
  /// Whether it is selected for copying.
  var isTicked = false

  /// The id of its HTML element.
  var anchor: String { "remote-\(number)" }
  private var isUntitled: Bool { task.title.isEmpty }
  var isClosed: Bool { !task.status.isOpen }

  private var percent: String? {
    switch task.status {
    case .open(let percent): percent.ifAny.map { String($0) }
    case .done, .cancelled: nil
    }
  }

  /// The rows of a list, in order.
  /// - Parameters:
  ///   - list: the list that they are copied from; nil if copying is not offered.
  ///   - ticked: the keys of the selected tasks.
  ///   - first: the number of preceding tasks in the same state, which determines the page of each row's copy link.
  ///   - apart: whether open and closed tasks are in separate sections, so that a task is nested only within its own.
  static func rows(
    _ tasks: some Sequence<PlacedRemoteTask>, of list: ListID? = nil, ticked: [String] = [], after first: Int = 0,
    apart: Bool = true, for look: Look
  ) -> [RemoteRow] {
    let printer = DayPrinter(look)
    // Compared as bytes, because `String` treats canonically equivalent keys as equal.
    let ticked = Set(ticked.map { Array($0.utf8) })
    return tasks.enumerated().map { index, placed in
      let task = placed.task
      let page = (first + index) / Limits.tasksAtOnce + 1
      return RemoteRow(
        task: task, number: placed.number, depth: apart ? placed.depth : min(task.depth, Limits.remoteDepth),
        due: task.status.isOpen ? task.due.map(printer.due) : nil,
        starts: task.status.isOpen ? task.start.flatMap { printer.starts($0.day(in: look.zone)) } : nil,
        closedOn: task.status.doneAt.map { printer.date($0.day(in: look.zone)) },
        recurrence: RecurrenceView(task.recurrence, printer, in: look.zone),
        href: list.map { .followedTask(task.key, of: $0) },
        copyHref: list.map { list in
          let rows = task.status.isOpen ? ListRows(page: page) : ListRows(completed: page > 1 ? page : nil)
          return .list(list, .choosing(task.key), at: .remote(placed.number), rows: rows)
        },
        isTicked: ticked.contains(Array(task.key.utf8)))
    }
  }

  /// The approximate size of a rendered row in bytes.
  static func bytes(of placed: PlacedRemoteTask) -> Int {
    let task = placed.task
    let texts = [task.title, task.group ?? "", task.key] + task.tags
    return texts.reduce(PageBudget.remoteRow) { $0 + PrintedText.bytes(of: $1) }
      + 2 * PrintedText.bytes(ofLabel: task.title) + 32 * task.tags.count
  }

  /// The approximate size of a rendered row with links to its page and to copy it, whose addresses contain the task's key.
  static func bytesWithLink(of placed: PlacedRemoteTask) -> Int { bytes(of: placed) + 6 * placed.task.key.utf8.count }
}

struct RemoteTag: TemplateView {
  static let fields: [String: Field<RemoteTag>] = [
    // Those of todo.txt have a sign of their own.
    "tag": .text { $0.tag.hasPrefix("+") || $0.tag.hasPrefix("@") ? $0.tag : "#" + $0.tag }
  ]
  let tag: String
}

/// Consecutive tasks under one heading.
struct RemoteGroup: TemplateView {
  static let fields: [String: Field<RemoteGroup>] = ["heading": .optional(\.heading), "rows": .rows(\.rows)]
  let heading: String?
  private(set) var rows: [RemoteRow]

  /// Groups rows; a new group begins where the heading changes.
  static func groups(of rows: some Sequence<RemoteRow>) -> [RemoteGroup] {
    rows.reduce(into: []) { groups, row in
      if let last = groups.indices.last, groups[last].heading == row.task.group {
        groups[last].rows.append(row)
      } else {
        groups.append(RemoteGroup(heading: row.task.group, rows: [row]))
      }
    }
  }
}

extension RemoteStatus {
  /// The time of completion; nil if the task is not completed, or the time is unknown.
  fileprivate var doneAt: RemoteTime? { if case .done(let time) = self { time } else { nil } }
}
