import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

enum FollowedTaskPage {
  /// The page of the task with a key. The source is asked again while it loads, as on the page of the list.
  static func page(_ key: String, of id: ListID, for request: SignedInRequest) async throws(Failure) -> Page {
    let header = try await request.header(of: id)
    guard let source = header.source else { throw Failure(.notFound) }
    let list = header.list
    let loader = RemoteLoader(
      source, request, .init(size: Limits.tasksAtOnce, extent: .task(key: key, of: id)), mayFetch: request.mayFetch)
    let stored = try await loader.stored()
    let title = stored?.pages.open.rows.first?.task.title ?? ""
    let content: @Sendable (RemoteLoader.Copy) -> FollowedTaskScreen.Content = { copy in
      FollowedTaskScreen.Content(copy: copy.copy, page: copy.pages.open, list: id)
    }
    var page = Page(
      request.layout(.task, name: title.isEmpty ? list.name : title, of: id), for: request.look,
      cacheKey: request.cacheKey(nil, list.revision, source.revision)
    ) {
      PagePart.piece("head", FollowedTaskHead(title: title, list: list))
      Region<FollowedTaskScreen>(
        "task", loader.loader(over: stored, content),
        caption: FollowedTaskScreen.Caption(
          list: id, host: source.address.host, isChoosing: false, checked: source.checked(for: request.look),
          isFormer: source.copy?.isFormer == true),
        from: loader.start(stored, content), cacheKey: loader.cacheKey(key),
        retry: .post(
          request.action(.list(id, .refresh)), [.init(FormField.from, TaskStep.followedTask(key, of: id).text)]),
        placement: .page)
    }
    // Known before the page begins, so it decides the status.
    if let stored, stored.pages.open.rows.isEmpty, !loader.fetches, source.trouble == nil { page.status = .gone }
    // A fetch may become due before the next write.
    page.isLasting = false
    return page
  }
}

/// The head of the page of a followed task. Its heading repeats the title, which is shown with the fields.
struct FollowedTaskHead: Piece {
  static let template = "followed-task/head"
  static let fields: [String: Field<FollowedTaskHead>] = [
    "title": .optional { $0.title.isEmpty ? nil : $0.title },
    "listName": .text(\.list.name),
    "listHref": .link { .openList($0.list.id) },
  ]
  /// The title in the stored copy; empty without one.
  let title: String
  let list: ListSummary
}
