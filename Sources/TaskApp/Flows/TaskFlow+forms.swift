import StatePages
import Tasks

extension TaskFlow {
  /// A form that was sent: a command of the reader, or a form of a mounted flow.
  enum Form: Hashable, Sendable {
    case command(TaskCommand)
    case follow(FollowFlow.Form)
    case importing(ImportFlow.Form)

    /// The step with the form on its page. A GET of the form's address redirects to it; after a 409 or 422, the address bar has that
    /// address.
    var step: Step {
      switch self {
      case .command(let command): command.step
      case .follow(let form): .follow(form.step)
      case .importing(let form): .importing(form.step)
      }
    }
  }

  /// The addresses of the forms, but for those of mounted flows. No other file spells them.
  static let forms = StepAddresses<TaskCommand> {
    // First, because each row has several.
    for action in TaskAction.allCases {
      StepAddress(form: "/tasks/{id}/\(action.rawValue)", .segment) {
        .task($0, action)
      } values: {
        if case .task(let id, action) = $0 { id } else { nil }
      }
    }
    for action in CommentAction.allCases {
      StepAddress(form: "/comments/{id}/\(action.rawValue)", .segment) {
        .comment($0, action)
      } values: {
        if case .comment(let id, action) = $0 { id } else { nil }
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
    StepAddress(form: "/settings/reminders", .setReminders)
    for kind in ChannelAddress.Kind.allCases {
      StepAddress(form: "/settings/reminders/\(kind.rawValue)", .addChannel(kind))
    }
    StepAddress(form: "/settings/reminders/incoming", .makeIncomingAddress)
    for action in IncomingAddressAction.allCases {
      StepAddress(form: "/settings/reminders/incoming/{id}/\(action.rawValue)", .segment) {
        .incomingAddress($0, action)
      } values: {
        if case .incomingAddress(let id, action) = $0 { id } else { nil }
      }
    }
    for action in ChannelAction.allCases {
      StepAddress(form: "/settings/reminders/{id}/\(action.rawValue)", .segment) { .channel($0, action) }
    }
    StepAddress(form: "/drafts/{id}/discard", .segment) { .discardDraft($0) }
    for action in MemberAction.allCases {
      StepAddress(form: "/lists/{id}/members/{account}/\(action.rawValue)", .segment, .segment) {
        .member($1, of: $0, action)
      } values: {
        if case .member(let account, let list, action) = $0 { (list, account) } else { nil }
      }
    }
    for action in InvitationAction.allCases {
      StepAddress(form: "/invitations/{id}/\(action.rawValue)", .segment) {
        .invitation($0, action)
      } values: {
        if case .invitation(let id, action) = $0 { id } else { nil }
      }
    }
    StepAddress(form: "\(LinkSecret.folder)/{secret}", .segment) { .join($0) }
    for action in SharedPageAction.allCases {
      StepAddress(form: "/pages/{id}/\(action.rawValue)", .segment) {
        .sharedPage($0, action)
      } values: {
        if case .sharedPage(let id, action) = $0 { id } else { nil }
      }
    }
  }
}

extension TaskCommand {
  /// The step whose page has its form.
  var step: TaskStep {
    switch self {
    // The address of a section does not tell its list.
    case .createList, .list(_, .move), .list(_, .pick), .section, .undo, .discardDraft: .overview()
    case .saveFilter, .changeMatches: .search(SearchParameters())
    case .addToday, .createSampleList, .pressRow: .today()
    case .add: .add()
    case .changeToday: .today(selecting: true)
    case .list(let list, .addFeed): .feeds(of: list)
    case .list(let list, .invite), .list(let list, .makeInvitation), .list(let list, .leave),
      .list(let list, .makePage), .list(let list, .setReminds), .member(_, let list, _):
      .sharing(of: list)
    case .invitation, .sharedPage: .overview()
    case .join(let secret): .invitation(secret)
    case .list(let list, .addSection): .list(list, .addingSection)
    case .list(let list, let action): .list(list, action == .changeTasks ? .selecting : .using)
    case .task(let task, _): .task(task)
    case .comment(let comment, _): .comment(comment)
    case .tag(let tag, _): .tag(tag)
    case .emptyTrash: .trash()
    case .addTodayFeed, .feed: .feeds()
    case .changeSettings: .settings(.display)
    case .changePassword, .revokeSession, .revokeSessions, .removeAccount: .settings(.account)
    case .addAppPassword, .appPassword: .settings(.apps)
    case .setReminders, .addChannel, .channel, .makeIncomingAddress, .incomingAddress: .reminders()
    case .export: .settings(.data)
    }
  }
}

extension TaskFlow.Form {
  /// The form that takes the saved draft of a form that was sent to a path; nil for a form without typed text, so that a draft's page
  /// never offers an action that the reader did not request.
  static func draft(sentTo path: String) -> Self? {
    let form = TaskForm(path)
    switch form {
    case .command(.createList), .command(.addToday), .command(.add), .command(.list(_, .rename)),
      .command(.list(_, .addTasks)), .command(.task(_, .edit)), .command(.task(_, .comment)),
      .command(.comment(_, .edit)),
      .importing(.upload):
      return form
    case _: return nil
    }
  }

}

extension FormBody {
  /// The path that takes the text of the form. That of another form of a task's page is its edit, with typed subtasks and a comment.
  func draftPath(sentTo path: String) -> String {
    self[FormField.editing].flatMap { TaskID($0) }.map { TaskForm.command(.task($0, .edit)).text } ?? path
  }

  /// Whether a draft can be saved of a form that was sent to a path.
  static func isDraft(sentTo path: String) -> Bool { TaskForm.draft(sentTo: path) != nil }
}

extension TaskCommand {
  /// Reads the value of a field, or the address of its form.
  init?(_ text: String) {
    guard case .command(let command)? = TaskForm(text) else { return nil }
    self = command
  }

  /// The value of a field that names it.
  var text: String { TaskForm.command(self).text }
}
