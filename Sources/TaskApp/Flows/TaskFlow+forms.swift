import StatePages
import Tasks

/// The forms of the signed-in pages.
extension TaskFlow {
  /// A form, with what its address contains.
  enum Form: Hashable, Sendable {
    case createList
    /// Creates a list of samples, for an account without lists.
    case createSampleList
    case saveFilter
    /// Adds a task on Today.
    case addToday
    /// Changes several tasks of Today.
    case changeToday
    case renameList(ListID)
    case addTasks(ListID)
    case changeTasks(ListID)
    /// Changes several results of a search.
    case changeMatches
    case moveList(ListID)
    case deleteList(ListID)
    case restoreList(ListID)
    case clearCompleted(ListID)
    case setPreferences(ListID)
    case refreshList(ListID)
    case copyTasks(ListID)
    /// Makes a remote list one of the account's own.
    case keepList(ListID)
    case editTask(TaskID)
    /// Makes the understood words of a new task's title literal again.
    case keepAsTyped(TaskID)
    case completeTask(TaskID)
    case reopenTask(TaskID)
    case moveTask(TaskID)
    case scheduleTask(TaskID)
    /// Moves a repeating task to its next date.
    case skipTask(TaskID)
    case deleteTask(TaskID)
    case restoreTask(TaskID)
    case addSubtasks(TaskID)
    /// Folds or unfolds the steps of a task.
    case foldTask(TaskID)
    case renameTag(TagID)
    case removeTag(TagID)
    case undo(ChangeID)
    case emptyTrash
    case changeSettings
    case changePassword
    case revokeSession(SessionID)
    case revokeSessions
    case export
    case removeAccount
    case addFeed(ListID)
    case addTodayFeed
    /// Gives a feed another address.
    case renewFeed(FeedID)
    case endFeed(FeedID)
    case resumeFeed(FeedID)
    case discardDraft(SavedDraftID)
    case follow(FollowFlow.Form)
    case importing(ImportFlow.Form)

    /// The step with the form on its page. A GET of the form's address redirects to it; after a 409 or 422, the address bar has that
    /// address.
    var step: Step {
      switch self {
      case .createList, .createSampleList, .moveList, .undo, .discardDraft: .overview()
      case .saveFilter, .changeMatches: .search(SearchParameters())
      case .addToday: .today()
      case .changeToday: .today(selecting: true)
      case .renameList(let list), .addTasks(let list), .deleteList(let list), .restoreList(let list),
        .clearCompleted(let list), .setPreferences(let list), .refreshList(let list), .copyTasks(let list),
        .keepList(let list):
        .list(list)
      case .changeTasks(let list): .list(list, .selecting)
      case .editTask(let task), .keepAsTyped(let task), .completeTask(let task), .reopenTask(let task),
        .moveTask(let task),
        .scheduleTask(let task), .skipTask(let task), .deleteTask(let task), .restoreTask(let task),
        .addSubtasks(let task), .foldTask(let task):
        .task(task)
      case .renameTag, .removeTag: .tags()
      case .emptyTrash: .trash()
      case .addFeed(let list): .feeds(of: list)
      case .addTodayFeed, .renewFeed, .endFeed, .resumeFeed: .feeds()
      case .changeSettings, .changePassword, .revokeSession, .revokeSessions, .export, .removeAccount: .settings()
      case .follow(let form): .follow(form.step)
      case .importing(let form): .importing(form.step)
      }
    }
  }

  /// The addresses of the forms. No other file spells them.
  static let forms = StepAddresses<Form> {
    // First, because each row has several.
    StepAddress("/tasks/{id}", .segment) {
      .editTask($0)
    } values: {
      if case .editTask(let id) = $0 { id } else { nil }
    }
    StepAddress("/tasks/{id}/complete", .segment) {
      .completeTask($0)
    } values: {
      if case .completeTask(let id) = $0 { id } else { nil }
    }
    StepAddress("/tasks/{id}/reopen", .segment) {
      .reopenTask($0)
    } values: {
      if case .reopenTask(let id) = $0 { id } else { nil }
    }
    StepAddress("/tasks/{id}/as-typed", .segment) {
      .keepAsTyped($0)
    } values: {
      if case .keepAsTyped(let id) = $0 { id } else { nil }
    }
    StepAddress("/tasks/{id}/move", .segment) {
      .moveTask($0)
    } values: {
      if case .moveTask(let id) = $0 { id } else { nil }
    }
    StepAddress("/tasks/{id}/due", .segment) {
      .scheduleTask($0)
    } values: {
      if case .scheduleTask(let id) = $0 { id } else { nil }
    }
    StepAddress("/tasks/{id}/skip", .segment) {
      .skipTask($0)
    } values: {
      if case .skipTask(let id) = $0 { id } else { nil }
    }
    StepAddress("/tasks/{id}/delete", .segment) {
      .deleteTask($0)
    } values: {
      if case .deleteTask(let id) = $0 { id } else { nil }
    }
    StepAddress("/tasks/{id}/restore", .segment) {
      .restoreTask($0)
    } values: {
      if case .restoreTask(let id) = $0 { id } else { nil }
    }
    StepAddress("/tasks/{id}/steps", .segment) {
      .addSubtasks($0)
    } values: {
      if case .addSubtasks(let id) = $0 { id } else { nil }
    }
    StepAddress("/tasks/{id}/fold", .segment) {
      .foldTask($0)
    } values: {
      if case .foldTask(let id) = $0 { id } else { nil }
    }
    StepAddress("/lists", .createList)
    StepAddress("/lists/sample", .createSampleList)
    StepAddress("/search", .saveFilter)
    StepAddress("/search/change", .changeMatches)
    StepAddress("/today", .addToday)
    StepAddress("/today/change", .changeToday)
    StepAddress("/lists/{id}", .segment) {
      .renameList($0)
    } values: {
      if case .renameList(let id) = $0 { id } else { nil }
    }
    StepAddress("/lists/{id}/tasks", .segment) {
      .addTasks($0)
    } values: {
      if case .addTasks(let id) = $0 { id } else { nil }
    }
    StepAddress("/lists/{id}/tasks/change", .segment) {
      .changeTasks($0)
    } values: {
      if case .changeTasks(let id) = $0 { id } else { nil }
    }
    StepAddress("/lists/{id}/move", .segment) {
      .moveList($0)
    } values: {
      if case .moveList(let id) = $0 { id } else { nil }
    }
    StepAddress("/lists/{id}/delete", .segment) {
      .deleteList($0)
    } values: {
      if case .deleteList(let id) = $0 { id } else { nil }
    }
    StepAddress("/lists/{id}/restore", .segment) {
      .restoreList($0)
    } values: {
      if case .restoreList(let id) = $0 { id } else { nil }
    }
    StepAddress("/lists/{id}/clear-completed", .segment) {
      .clearCompleted($0)
    } values: {
      if case .clearCompleted(let id) = $0 { id } else { nil }
    }
    StepAddress("/lists/{id}/view", .segment) {
      .setPreferences($0)
    } values: {
      if case .setPreferences(let id) = $0 { id } else { nil }
    }
    StepAddress("/lists/{id}/refresh", .segment) {
      .refreshList($0)
    } values: {
      if case .refreshList(let id) = $0 { id } else { nil }
    }
    StepAddress("/lists/{id}/copy", .segment) {
      .copyTasks($0)
    } values: {
      if case .copyTasks(let id) = $0 { id } else { nil }
    }
    StepAddress("/lists/{id}/keep", .segment) {
      .keepList($0)
    } values: {
      if case .keepList(let id) = $0 { id } else { nil }
    }
    StepAddress("/tags/{id}", .segment) {
      .renameTag($0)
    } values: {
      if case .renameTag(let id) = $0 { id } else { nil }
    }
    StepAddress("/tags/{id}/remove", .segment) {
      .removeTag($0)
    } values: {
      if case .removeTag(let id) = $0 { id } else { nil }
    }
    StepAddress("/changes/{id}/undo", .segment) {
      .undo($0)
    } values: {
      if case .undo(let id) = $0 { id } else { nil }
    }
    StepAddress("/trash/empty", .emptyTrash)
    StepAddress("/settings", .changeSettings)
    StepAddress("/settings/password", .changePassword)
    StepAddress("/settings/sessions/{id}/revoke", .segment) {
      .revokeSession($0)
    } values: {
      if case .revokeSession(let id) = $0 { id } else { nil }
    }
    StepAddress("/settings/sessions/revoke", .revokeSessions)
    StepAddress("/settings/export", .export)
    StepAddress("/settings/remove", .removeAccount)
    StepAddress("/lists/{id}/feeds", .segment) {
      .addFeed($0)
    } values: {
      if case .addFeed(let id) = $0 { id } else { nil }
    }
    StepAddress("/settings/feeds", .addTodayFeed)
    StepAddress("/settings/feeds/{id}/renew", .segment) {
      .renewFeed($0)
    } values: {
      if case .renewFeed(let id) = $0 { id } else { nil }
    }
    StepAddress("/settings/feeds/{id}/end", .segment) {
      .endFeed($0)
    } values: {
      if case .endFeed(let id) = $0 { id } else { nil }
    }
    StepAddress("/settings/feeds/{id}/resume", .segment) {
      .resumeFeed($0)
    } values: {
      if case .resumeFeed(let id) = $0 { id } else { nil }
    }
    StepAddress("/kept/{id}/discard", .segment) {
      .discardDraft($0)
    } values: {
      if case .discardDraft(let id) = $0 { id } else { nil }
    }
    StepAddresses(at: "/remote", FollowFlow.forms) {
      .follow($0)
    } inner: {
      if case .follow(let form) = $0 { form } else { nil }
    }
    StepAddresses(at: "/import", ImportFlow.forms) {
      .importing($0)
    } inner: {
      if case .importing(let form) = $0 { form } else { nil }
    }
  }

  /// The step at an address, or the step whose page has the form with that address; nil if there is neither.
  static func step(at address: String) -> Step? {
    addresses.step(at: address) ?? forms.step(at: address)?.step
  }

  /// The address of a form.
  static func action(_ form: Form) -> String {
    forms.address(of: form).text
  }
}
