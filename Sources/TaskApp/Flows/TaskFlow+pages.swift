import StatePages
import StateViews
import Tasks

/// The page of each step. The folder of its screen makes it.
extension TaskFlow {
  func page(at step: Step, for request: SignedInRequest) async throws(Failure) -> Page {
    let request = request.at(step)
    return switch step.page {
    // The event of this step leads on.
    case .home: try await Overview.page(for: request)
    case .today(let view): try await TodayPage.page(view, for: request)
    case .upcoming(let view): try await UpcomingPage.page(view, for: request)
    case .overview(let page, let mode): try await Overview.page(page, mode, for: request)
    case .list(let list, let view): try await ListPage.page(list, view, for: request)
    // A file, which is no page.
    case .takeAlong(let list): try await ListPage.page(list, ListPageView(), for: request)
    case .history(let list, let task, let before):
      try await HistoryPage.page(list, of: task, before: before, for: request)
    case .task(let task, let page, let comments):
      try await TaskPage.page(task, page: page, comments: comments, for: request)
    case .comment(let comment): try await EditCommentPage.page(comment, for: request)
    case .listOf(let task): try await ListPane.page(of: task, for: request)
    case .search(let asked, let selecting):
      try await SearchPage.page(asked, isSelecting: selecting, for: request)
    case .add(let shared): try await AddPage.page(shared, for: request)
    case .review(let view): try await ReviewPage.page(view, for: request)
    case .tags(let page): try await TagsPage.page(page, for: request)
    case .tag(let tag): try await TagNamePage.page(tag, for: request)
    case .trash(let page): try await TrashPage.page(page, for: request)
    case .settings: try await SettingsPage.index(for: request)
    case .settingsTopic(let topic, let did, let new):
      try await SettingsPage.page(topic, did: did, new: new, for: request)
    case .reminders(let did, let channel): try await RemindersPage.page(did: did, of: channel, for: request)
    case .server(let page): try ServerPage.page(page, for: request)
    case .activity(let before): ActivityPage.page(before: before, for: request)
    case .export(let subject, _): try await ExportPage.page(of: subject, for: request)
    case .feeds(let list, let new): try await FeedsPage.page(of: list, new: new, for: request)
    case .sharing(let list): try await SharingPage.page(list, for: request)
    case .invitation(let secret): try await InvitationPage.page(secret, for: request)
    case .savedDraft(let form): try await SavedDraftPage.page(form, for: request)
    case .follow, .importing: try await mountedPage(at: step, for: request)
    // The event of this step leads on, too.
    case .form(let command): try await page(at: command.step, for: request)
    }
  }

  /// A task is shown beside its list.
  func presentation(of step: Step) -> Presentation<Step, Event> {
    switch step.page {
    case .task(let task, _, _): .beside(.listOf(task, at: step.place, did: step.did))
    case .form(let command): presentation(of: command.step)
    case _: .alone
    }
  }

  func redirect(at step: Step, for request: SignedInRequest) async throws(Failure) -> Event? {
    switch step.page {
    case .export(let subject, _): try await ExportPage.event(at: subject, for: request)
    case .listOf(let task): try await .wants(request.findTask(task))
    case .feeds(let list?, _): try await FeedsPage.event(at: list, for: request)
    case .sharing(let list): try await SharingPage.event(at: list, for: request)
    case .form(let command): .requested(command)
    case .home: try await .opened(withToday: request.beginsWithToday())
    case _: nil
    }
  }
}
