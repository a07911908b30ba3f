package import Foundation

/// One write by an account, with what is needed to show and undo it.
package struct Change: Hashable, Sendable {
  /// The id. Later changes have greater ids.
  package let id: ChangeID
  package let list: ListID
  /// The list that a task was moved to.
  package let other: ListID?
  /// The task, if the change is about a single task.
  package let task: TaskID?
  package let kind: ChangeKind
  /// The title of the single task, otherwise the name of the list, at the time of the change.
  package let name: String
  /// The number of tasks, if several were added, changed, cleared or purged; otherwise 1.
  package let count: Int
  /// The name of the list that a task was moved to, at the time of the change.
  package let otherName: String?
  /// The time of the change.
  package let at: Date
  /// Whether it is undone. False again if the undo was undone.
  package let undone: Bool
  /// Whether it has an inverse and is not undone. In the history it also means that an undo would have an effect now; elsewhere
  /// only the undo itself finds out.
  package var undoable: Bool
  /// The change that this undo reverted; nil for other changes.
  package let undoes: ChangeID?
  /// The account; nil for changes of the app itself and of removed accounts.
  package let who: Person?
  /// The name of the account that it is about: that was invited, that joined, or whose role it changed; nil for other changes.
  package var member: String?
  /// The name of the app password with which it was made, or after an arrow that of the page by link; nil for a change by a page of the
  /// account.
  package let app: String?
  /// How it was made without the app; nil for all others.
  package var medium: Medium?
  /// The batch that it belongs to, if it changed tasks in several lists; nil for a change of its own.
  package let batch: Batch?
  /// Whether its list is a saved filter.
  package let isOfFilter: Bool
  /// What a quick-add field understood; nil if nothing was. Read for a single change, not for a history.
  package let quickAdd: Understood?
  /// What it did to each field, in the order of a task's form. Empty if that says no more than its kind, or is no longer stored.
  package var fields: [FieldChange] = []
  /// The kind of the change that this undo reverted. Read for a single change, not for a history.
  package var undoneKind: ChangeKind?
  /// Whether this undo of a completion left the next task of a repeating one in the trash, because that was changed since. Read for a
  /// single change, not for a history.
  package var leavesNext = false
  /// Whether this undo has left some of the tasks as they are, because they were changed since. Read for a single change, not for a history.
  package var leavesSome = false
  /// Whether it can be shown. A change of an unknown kind, or whose effect on fields can't be read, is neither shown nor undone.
  package var isReadable = true
  /// Whether the account can open its task: the task is in one of its lists, and not in the trash.
  package var isTaskThere = false

  /// A way to make a change without the app.
  package enum Medium: String, Hashable, Sendable {
    /// A link in a message that reminded of a task.
    case answer
    /// A mail to the account's address.
    case mail
  }

  /// What was understood of the text of added tasks.
  package struct Understood: Hashable, Sendable {
    /// The single task as typed.
    package let literal: TaskDraft?
    /// The number of tasks that were added with a due date.
    package let dated: Int
    /// The due day of the single task, as it was added.
    package let due: Day?

    package init(literal: TaskDraft? = nil, dated: Int, due: Day? = nil) {
      (self.due, self.literal, self.dated) = (due, literal, dated)
    }
  }

  /// Changes that were made, and are undone, together: of tasks in several lists, or of different kinds by one press.
  package struct Batch: Hashable, Sendable {
    /// The number of changes: one for each list.
    package let lists: Int
    /// The number of tasks in all lists.
    package let tasks: Int
    /// Whether it has changes of different kinds: text that was typed on a page, and what was done by the button that saved it, too.
    package let isMixed: Bool

    package init(lists: Int, tasks: Int, isMixed: Bool = false) {
      (self.lists, self.tasks, self.isMixed) = (lists, tasks, isMixed)
    }
  }

  package init(
    id: ChangeID, list: ListID, other: ListID?, task: TaskID?, kind: ChangeKind, name: String, count: Int,
    otherName: String?, at: Date, undone: Bool, undoable: Bool, undoes: ChangeID?, who: Person?,
    app: String? = nil, batch: Batch? = nil, isOfFilter: Bool = false, quickAdd: Understood? = nil
  ) {
    (self.id, self.list, self.other, self.task, self.kind) = (id, list, other, task, kind)
    (self.name, self.count, self.otherName, self.at, self.undone) = (name, count, otherName, at, undone)
    (self.undoable, self.undoes, self.who, self.app, self.batch) = (undoable, undoes, who, app, batch)
    (self.isOfFilter, self.quickAdd) = (isOfFilter, quickAdd)
  }
}

package enum ChangeKind: String, CaseIterable, Hashable, Sendable {
  case listCreated = "list-created"
  /// A search was saved as a list.
  case filterSaved = "filter-saved"
  /// The search of a saved filter was replaced.
  case filterChanged = "filter-changed"
  case listRenamed = "list-renamed"
  case sectionAdded = "section-added"
  case sectionRenamed = "section-renamed"
  /// A section was moved with its tasks.
  case sectionMoved = "section-moved"
  /// A heading was deleted; its tasks stay.
  case sectionDeleted = "section-deleted"
  case listMoved = "list-moved"
  case listDeleted = "list-deleted"
  case listRestored = "list-restored"
  case taskAdded = "task-added"
  case tasksAdded = "tasks-added"
  case taskEdited = "task-edited"
  /// A task got another due day, or none.
  case taskScheduled = "task-scheduled"
  /// A repeating task was moved to its next date without being completed.
  case taskSkipped = "task-skipped"
  case taskCompleted = "task-completed"
  case taskReopened = "task-reopened"
  /// A task was moved within its list.
  case taskMoved = "task-moved"
  /// A task was moved to another list, and possibly edited.
  case taskTransferred = "task-transferred"
  case taskDeleted = "task-deleted"
  case taskRestored = "task-restored"
  case completedCleared = "completed-cleared"
  /// Several tasks were completed at once.
  case tasksCompleted = "tasks-completed"
  /// The completed tasks of a list were reopened.
  case tasksReopened = "tasks-reopened"
  /// Several tasks got the same due date, or none.
  case tasksScheduled = "tasks-scheduled"
  /// Several tasks got the same priority.
  case tasksPrioritized = "tasks-prioritized"
  /// Several tasks were given to the same member, or to nobody.
  case tasksAssigned = "tasks-assigned"
  /// Several tasks got the same recurrence, or none.
  case tasksRepeated = "tasks-repeated"
  /// Tasks got a tag, lost one, or got another one instead.
  case tasksTagged = "tasks-tagged"
  /// Several tasks were moved to another list.
  case tasksTransferred = "tasks-transferred"
  /// Several tasks were moved to the trash.
  case tasksDeleted = "tasks-deleted"
  /// A remote list was added to the account's lists.
  case listFollowed = "list-followed"
  /// The address of a remote list was changed.
  case sourceChanged = "source-changed"
  /// Tasks of a remote list were copied to an own list.
  case tasksCopied = "tasks-copied"
  /// A remote list, or a part of it, became a list of the account's own.
  case listKept = "list-kept"
  /// A list was imported from a file.
  case listsImported = "lists-imported"
  /// An account was invited to a list.
  case memberInvited = "member-invited"
  /// An invitation by link was made.
  case invitationMade = "invitation-made"
  /// An invitation was withdrawn.
  case invitationEnded = "invitation-ended"
  /// An invitation was accepted.
  case memberJoined = "member-joined"
  case invitationDeclined = "invitation-declined"
  case roleChanged = "role-changed"
  case memberRemoved = "member-removed"
  case memberLeft = "member-left"
  /// A page by link was made, and ended.
  case pageMade = "page-made"
  case pageEnded = "page-ended"
  case commentAdded = "comment-added"
  case commentEdited = "comment-edited"
  case commentDeleted = "comment-deleted"
  case undone
  /// Items were deleted from the trash for good.
  case purged
}

/// What shows the effect of an undo.
package enum UndoTarget: Hashable, Sendable {
  case overview
  case list(ListID)
  case row(TaskID, in: ListID)
  case task(TaskID, in: ListID)
  case trash
  /// The members of a list.
  case sharing(ListID)

  /// The row instead of the task's page, where the button of the row was pressed: it shows the effect itself.
  package var inRow: Self {
    if case .task(let task, let list) = self { .row(task, in: list) } else { self }
  }
}
