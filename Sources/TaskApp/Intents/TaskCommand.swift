import Tasks

/// What a reader has done: the buttons of screens name it. The flow decides which form answers, see ``TaskFlow/Form``.
enum TaskCommand: Hashable, Sendable {
  case task(TaskID, TaskAction)
  case list(ListID, ListAction)
  case comment(CommentID, CommentAction)
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
  case setReminders
  case addChannel(ChannelAddress.Kind)
  case channel(ReminderChannelID, ChannelAction)
  /// Makes a mail address at which mails become tasks, or replaces it.
  case makeIncomingAddress
  case incomingAddress(IncomingAddressID, IncomingAddressAction)
  case discardDraft(SavedDraftID)
  case member(AccountID, of: ListID, MemberAction)
  case invitation(InvitationID, InvitationAction)
  /// Accepts the invitation of a link.
  case join(LinkSecret)
  case sharedPage(SharedPageID, SharedPageAction)
}

// What can be done with one thing. The raw values are the names of the actions in forms, and where they are sent to.

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
  case comment = "comments"
  case fold
  /// Makes it what it was at a moment.
  case bringBack = "bring-back"
  case menu
  case pick

  /// The actions that a submit button of a task's form takes in addition to saving.
  static let afterSaving: [Self] = [.complete, .reopen, .skip, .delete]
}

enum CommentAction: String, CaseIterable, Sendable {
  case edit = ""
  case delete
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
  /// Invites an account by its name, and makes a link that invites.
  case invite = "sharing"
  case makeInvitation = "invitations"
  case leave
  case makePage = "pages"
  /// Chooses whether the reader is reminded of tasks that nobody is assigned to.
  case setReminds = "reminders"
}

enum SharedPageAction: String, CaseIterable, Sendable {
  case end
  /// Undoes what was ticked on it.
  case undoTicks = "undo"
}

enum MemberAction: String, CaseIterable, Sendable {
  case setRole = "role"
  case remove
}

enum InvitationAction: String, CaseIterable, Sendable {
  case accept
  /// Declines or withdraws it.
  case end
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
  case color, remove
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

enum IncomingAddressAction: String, CaseIterable, Sendable {
  case end, resume

  /// What was done, for the log.
  var done: String {
    switch self {
    case .end: "ended"
    case .resume: "resumed"
    }
  }
}

enum ChannelAction: String, CaseIterable, Sendable {
  case test
  /// Sends the link that confirms a mail address once more.
  case confirm
  case end, resume

  /// What was done, for the log.
  var done: String {
    switch self {
    case .test: "tested"
    case .confirm: "asked to confirm"
    case .end: "ended"
    case .resume: "resumed"
    }
  }
}
