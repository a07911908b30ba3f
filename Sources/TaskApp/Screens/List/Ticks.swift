import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// The boxes of a list that were ticked, perhaps for a while without a network, and are sent together. A task to add may come with them.
struct Ticks {
  let tasks: [TaskID]
  /// Completes them before the task is added, in the same transaction; nil without boxes.
  let pending: PendingWrites?
  private let list: ListID
  private let today: Day
  /// The revision of the list that was ticked.
  private let since: ChangeID?
  private let submission: SubmissionID

  init(_ form: FormBody, of list: ListID, _ request: SignedInRequest) throws(RequestProblem) {
    tasks = try SelectedInput(form).tasks
    (self.list, today) = (list, request.look.today)
    since = try form.version()
    submission = try request.submission(form, of: .list(list, .changeTasks))
    pending =
      tasks.isEmpty ? nil : PendingWrites([.tick(tasks, in: list, on: request.look.today, submission: submission)])
  }

  var isEmpty: Bool { tasks.isEmpty }

  /// Completes them, and leads to the list.
  func send(_ section: SectionID?, for request: SignedInRequest) async throws -> Response {
    let written = try await request.store.tick(tasks, in: list, on: today, submission: submission)
    return await redirect(section, written.change, request)
  }

  /// Leads to the list after a task was added with them. One undo reverts both.
  func redirect(_ section: SectionID?, with added: ChangeID?, for request: SignedInRequest) async -> Response {
    var ticked: [ChangeID] = []
    if case .made(let written)? = pending?.outcome { ticked = written.filter(\.isNew).compactMap(\.change) }
    if let added { await request.join(ticked + [added]) }
    // The notice of what was ticked says that what was typed is saved, too.
    return await redirect(section, ticked.min() ?? added, request)
  }

  private func redirect(_ section: SectionID?, _ change: ChangeID?, _ request: SignedInRequest) async -> Response {
    await request.redirect(
      after: .tickedTasks(in: list, ListRows(section: section), since: since, change), at: .list(list))
  }
}

/// How many boxes are ticked, with the button that sends them. The stylesheet counts.
struct TickBar: Piece {
  static let template = "list/tick-bar"
}

/// What was changed in a list since a revision of it, beside what the page itself reports.
struct Meanwhile: Piece {
  static let template = "list/meanwhile"
  static let fields: [String: Field<Meanwhile>] = [
    "changes": .rows { $0.changes.prefix(most).map { ChangeSentence($0).shortened } },
    "more": .flag { $0.changes.count > most },
    "historyHref": .link { .openHistory(of: $0.list) },
  ]
  private static let most = 5

  private let list: ListID
  /// The newest first.
  private let changes: [Change]

  /// Nil if nothing was changed.
  init?(in list: ListID, since: ChangeID, but did: RecentChanges?, _ request: SignedInRequest) async throws(Failure) {
    func isOwn(_ change: Change) -> Bool {
      guard let did else { return false }
      return change.id == did.last || change.id.value == did.last.value + 1 && change.batch?.isMixed == true
    }
    let newest = try await request.store.history(of: list, limit: Self.most + Self.beside)
    changes = newest.filter { $0.id > since && !isOwn($0) && $0.isReadable }
    self.list = list
    if changes.isEmpty { return nil }
  }

  /// The number of changes that are read beside those to tell: the page's own, and one that shows whether there are more.
  private static let beside = 4
}
