import Foundation
import Hummingbird
import Logging
import StatePages
import StateViews
import TaskStore
import Tasks

/// The changes of a list in days, newest first, each with what it changed and an undo button.
enum HistoryScreen: ListScreen {
  static let name: ViewName = "history"
  static let emptyReasons = [Reason.nothingYet]

  struct Caption: TemplateView {
    static let fields: [String: Field<Caption>] = ["listName": .text(\.listName), "ofTask": .flag(\.ofTask)]
    let listName: String
    var ofTask = false
  }

  struct Content: ListContent, Sendable {
    let changes: ArraySlice<Change>
    let hasOlder, isOlder: Bool
    /// Whether it tells who made each change: where others change the list, too.
    let namesAccounts: Bool

    /// Creates content with as many changes as the page's length allows.
    init(_ changes: [Change], size: Int, isOlder: Bool, namesAccounts: Bool = false) {
      self.changes = changes.prefix(size)
      (self.isOlder, self.namesAccounts) = (isOlder, namesAccounts)
      hasOlder = size < changes.count
    }

    var count: Int { changes.count }

    fileprivate var olderHref: TaskIntent? {
      guard hasOlder, let last = changes.last else { return nil }
      return .showOlder(than: last.id)
    }
  }

  static let fields: [String: Field<ListView<HistoryScreen>>] = [
    "days": .rows(\.rows), "older": .flag(\.content.isOlder),
    "newestHref": .link { _ in .showNewest },
    "olderHref": .optionalLink(\.content.olderHref),
    "more": .flag { $0.content.isOlder || $0.content.olderHref != nil },
  ]

  struct Row: TemplateView {
    static let fields: [String: Field<Row>] = ["day": .view(\.day), "rows": .rows(\.rows)]
    /// The moment of the newest.
    let day: Moment?
    var rows: [Entry]
  }

  struct Entry: TemplateView {
    static let fields: [String: Field<Entry>] = [
      "sentence": .view(\.sentence), "href": .optionalLink(\.href), "fields": .rows(\.changes),
      "others": .view(\.others), "label": .view(\.label), "at": .view(\.at), "undo": .optionalForm(\.sentence?.undo),
      "redoes": .flag { $0.sentence?.isRedoable == true },
      "undone": .flag(\.isUndone), "who": .optional(\.who?.name), "initial": .pieces { InitialView.of($0.who) },
      "app": .optional(\.sentence?.app), "byAnswer": .flag { $0.medium == .answer },
      "byMail": .flag { $0.medium == .mail },
    ]
    /// Nil for a change that can't be read.
    let sentence: ChangeSentence?
    /// The sentence with shortened names, for the button's label.
    let label: ChangeSentence?
    let at: Moment?
    let isUndone: Bool
    /// The account that made it; nil where no other account changes the list.
    let who: Person?
    /// How it was made without the app.
    let medium: Change.Medium?
    /// The page of its task; nil unless that is there.
    let href: TaskIntent?
    let changes: [FieldChangeView]
    /// The tasks of other lists that were changed, and are undone, together with it.
    let others: BatchRest?

    init(_ change: Change, at moment: Moment, namesAccount: Bool, _ days: DayPrinter) {
      sentence = change.isReadable ? ChangeSentence(change) : nil
      label = sentence?.shortened
      (at, medium) = (moment, change.medium)
      (isUndone, who) = (change.undone, namesAccount ? change.who : nil)
      href = change.isTaskThere ? change.task.map(TaskIntent.openTask) : nil
      changes = change.fields.map { FieldChangeView(change: $0, days: days) }
      others = BatchRest(change)
    }
  }

  static func rows(of content: Content, for look: DisplaySettings) -> [Row] {
    let (moments, days) = (MomentPrinter(look), DayPrinter(look))
    var (rows, last): ([Row], Day?) = ([], nil)
    for change in content.changes {
      let day = Day(of: change.at, in: look.zone)
      let entry = Entry(
        change, at: moments.moment(Int64(change.at.timeIntervalSince1970)),
        namesAccount: content.namesAccounts, days)
      if day != last { rows.append(Row(day: entry.at, rows: [])) }
      rows[rows.count - 1].rows.append(entry)
      last = day
    }
    return rows
  }

  static var samples: [Sample<HistoryScreen>] {
    let changes = Samples.history
    var unreadable = changes[0]
    (unreadable.isReadable, unreadable.undoable) = (false, false)
    let caption = Caption(listName: Samples.lists[1].name)
    return [
      Sample("a-week", caption: caption, content: Content(changes, size: 100, isOlder: false)),
      Sample("among-many", caption: caption, content: Content(changes, size: 3, isOlder: true)),
      Sample(
        "shared", caption: caption,
        content: Content(Samples.sharedHistory, size: 100, isOlder: false, namesAccounts: true)),
      Sample("unreadable", caption: caption, content: Content([unreadable], size: 1, isOlder: false)),
    ]
  }
}

enum HistoryPage {
  /// The page of a list's history, or of what it tells of a task.
  /// - Parameters:
  ///   - task: the task; nil for all changes of the list.
  ///   - before: shows only changes older than this one; nil for the newest.
  static func page(
    _ id: ListID, of task: TaskID?, before: ChangeID?, for request: SignedInRequest
  ) async throws(Failure) -> Page {
    let size = request.look.rows
    let header = try await request.listHeader(id)
    let (list, logger) = (header.list, request.context.logger)
    let content = request.store.loader(orEmpty: .nothingYet) { store throws(Interruption) in
      // One extra row shows whether there are older changes.
      let changes = try await store.history(of: id, task: task, limit: size + 1, before: before)
      for change in changes where !change.isReadable {
        logger.error("an entry of a history can't be read", metadata: ["change": "\(change.id)"])
      }
      return HistoryScreen.Content(
        changes, size: size, isOlder: before != nil, namesAccounts: list.members > 1)
    }
    return Page(request, .history, name: list.name, of: id) {
      HistoryHead(
        list: list, task: task,
        yesterday: header.source == nil && list.filter == nil ? .yesterday(for: request.look) : nil)
      if let source = header.source, !source.isHidden, before == nil, task == nil { happened(at: source, id, request) }
      Region<HistoryScreen>(
        "history", content, caption: HistoryScreen.Caption(listName: list.name, ofTask: task != nil),
        retry: request.retry, placement: .page)
    }
  }

  private static func happened(at source: Source, _ list: ListID, _ request: SignedInRequest) -> PagePart {
    let content = request.store.loader(orEmpty: .nothingYet) { store throws(Interruption) in
      try await store.events(of: source.id)
    }
    return .region(
      Region<SourceLogScreen>(
        "source-log", content, caption: SourceLogScreen.Caption(host: source.address.host),
        retry: request.retry, weight: .secondary))
  }
}

struct HistoryHead: Piece {
  static let template = "history/head"
  static let fields: [String: Field<HistoryHead>] = [
    "listName": .text(\.list.name),
    "listHref": .link { head in head.task.map { .openTask($0) } ?? .openList(head.list.id) },
    "ofTask": .flag { $0.task != nil },
    "earlierHref": .optionalLink { head in
      head.task == nil ? head.yesterday.map { .openEarlier(head.list.id, asOf: $0) } : nil
    },
  ]
  let list: ListSummary
  var task: TaskID?
  /// The moment as of which the list is offered; nil for one that has no tasks of its own.
  var yesterday: LocalMinute?
}

/// The rest of a batch of changes: the tasks of other lists.
struct BatchRest: TemplateView {
  static let fields: [String: Field<BatchRest>] = [
    "tasks": .number { $0.tasks },
    "lists": .number { $0.lists },
    "oneByOne": .flag(\.isOneByOne),
  ]
  private let tasks, lists: Int
  /// Whether each task is a change of its own, as when an app deletes some.
  private let isOneByOne: Bool

  /// Nil for a change of its own.
  init?(_ change: Change) {
    guard let batch = change.batch, !batch.isMixed, batch.lists > 1 else { return nil }
    (tasks, lists) = (batch.tasks - change.count, batch.lists - 1)
    isOneByOne = change.task != nil && [.taskDeleted, .undone].contains(change.kind)
  }
}
