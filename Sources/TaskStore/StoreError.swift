public import Foundation
public import Tasks

/// The reason why the store did not perform an operation. Nothing was written, not even in part.
public enum StoreError: Error, Hashable, Sendable {
  /// The item does not exist, or it belongs to another account. The two are indistinguishable.
  case notFound
  case gone(GoneThing)
  /// The account may read the item, but not do this.
  case forbidden
  /// The operation conflicts with the current state.
  case conflict(Conflict)
  /// The same form was submitted before, and what it added is still the newest change of its list.
  case repeated(ChangeID)
  /// Another account has the name.
  case taken
  /// A limit would be exceeded.
  case limit(LimitReached)
  /// The database cannot be read or written now. The request can be retried.
  case unavailable(Unavailable, DatabaseUse)
  /// The caller's task was cancelled. Neither success nor failure.
  case cancelled
  /// A programming error. The text is for the log only and contains no user input.
  case `internal`(String)
}

/// An item in the trash, with what to restore.
public enum GoneThing: Hashable, Sendable {
  /// A list, or a task in it that is hidden with its list.
  case list(ListID, name: String, since: Date)
  /// A single task.
  case task(TaskID, title: String, since: Date, list: ListID)
}

/// The kind of a conflict.
public enum Conflict: Hashable, Sendable {
  /// A task's text: the current one (`theirs`, at `version`), and the submitted one.
  case task(TaskID, version: ChangeID, theirs: TaskDraft, mine: TaskDraft)
  /// A list's name: the current one (`theirs`, at `version`), and the submitted one.
  case list(ListID, version: ChangeID, theirs: ListName, mine: ListName)
  /// The rows that an undo would revert have changed since.
  case changedSince(ChangeID)
  /// The change cannot be undone, or no longer.
  case notUndoable(ChangeID)
  /// An account exists already, so this one cannot be the first.
  case registered
  /// The number of tasks to copy or change that are no longer in the list.
  case tasksGone(Int)
  /// Another list of the account follows that address.
  case followed(ListID)
}

/// A limit that would be exceeded, and its value.
public enum LimitReached: Hashable, Sendable {
  /// Tasks in one list.
  case tasks(Int)
  /// Lists of an account.
  case lists(Int)
  /// Saved filters of an account.
  case filters(Int)
  /// Sections of a list.
  case sections(Int)
  /// Tags of an account.
  case tags(Int)
  /// Calendar feeds of an account.
  case feeds(Int)
  /// App passwords of an account.
  case appPasswords(Int)
  /// Tags of a task.
  case tagsOfTask(Int)
  /// Tasks with a tag that is renamed or removed.
  case renamedTags(Int)
  /// Levels of tasks and their steps.
  case subtaskLevels(Int)
  /// Tasks added at once.
  case tasksAtOnce(Int)
  /// A quota of the account, which includes its trash.
  case quota(LimitedQuantity, Int)
}

/// How the database was used.
public enum DatabaseUse: Hashable, Sendable {
  case reading
  case writing
}
