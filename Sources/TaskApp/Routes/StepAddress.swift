import StatePages
import Tasks

extension FollowFlow.Step {
  /// Where the step lies on this site.
  var address: String {
    switch self {
    case .address(nil): Site.remoteNew.path
    case .address(let source?): Site.sourceAddress(source).path
    case .lists(let source): Site.sourceLists(source).path
    case .preview(let source): Site.source(source).path
    case .name(let source): Site.sourceName(source).path
    }
  }
}

extension FollowFlow.Finish {
  /// Where the flow is left for.
  var address: String {
    switch self {
    case .list(let list, let did): TaskFlow.Step.list(list, did: did).address
    }
  }
}

extension TaskFlow.Step {
  /// Where the step lies on this site.
  var address: String {
    switch self {
    case .overview(let place, let page, let arranging, let did):
      Site.lists.address(Self.query(arranging, did, page: page), at: place.map(Self.fragment))
    case .list(let list, let place, let page, let arranging, let did):
      Site.list(list).address(Self.query(arranging, did, page: page), at: place.map(Self.fragment))
    case .task(let task, let did): Site.task(task).address(Self.query(false, did))
    case .trash(let did): Site.trash.address(Self.query(false, did))
    }
  }

  /// The same step on the page where its row or its card is, by what tells that.
  func onPage(of row: (TaskID, ListID) async -> Int, orOf card: (ListID) async -> Int) async -> Self {
    switch self {
    case .list(let list, .row(let task)?, _, let arranging, let did):
      .list(list, at: .row(task), page: await row(task, list), arranging: arranging, did: did)
    case .list(let list, .button(let direction, let task)?, _, let arranging, let did):
      .list(
        list, at: .button(direction, task), page: await row(task, list), arranging: arranging, did: did)
    case .overview(.button(let direction, let list)?, _, let arranging, let did):
      .overview(at: .button(direction, list), page: await card(list), arranging: arranging, did: did)
    case .overview, .list, .task, .trash: self
    }
  }

  private static func query(
    _ arranging: Bool, _ did: ChangeID?, page: Int = 1
  ) -> [(name: String, value: String?)] {
    var query: [(name: String, value: String?)] = []
    if arranging { query.append((Query.arrange, nil)) }
    if page > 1 { query.append((Query.page, String(page))) }
    if let did { query.append((Query.did, did.description)) }
    return query
  }

  private static func fragment(_ place: TaskFlow.OverviewPlace) -> String {
    switch place {
    case .button(let direction, let list): Anchor.button(direction, list)
    }
  }

  private static func fragment(_ place: TaskFlow.ListPlace) -> String {
    switch place {
    case .newTask: Anchor.newTask
    case .row(let task): Anchor.task(task)
    case .button(let direction, let task): Anchor.button(direction, task)
    }
  }
}
