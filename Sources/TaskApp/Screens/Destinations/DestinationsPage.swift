import StatePages
import StateViews
import TaskStore
import Tasks

/// The page on which a reader chooses the list that a task is moved to.
enum DestinationsPage {
  /// The page of a task's destinations.
  /// - Parameters:
  ///   - from: the step that shows the task after the move; nil for its list.
  ///   - number: the page of lists, from 1.
  static func page(
    _ id: TaskID, from: TaskStep?, page number: Int, for request: SignedInRequest
  ) async throws(Failure) -> Page {
    let header = try await request.store.taskHeader(id)
    let (task, list) = (header.task, header.task.list)
    let content = request.store.loader { store throws(Interruption) in
      try await store.listChoices(page: number)
    } loaded: { choices in
      let isOnly = choices.paging.total < 2 && choices.contains(list)
      return Loaded(
        DestinationsScreen.Content(choices: isOnly ? nil : choices, task: id, list: list, from: from),
        orEmpty: .noOtherList)
    }
    return Page(
      request.layout(.destinations, name: task.title), for: request.look,
      cacheKey: request.cacheKey(nil, header.revision)
    ) {
      PagePart.piece(
        "head", DestinationsHead(task: task, from: from, page: header.place.page(of: request.look.rows)))
      Region<DestinationsScreen>(
        "destinations", content,
        cacheKey: request.part(id, header.revision, number, from.map { "\($0)" } ?? ""),
        retry: request.retry(at: .destinations(id, from: from, page: number)), placement: .page)
    }
  }
}

/// The head of the page: the task, and the way back.
struct DestinationsHead: Piece {
  static let template = "destinations/head"
  static let fields: [String: Field<DestinationsHead>] = [
    "title": .text { ShortText.of($0.task.title) },
    "backHref": .link(\.back),
    "listName": .optional { $0.from == nil ? ShortText.of($0.task.listName) : nil },
    "today": .flag { if case .today? = $0.from?.page { true } else { false } },
  ]
  let task: TaskDetail
  let from: TaskStep?
  /// The page of the list that has the task.
  let page: Int

  private var back: TaskIntent {
    from == nil
      ? .leaveTask(task.id, task.list, page: page)
      : .leaveDestinations(at: .destinations(task.id, from: from))
  }
}
