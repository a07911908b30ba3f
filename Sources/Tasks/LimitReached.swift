/// A limit that would be exceeded, and its value.
package enum LimitReached: Hashable, Sendable, Codable {
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
  /// Channels of an account.
  case channels(Int)
  /// App passwords of an account.
  case appPasswords(Int)
  /// Tags of a task.
  case tagsOfTask(Int)
  /// Tasks with a tag that is renamed or removed.
  case renamedTags(Int)
  /// Levels of tasks and their subtasks.
  case subtaskLevels(Int)
  /// Comments on a task, by their number or their size.
  case comments(Int)
  /// Tasks added at once.
  case tasksAtOnce(Int)
  /// A quota of the account, which includes its trash.
  case quota(LimitedQuantity, Int)
  /// A quota of another account, which owns the list.
  case quotaOfOwner(LimitedQuantity)
  /// Pages by link of a list.
  case pages(Int)
  /// Members of a list, with those that are invited.
  case members(Int)
  /// Invitations that an account makes within a day.
  case invitations(Int)
  /// Invitations that wait for the answer of the account to invite.
  case offers(Int)
}
