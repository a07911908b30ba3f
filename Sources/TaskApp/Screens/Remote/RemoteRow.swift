import Foundation
import StatePages
import Tasks

/// A row of a list from elsewhere: the task, read-only, and the way to make it one's own.
struct RemoteRow: TemplateView {
  static let fields: [String: Field<RemoteRow>] = [
    "anchor": .text(\.anchor),
    "field": .text { FormField.chosen + String($0.number) },
    "key": .text(\.task.key),
    "copyHref": .optionalAddress(\.copyHref),
    "ticked": .flag(\.isTicked),
    "title": .optional { $0.isUntitled ? nil : $0.task.title },
    "label": .optional { $0.isUntitled ? nil : ShortText.of($0.task.title) },
    "cardTitle": .optional { row in
      row.isUntitled ? nil : ShortText.of(row.task.title, characters: Limits.titleCharacters, bytes: 1_200)
    },
    "repeats": .flag(\.task.repeats),
    "depth": .text { String($0.depth) },
    "level": .text { String($0.depth + 1) },
    "closed": .flag(\.isClosed),
    "cancelled": .flag { $0.task.status == .cancelled },
    "closedOn": .optional(\.closedOn),
    "high": .flag { $0.task.priority == .high },
    "medium": .flag { $0.task.priority == .medium },
    "low": .flag { $0.task.priority == .low },
    "percent": .optional(\.percent),
    "due": .view(\.due),
    "tags": .rows { $0.task.tags.map(RemoteTag.init) },
    "tagged": .flag { !$0.task.tags.isEmpty },
    "notes": .optional { $0.task.notes.isEmpty ? nil : $0.task.notes },
  ]
  let task: RemoteTask
  /// Its place in the whole list, from 1.
  let number: Int
  /// How many of the tasks that it stands beneath are shown apart from the others as it is.
  let depth: Int
  let due: DueView?
  let closedOn: String?
  /// Where this one can be copied to a list of one's own; nil where that is not offered.
  var copyHref: String?
  /// Whether it is among those that are to be copied already.
  var isTicked = false

  /// The id of its element.
  var anchor: String { "remote-\(number)" }
  private var isUntitled: Bool { task.title.isEmpty }
  var isClosed: Bool { !task.status.isOpen }

  private var percent: String? {
    switch task.status {
    case .open(let percent): percent > 0 ? String(percent) : nil
    case .done, .cancelled: nil
    }
  }

  /// The rows of a list, in order.
  /// - Parameters:
  ///   - list: the list that they are copied from; nil where that is not offered.
  ///   - ticked: the keys of those that are ticked already.
  ///   - first: how many of the same state stand before them: tells the page on which each is chosen.
  ///   - apart: whether open and closed tasks are shown apart, so that each stands beneath its like only.
  static func rows(
    _ tasks: some Sequence<PlacedRemoteTask>, of list: ListID? = nil, ticked: [String] = [], after first: Int = 0,
    apart: Bool = true, for look: Look
  ) -> [RemoteRow] {
    let printer = DayPrinter(look)
    // By their bytes: to `String`, two spellings of é are one.
    let ticked = Set(ticked.map { Array($0.utf8) })
    return tasks.enumerated().map { index, placed in
      let task = placed.task
      let page = (first + index) / Limits.tasksAtOnce + 1
      return RemoteRow(
        task: task, number: placed.number, depth: apart ? placed.depth : min(task.depth, Limits.remoteDepth),
        due: task.status.isOpen ? task.due.map { printer.due($0.day(in: look.zone)) } : nil,
        closedOn: task.status.doneAt.map { printer.date($0.day(in: look.zone)) },
        copyHref: list.map { list in
          let rows = task.status.isOpen ? ListRows(page: page) : ListRows(completed: page > 1 ? page : nil)
          return TaskFlow.address(after: .startedCopying(task.key, number: placed.number, of: list, rows: rows))
        },
        isTicked: ticked.contains(Array(task.key.utf8)))
    }
  }

  /// About how many bytes a row has as it is printed.
  static func bytes(of placed: PlacedRemoteTask) -> Int {
    let task = placed.task
    let texts = [task.title, task.notes, task.group ?? "", task.key] + task.tags
    return texts.reduce(PageBudget.remoteRow) { $0 + PrintedText.bytes(of: $1) }
      + 2 * PrintedText.bytes(of: ShortText.of(task.title)) + 32 * task.tags.count
  }

  /// The same where it leads to being copied: its key stands in an address.
  static func bytesWithLink(of placed: PlacedRemoteTask) -> Int {
    bytes(of: placed) + 3 * placed.task.key.utf8.count
  }
}

/// A tag of a task from elsewhere.
struct RemoteTag: TemplateView {
  static let fields: [String: Field<RemoteTag>] = ["tag": .text(\.tag)]
  let tag: String
}

/// Tasks that follow each other under one heading.
struct RemoteGroup: TemplateView {
  static let fields: [String: Field<RemoteGroup>] = ["heading": .optional(\.heading), "rows": .rows(\.rows)]
  let heading: String?
  private(set) var rows: [RemoteRow]

  /// The groups of rows: a new one wherever the heading changes.
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
  /// When it was completed, if it was and that is known.
  fileprivate var doneAt: RemoteTime? {
    switch self {
    case .done(let time): time
    case .open, .cancelled: nil
    }
  }
}
