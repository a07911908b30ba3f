import StatePages
import StateViews
import Tasks

/// The page of each step. The folder of its screen makes it.
extension TaskFlow {
  func page(at step: Step, for request: SignedInRequest) async throws(Failure) -> Page {
    switch step {
    // The event of this step leads on.
    case .home: try await Overview.page(for: request)
    case .today(_, let pages, let selecting, let did):
      try await TodayPage.page(pages, isSelecting: selecting, did: did, anchor: step.rowAnchor, for: request)
    case .overview(_, let page, let arranging, let did):
      try await Overview.page(page, arranging: arranging, did: did, for: request)
    case .list(let list, let mode, _, let rows, let did):
      try await ListPage.page(list, mode, rows: rows, did: did, anchor: step.rowAnchor, for: request)
    case .history(let list, let before): try await HistoryPage.page(list, before: before, for: request)
    case .task(let task, _, let page, let did):
      try await TaskPage.page(task, page: page, did: did, anchor: step.rowAnchor, for: request)
    case .destinations(let task, let from, let page, let top):
      try await DestinationsPage.page(task, from: from, page: page, rowTop: top, for: request)
    case .search(let asked, let selecting, _, let did):
      try await SearchPage.page(asked, isSelecting: selecting, did: did, anchor: step.rowAnchor, for: request)
    case .review: try await ReviewPage.page(for: request)
    case .tags(let page, let did): try await TagsPage.page(page, did: did, for: request)
    case .trash(_, let page, let did): try await TrashPage.page(page, did: did, for: request)
    case .settings(_, let did): try await SettingsPage.page(did: did, for: request)
    case .server(let page): try ServerPage.page(page, for: request)
    case .activity(let before): ActivityPage.page(before: before, for: request)
    case .export(let subject, _): try await ExportPage.page(of: subject, for: request)
    case .feeds(let list, let new, _): try await FeedsPage.page(of: list, new: new, for: request)
    case .savedDraft(let form): try await SavedDraftPage.page(form, for: request)
    case .follow(let step): try await follow.page(at: step, for: followRequest(request))
    case .importing(let step): try await moving.page(at: step, for: importRequest(request))
    }
  }

  func event(at step: Step, for request: SignedInRequest) async throws(Failure) -> Event? {
    switch step {
    case .follow(let step): try await follow.event(at: step, for: followRequest(request)).map { .following($0) }
    case .export(let subject, _): try await ExportPage.event(at: subject, for: request)
    case .feeds(let list?, _, _): try await FeedsPage.event(at: list, for: request)
    case .importing(let step): try await moving.event(at: step, for: importRequest(request)).map { .importing($0) }
    case .home: .link(request.reader.due.hasDates ? .openedToday : .openedOverview())
    case .today, .overview, .list, .history, .task, .destinations, .search, .review, .tags, .trash, .settings,
      .activity, .feeds(nil, _, _), .server, .savedDraft:
      nil
    }
  }

  /// A request of the follow flow, with its addresses under those of this flow.
  func followRequest(_ request: SignedInRequest) -> FollowRequest {
    FollowRequest(signedIn: request) { event, step in
      address(after: .following(event), at: .follow(step)).text
    } action: { form in
      Self.action(.follow(form))
    } destination: { event, step in
      await request.destination(after: .following(event), at: .follow(step))
    }
  }

  /// A request of the import flow, with its addresses under those of this flow.
  func importRequest(_ request: SignedInRequest) -> ImportRequest {
    ImportRequest(signedIn: request) { event, step in
      address(after: .importing(event), at: .importing(step)).text
    } action: { form in
      Self.action(.importing(form))
    } destination: { event, step in
      await request.destination(after: .importing(event), at: .importing(step))
    }
  }
}
