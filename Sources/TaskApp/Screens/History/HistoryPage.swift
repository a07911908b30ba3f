import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

enum HistoryPage {
  /// The page of a list's history, or of what it tells of a task.
  /// - Parameters:
  ///   - task: the task; nil for all changes of the list.
  ///   - before: shows only changes older than this one; nil for the newest.
  static func page(
    _ id: ListID, of task: TaskID?, before: ChangeID?, for request: SignedInRequest
  ) async throws(Failure) -> Page {
    let size = request.look.rows
    let header = try await request.header(of: id)
    let list = header.list
    let content = request.store.loader { store throws(Interruption) in
      // One extra row shows whether there are older changes.
      try await store.history(of: id, task: task, limit: size + 1, before: before)
    } loaded: { changes in
      Loaded(
        HistoryScreen.Content(changes, size: size, of: id, task: task, isOlder: before != nil), orEmpty: .nothingYet)
    }
    return Page(
      request.layout(.history, name: list.name, of: id), for: request.look,
      cacheKey: request.cacheKey(nil, list.revision)
    ) {
      PagePart.piece("head", HistoryHead(list: list, task: task))
      if let source = header.source, before == nil, task == nil { happened(at: source, id, request) }
      Region<HistoryScreen>(
        "history", content, caption: HistoryScreen.Caption(listName: list.name, ofTask: task != nil),
        // Whether a task is there can change with any list.
        cacheKey: request.part(id, header.lists, task?.description ?? "", before?.description ?? "", size),
        retry: request.retry(at: .history(id, of: task)), placement: .page)
    }
  }

  private static func happened(at source: Source, _ list: ListID, _ request: SignedInRequest) -> PagePart {
    let content = request.store.loader { store throws(Interruption) in
      try await store.events(of: source.id)
    } loaded: { events in
      Loaded(events, orEmpty: .nothingYet)
    }
    return .region(
      Region<SourceLogScreen>(
        "source-log", content, caption: SourceLogScreen.Caption(host: source.address.host),
        cacheKey: request.part(source.id, source.revision), retry: request.retry(at: .history(list)),
        weight: .secondary))
  }
}

struct HistoryHead: Piece {
  static let template = "history/head"
  static let fields: [String: Field<HistoryHead>] = [
    "listName": .text(\.list.name),
    "listHref": .link { head in head.task.map { .openTask($0) } ?? .openList(head.list.id) },
    "ofTask": .flag { $0.task != nil },
  ]
  let list: ListSummary
  var task: TaskID?
}
