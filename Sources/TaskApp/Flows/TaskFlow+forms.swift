import StatePages
import Tasks

extension TaskFlow {
  /// A form, with what its address contains.
  enum Form: Hashable, Sendable {
    case task(TaskID, TaskAction)
    case list(ListID, ListAction)
    case createList
    /// Creates a list of samples, for an account without tasks.
    case createSampleList
    case saveFilter
    /// Changes several results of a search.
    case changeMatches
    case addToday
    case add
    case changeToday
    case section(SectionID, SectionAction)
    case tag(TagID, TagAction)
    case undo(ChangeID)
    case emptyTrash
    /// A button of a row without an address of its own, or of a client that ignores `formaction`: its name tells the address.
    case pressRow
    case changeSettings
    case changePassword
    case revokeSession(SessionID)
    case revokeSessions
    case export
    case removeAccount
    case addTodayFeed
    case feed(FeedID, SecretAction)
    case addAppPassword
    case appPassword(AppPasswordID, SecretAction)
    case discardDraft(SavedDraftID)
    case follow(FollowFlow.Form)
    case importing(ImportFlow.Form)

    /// The step with the form on its page. A GET of the form's address redirects to it; after a 409 or 422, the address bar has that
    /// address.
    var step: Step {
      switch self {
      // The address of a section does not tell its list.
      case .createList, .list(_, .move), .list(_, .pick), .section, .undo, .discardDraft: .overview()
      case .saveFilter, .changeMatches: .search(SearchParameters())
      case .addToday, .createSampleList, .pressRow: .today()
      case .add: .add()
      case .changeToday: .today(selecting: true)
      case .list(let list, .addFeed): .feeds(of: list)
      case .list(let list, .addSection): .list(list, .addingSection)
      case .list(let list, let action): .list(list, action == .changeTasks ? .selecting : .using)
      case .task(let task, _): .task(task)
      case .tag(let tag, _): .tag(tag)
      case .emptyTrash: .trash()
      case .addTodayFeed, .feed: .feeds()
      case .changeSettings: .settings(.display)
      case .changePassword, .revokeSession, .revokeSessions, .removeAccount: .settings(.account)
      case .addAppPassword, .appPassword: .settings(.apps)
      case .export: .settings(.data)
      case .follow(let form): .follow(form.step)
      case .importing(let form): .importing(form.step)
      }
    }
  }

  // The forms of one thing: each value is the rest of its address, after the id of the thing.

  enum TaskAction: String, CaseIterable, Sendable {
    case edit = ""
    case complete, reopen
    /// Makes the understood words of a new task's title literal again.
    case keepAsTyped = "as-typed"
    case move
    case schedule = "due"
    /// Moves a repeating task to its next date.
    case skip
    case delete, restore
    case addSubtasks = "steps"
    case fold
    /// Makes it what it was at a moment.
    case bringBack = "bring-back"
    case menu
    case pick

    /// The actions that a submit button of a task's form takes in addition to saving.
    static let afterSaving: [Self] = [.complete, .reopen, .skip, .delete]
  }

  enum ListAction: String, CaseIterable, Sendable {
    case rename = ""
    case addTasks = "tasks"
    case changeTasks = "tasks/change"
    case addSection = "sections"
    /// Picks it, to be put elsewhere among the lists, and puts it there.
    case pick, move
    case delete, restore
    case clearCompleted = "clear-completed"
    case startAgain = "again"
    case duplicate
    case setPreferences = "view"
    case refresh
    case copy
    /// Makes a remote list one of the account's own.
    case keep
    case addFeed = "feeds"
  }

  enum SectionAction: String, CaseIterable, Sendable {
    case rename = ""
    /// Picks it, to be put elsewhere in its list, and puts it there.
    case pick, move
    case fold
    case delete
  }

  enum TagAction: String, CaseIterable, Sendable {
    case rename = ""
    case remove
  }

  enum SecretAction: String, CaseIterable, Sendable {
    /// Gives a feed another address, or an app password another secret.
    case renew
    case end, resume

    /// What was done, for the log.
    var done: String {
      switch self {
      case .renew: "renewed"
      case .end: "ended"
      case .resume: "resumed"
      }
    }
  }

  /// The addresses of the forms, but for those of mounted flows. No other file spells them.
  static let forms = StepAddresses<Form> {
    // First, because each row has several.
    for action in TaskAction.allCases {
      StepAddress(form: "/tasks/{id}/\(action.rawValue)", .segment) {
        .task($0, action)
      } values: {
        if case .task(let id, action) = $0 { id } else { nil }
      }
    }
    StepAddress(form: "/lists", .createList)
    StepAddress(form: "/lists/sample", .createSampleList)
    StepAddress(form: "/search", .saveFilter)
    StepAddress(form: "/search/change", .changeMatches)
    StepAddress(form: "/today", .addToday)
    StepAddress(form: "/add", .add)
    StepAddress(form: "/today/change", .changeToday)
    for action in ListAction.allCases {
      StepAddress(form: "/lists/{id}/\(action.rawValue)", .segment) {
        .list($0, action)
      } values: {
        if case .list(let id, action) = $0 { id } else { nil }
      }
    }
    for action in SectionAction.allCases {
      StepAddress(form: "/sections/{id}/\(action.rawValue)", .segment) {
        .section($0, action)
      } values: {
        if case .section(let id, action) = $0 { id } else { nil }
      }
    }
    for action in TagAction.allCases {
      StepAddress(form: "/tags/{id}/\(action.rawValue)", .segment) { .tag($0, action) }
    }
    StepAddress(form: "/changes/{id}/undo", .segment) { .undo($0) }
    StepAddress(form: "/trash/empty", .emptyTrash)
    StepAddress(form: "/rows", .pressRow)
    StepAddress(form: "/settings", .changeSettings)
    StepAddress(form: "/settings/password", .changePassword)
    StepAddress(form: "/settings/sessions/{id}/revoke", .segment) { .revokeSession($0) }
    StepAddress(form: "/settings/sessions/revoke", .revokeSessions)
    StepAddress(form: "/settings/export", .export)
    StepAddress(form: "/settings/remove", .removeAccount)
    StepAddress(form: "/settings/feeds", .addTodayFeed)
    StepAddress(form: "/settings/app-passwords", .addAppPassword)
    for action in SecretAction.allCases {
      StepAddress(form: "/settings/app-passwords/{id}/\(action.rawValue)", .segment) { .appPassword($0, action) }
    }
    for action in SecretAction.allCases {
      StepAddress(form: "/settings/feeds/{id}/\(action.rawValue)", .segment) { .feed($0, action) }
    }
    StepAddress(form: "/drafts/{id}/discard", .segment) { .discardDraft($0) }
  }
}

extension TaskFlow.Form {
  /// The form that takes the saved draft of a form that was sent to a path; nil for a form without typed text, so that a draft's page
  /// never offers an action that the reader did not request.
  static func draft(sentTo path: String) -> Self? {
    let form = TaskForm(path)
    switch form {
    case .createList, .addToday, .add, .list(_, .rename), .list(_, .addTasks), .task(_, .edit), .importing(.upload):
      return form
    case _: return nil
    }
  }

  /// The path that takes the text of a form. That of another form of a task's page is its edit, with typed steps.
  static func draftPath(of form: FormBody, sentTo path: String) -> String {
    form[FormField.editing].flatMap { TaskID($0) }.map { TaskForm.task($0, .edit).text } ?? path
  }
}
