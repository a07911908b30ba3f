/// The limits of the app. Each is checked where input is validated or where a row is written, and the error carries the limit.
package enum Limits {
  /// The maximum length of a title, in characters.
  package static let titleCharacters = 500
  /// The maximum length of a title, in UTF-8 bytes. One character can have any number of combining marks.
  package static let titleBytes = 2 * 1024
  /// The maximum length of a list name, in characters.
  package static let listNameCharacters = 200
  /// The maximum length of a list name, in UTF-8 bytes.
  package static let listNameBytes = 1024
  /// The maximum length of notes, in UTF-8 bytes.
  package static let notesBytes = 64 * 1024
  /// The maximum number of comments on a task, and their size together, in UTF-8 bytes: each of them changes their entry in the index of words.
  package static let (commentsPerTask, commentBytesPerTask) = (200, 256 * 1024)
  /// The maximum length of a tag, in characters.
  package static let tagCharacters = 50
  /// The maximum length of a tag, in UTF-8 bytes.
  package static let tagBytes = 100
  /// The maximum number of tags of a task.
  package static let tagsPerTask = 10
  /// The maximum number of reminders of a task.
  package static let remindersPerTask = 5
  /// The maximum number of tags of an account.
  package static let tagsPerAccount = 1_000
  /// The maximum number of tasks with a tag that is renamed or removed.
  package static let renamedTags = 10_000
  /// The number up to which the open tasks with a tag are counted.
  package static let countedTaggedTasks = 100
  /// The maximum number of tags that a search finds by their names.
  package static let foundTags = 50
  /// The number of tags that a task's form suggests.
  package static let suggestedTags = 50
  /// The number of tags that a task's page and a row's sheet offer as buttons, if the task has no more.
  package static let offeredTags = 6
  /// The maximum number of tags of tasks among which the most used ones are found.
  package static let comparedTags = 5_000
  /// The number of tags in the rail.
  package static let railTags = 20
  /// The maximum number of sections in a list.
  package static let sectionsPerList = 50
  /// The maximum number of open and completed tasks in a list, without the trash.
  package static let tasksPerList = 10_000
  /// The maximum number of levels of tasks and their subtasks.
  package static let subtaskLevels = 5
  /// The maximum number of subtasks that a page of tasks shows besides these.
  package static let shownSubtasks = 500
  /// The maximum number of lists of an account, without the trash.
  package static let listsPerAccount = 500
  /// The maximum number of tasks added at once.
  package static let tasksAtOnce = 1_000
  /// How many days deleted items stay in the trash.
  package static let trashDays = 30
  /// How many days a change can be undone.
  package static let undoDays = 30
  /// The maximum number of changes per task that can be undone.
  package static let undoableChangesPerTask = 200
  /// How long the notice of an action offers an undo.
  package static let undoWindow: Duration = .seconds(600)
  /// The maximum length of a username, in characters.
  package static let usernameCharacters = 64
  /// The maximum length of a username, in UTF-8 bytes.
  package static let usernameBytes = 1024
  /// The allowed length of a password, in characters.
  package static let passwordCharacters = 8...256
  /// The maximum length of a password as typed, in UTF-8 bytes.
  package static let passwordBytes = 4 * 1024
  /// How long a session may be unused before it expires.
  package static let sessionIdle: Duration = .seconds(30 * 86_400)
  /// The maximum age of a session.
  package static let sessionAge: Duration = .seconds(180 * 86_400)
  /// The maximum number of active sessions of an account. The least recently used one is ended for a new one.
  package static let sessionsPerAccount = 50
  /// The maximum number of stored ended sessions of an account.
  package static let endedSessionsPerAccount = 200
  /// How many days an account's audit trail goes back.
  package static let accountEventDays = 90
  /// The maximum number of entries of one kind in an account's audit trail. Per kind, so that many of one kind do not displace
  /// others.
  package static let accountEventsOfAKind = 100
  /// The maximum stored length of a user agent, in UTF-8 bytes.
  package static let agentBytes = 500
  /// How many days ended sessions are stored.
  package static let endedSessionDays = 30
  /// The maximum number of saved drafts of a session, and of an account's apps. What does not fit of a session is shown to be copied.
  package static let savedDrafts = 5
  /// The maximum size of a text of an app that is saved when it is refused, in UTF-8 bytes.
  package static let refusedTextBytes = 64 << 10
  /// How many days saved drafts are stored.
  package static let keptDays = 7
  /// The maximum number of changes that are taken back to show a list as it was, of tasks in them, and the size of their inverses in
  /// characters.
  package static let (earlierChanges, earlierTasks, earlierCharacters) = (2_000, 5_000, 4 << 20)
  /// The maximum number of tasks whose changes in other lists are taken back, too.
  package static let earlierMoves = 50
  /// How many days a list that was taken along as a file can be sent back.
  package static let takenDays = 7
  /// The choices of rows per page.
  package static let rowChoices = [25, 50, 100, 200, 500]
  /// The maximum number of rows on any page.
  package static let largestPage = 500
  /// The maximum number of calendar feeds of an account.
  package static let feedsPerAccount = 50
  /// How many days the links of a message can be used.
  package static let answerDays = 7
  /// The number of tasks in each part of the message of a day.
  package static let dayTasks = 50
  /// The maximum number of channels of an account.
  package static let channelsPerAccount = 10
  /// The number of failures in a row after which a channel is paused.
  package static let channelFailures = 10
  /// The maximum number of subscriptions of an account to messages of Web Push, and for how many days one counts.
  package static let (pushSubscriptions, pushDays) = (100, 3)
  /// Tasks that a message of a day names because others changed them.
  package static let dayChanges = 8
  /// Mails within an hour that become tasks of an account.
  package static let mailsPerHour = 60
  /// The maximum number of members of a list, those that are invited included.
  package static let membersPerList = 50
  /// The maximum number of people that a search offers.
  package static let peopleToChoose = 200
  /// How many days an invitation by link can be accepted.
  package static let invitationDays = 7
  /// The maximum number of invitations that an account makes within a day, and of those that wait for its answer.
  package static let (invitationsPerDay, offersPerAccount) = (100, 50)
  /// The maximum number of pages by link of a list, for how many days they can be made, and how many of their ticks are undone at once.
  package static let (pagesPerList, pageDays, undoneTicks) = (20, [1, 7, 30, 365], 200)
  /// The maximum number of app passwords of an account.
  package static let appPasswordsPerAccount = 50
  /// The maximum length of the name of an app password, in characters.
  package static let appPasswordNameCharacters = 50
  /// The maximum length of the name of an app password, in UTF-8 bytes.
  package static let appPasswordNameBytes = 250
  /// The maximum number of saved filters of an account. The rail counts the matches of each.
  package static let savedFilters = 20
  /// The maximum length of a recurrence rule of a file, in bytes.
  package static let ruleBytes = 200
  /// The maximum length of a source's address, in UTF-8 bytes.
  package static let addressBytes = 2 * 1024
  /// The maximum number of stored events of a source.
  package static let sourceEvents = 50
  /// The maximum number of titles of added tasks in an event, and of removed tasks.
  package static let changedTitles = 5
  /// The maximum length of each of these titles, in characters.
  package static let changedTitleCharacters = 80
  /// The maximum number of drafted sources of an account. The oldest are deleted first.
  package static let sourceDrafts = 10
  /// The maximum stored size of the lists found at an address, in UTF-8 bytes.
  package static let collectionBytes = 48 * 1024
  /// How many days a drafted source is stored.
  package static let sourceDraftDays = 1
  /// The maximum length of a search text, in Unicode scalars.
  package static let searchCharacters = 200
  /// The maximum number of words in a search.
  package static let searchWords = 16
  /// The maximum number of matches that a search collects and sorts.
  package static let searchMatches = 500
  /// The maximum number of tasks that a search compares with its filter one by one.
  package static let comparedTasks = 20_000
  /// The maximum number of completed tasks that a review counts.
  package static let reviewedTasks = 20_000
  /// The maximum number of changes in which a review looks for due dates that were moved.
  package static let reviewedChanges = 2_000
  /// The maximum number of postponed tasks in a review.
  package static let postponedTasks = 10
  /// The number up to which the missed dates of a repeating task are counted.
  package static let missedDates = 100
  /// The number up to which the matches of a search are counted.
  package static let countedMatches = 100
}
