import Foundation
import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// The page of a list that lives elsewhere: its tasks as they were last there, brought up to date while it loads.
enum RemotePage {
  /// What is to be copied.
  struct Choice: Sendable {
    /// The keys of the tasks that are ticked already. Not their places: those change when tasks come and go.
    var ticked: [String] = []
    /// The list that they are to go to; nil for a new one.
    var target: ListID?
    /// Which page of the lists is offered.
    var listsPage = 1
    /// What was wrong with it.
    var error: FieldError?
  }

  /// The page of a remote list.
  /// - Parameters:
  ///   - mode: what it is used for.
  ///   - rows: which of its tasks are shown.
  ///   - did: the change that it tells of.
  ///   - renaming: the form for the name, where it has to tell something.
  ///   - choice: what was chosen to be copied, where that has to be told again.
  static func page(
    _ front: ListHeaderData, from source: Source, _ mode: ListMode, rows: ListRows = ListRows(), did: ChangeID? = nil,
    for request: SignedInRequest, renaming: RenameForm? = nil, choice: Choice? = nil
  ) async throws(Failure) -> Page {
    let list = front.list
    let news = try await request.news(of: did)
    let isChoosing = mode.isChoosing && source.copy.map { !$0.isEmpty } == true
    // What is ticked must not get lost on the way to the rest: a page has as many as can be copied at once.
    let shown = RemoteLoader.Shown(
      open: rows.page, closed: rows.completed ?? 1,
      size: isChoosing ? Limits.tasksAtOnce : rows.showsAll ? Limits.largestPage : request.look.rows)
    let loader = RemoteLoader(source, request, shown, mayFetch: request.mayFetch && !isChoosing)
    let stored = try await loader.stored()
    let rename =
      renaming ?? (mode == .renaming ? RenameForm(list: list.id, version: list.version, value: list.name) : nil)
    let choice = choice ?? Choice(ticked: mode.ticked)
    let copying = isChoosing ? try await copyForm(list, request, choice) : nil
    let content: @Sendable (RemoteLoader.Copy) -> RemoteScreen.Content = { copy in
      RemoteScreen.Content(
        copy.copy, copy.pages, part: rows.part, list: list.id, isChoosing: isChoosing, ticked: choice.ticked,
        showsAll: rows.showsAll, showsClosed: rows.completed != nil)
    }
    var page = Page(
      request.layout(.list, name: list.name, news: news?.notice), for: request.look,
      cacheKey: request.cacheKey(news, list.revision, source.revision)
    ) {
      ListPage.rail(request, front)
      PagePart.piece(
        "head",
        RemoteHead(
          list: list, source: source.id, place: source.address.place,
          mode: isChoosing ? .choosing : rename == nil ? .using : .renaming, rename: rename))
      Region<RemoteScreen>(
        "tasks", loader.loader(over: stored, content),
        caption: RemoteScreen.Caption(
          list: list.id, host: source.address.host, isChoosing: isChoosing,
          checked: source.checked(for: request.look), isFormer: source.copy?.isFormer == true),
        from: loader.start(stored, content),
        cacheKey: loader.cacheKey(
          isChoosing, shown.open, shown.closed, shown.size, rows.showsAll, rows.completed != nil, rows.part,
          CacheKey(choice.ticked)),
        retry: .post(TaskFlow.action(.refreshList(list.id))), placement: .page)
      if let copying { PagePart.piece("copy", copying) }
    }
    // The source may be due before anybody writes.
    page.isLasting = false
    return page
  }

  private static func copyForm(
    _ list: ListSummary, _ request: SignedInRequest, _ choice: Choice
  ) async throws(Failure) -> CopyForm {
    let account = request.reader.account
    let (targets, target) = try await request.store { store throws(StoreError) in
      // Whoever copies once more goes on where the first copies went, most of all.
      var target = choice.target
      if target == nil { target = try await store.list(named: list.name, for: account) }
      let targets = try await store.listChoices(
        page: choice.listsPage, including: [target].compactMap(\.self), for: account)
      return (targets, target)
    }
    return CopyForm(
      list: list.id, name: list.name, open: list.open, targets: targets,
      version: list.revision.description, chosen: target, error: choice.error)
  }
}

extension ListMode {
  fileprivate var isChoosing: Bool {
    switch self {
    case .choosing: true
    case .using, .addingSeveral, .renaming, .arranging: false
    }
  }

  /// The keys of the tasks that are ticked already.
  fileprivate var ticked: [String] {
    switch self {
    case .choosing(let key): key.map { [$0] } ?? []
    case .using, .addingSeveral, .renaming, .arranging: []
    }
  }
}

extension SignedInRequest {
  /// Whether a page may ask sources: a HEAD wants no tasks.
  var mayFetch: Bool { http.method == .get }
}
