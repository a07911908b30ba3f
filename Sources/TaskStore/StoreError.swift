public import Foundation
public import Tasks

/// Why the store did not do what it was asked to. Nothing was written then, not even in part.
public enum StoreError: Error, Hashable, Sendable {
  /// There is no such thing, or it belongs to somebody else: that can't be told apart.
  case notFound
  /// It is in the trash.
  case gone(GoneThing)
  /// The account may read it, but not do this.
  case forbidden
  /// Something was changed since.
  case conflict(Conflict)
  /// This form was sent before, and what it added is still the newest change of its list.
  case repeated(ChangeID)
  /// Another account has that name.
  case taken
  /// There would be too many.
  case limit(LimitReached)
  /// The database can't be read or written now; the request may be tried again.
  case unavailable(Unavailable, DatabaseUse)
  /// Whoever asked has left; neither done nor failed.
  case cancelled
  /// A mistake of ours; the text is for the log only and holds nothing that a person typed.
  case `internal`(String)
}

/// What is in the trash, and what to restore to have it back.
public enum GoneThing: Hashable, Sendable {
  /// A list, or a task in it that is hidden by that.
  case list(ListID, name: String, since: Date)
  /// A task by itself.
  case task(TaskID, title: String, since: Date, list: ListID)
}

/// What was changed since.
public enum Conflict: Hashable, Sendable {
  /// A task's text: what it is now (`theirs`, at `version`), and what was sent.
  case task(TaskID, version: ChangeID, theirs: TaskDraft, mine: TaskDraft)
  /// A list's name: what it is now (`theirs`, at `version`), and what was sent.
  case list(ListID, version: ChangeID, theirs: ListName, mine: ListName)
  /// What an undo would take back is not as the change left it any more.
  case changedSince(ChangeID)
  /// There is no way back from this change, or no more.
  case notUndoable(ChangeID)
  /// The first account was made already.
  case registered
  /// So many of the tasks that were to be copied are not in the list any more.
  case tasksGone(Int)
  /// Another list of the account lives at that address.
  case followed(ListID)
}

/// Which number would be passed.
public enum LimitReached: Hashable, Sendable {
  /// Tasks in one list.
  case tasks(Int)
  /// Lists of one account.
  case lists(Int)
  /// Tasks added at once.
  case tasksAtOnce(Int)
  /// All that an account has of something, with what is in its trash.
  case quota(LimitedQuantity, Int)
}

/// What the database was to be used for.
public enum DatabaseUse: Hashable, Sendable {
  /// For reading.
  case reading
  /// For writing.
  case writing
}
