import GRDB
import TaskFormats
package import Tasks

extension AccountStore {
  /// Adds a comment to a task.
  ///
  /// - Throws: ``StoreError/repeated(_:)``, ``StoreError/forbidden(_:)`` on a task of a followed list, and ``StoreError/limit(_:)``.
  @discardableResult package func addComment(
    _ text: CommentText, to task: TaskID, submission: SubmissionID
  ) async throws(Problem) -> Written {
    try await write { write in try write.addComment(text, to: task, once: false, submission: submission) }
  }

  /// Replaces the text of a comment of the account.
  ///
  /// - Throws: ``StoreError/forbidden(_:)`` for a comment of another account, and ``StoreError/conflict(_:)`` with both texts if it was
  ///   edited to something else since `version`.
  @discardableResult package func editComment(
    _ id: CommentID, _ text: CommentText, version: ChangeID, submission: SubmissionID? = nil
  ) async throws(Problem) -> Written {
    try await write { write in
      let (comment, task) = try write.db.comment(id, for: write.account)
      try task.role.require(.comment)
      if !comment.mayEdit { throw StoreError.forbidden(.role) }
      let stored = CommentText(stored: comment.text)
      if stored == text {
        let earlier = try write.earlierEffect(of: submission).flatMap { $0.undone ? nil : $0.change }
        return Written(change: earlier, isNew: false, list: task.list, tasks: [task.id])
      }
      if version != comment.version {
        throw StoreError.conflict(.comment(id, version: comment.version, theirs: stored, mine: text))
      }
      try write.requireRoomForComments(on: task.id, text, insteadOf: stored)
      try write.requireQuota(for: Usage(changing: 2 * text.bytes + stored.bytes), in: task.list)
      let patch = Patch(
        .comments, [id.value],
        was: [.text: .text(stored.text), .edited: Stored(comment.edited.map { Milliseconds($0) })],
        now: [.text: .text(text.text), .edited: .integer(write.now.value)])
      let entry = ChangeEntry(
        kind: .commentEdited, list: task.list, task: task.id, name: task.text.title, submission: submission)
      return try write.change(entry, [patch])
    }
  }

  /// Deletes a comment of the account, or any in a list that it owns.
  @discardableResult package func deleteComment(_ id: CommentID) async throws(Problem) -> Written {
    try await write { write in
      let (comment, task) = try write.db.comment(id, for: write.account)
      try task.role.require(.comment)
      if !comment.mayDelete { throw StoreError.forbidden(.role) }
      let patch = Patch(.comments, [id.value], was: [.deleted: .null], now: [.deleted: .integer(write.now.value)])
      return try write.change(
        ChangeEntry(kind: .commentDeleted, list: task.list, task: task.id, name: task.text.title), [patch])
    }
  }
}

extension Write {
  /// See ``AccountStore/addComment(_:to:submission:)``.
  /// - Parameter once: whether a comment that the same form has added already is no error.
  func addComment(
    _ text: CommentText, to id: TaskID, once: Bool, submission: SubmissionID
  ) throws -> Written {
    guard let task = try StoredTask.find(id, for: account, db) else { throw StoreError.notFound }
    try task.role.require(.comment)
    try task.requireOwn()
    try task.requireThere()
    let list = try anyList(task.list)
    if once, let earlier = try recentEffect(of: submission, in: list) {
      return Written(change: earlier, isNew: false, list: list.id, tasks: [id])
    }
    try requireNotRepeated(submission, in: list)
    try requireRoomForComments(on: id, text)
    try requireQuota(for: Usage(bytes: text.bytes + task.text.title.utf8.count + 2 * Usage.rowBytes), in: list.id)
    let change = try record(
      ChangeEntry(kind: .commentAdded, list: list.id, task: id, name: task.text.title, submission: submission))
    try run(CommentQuery.insert, [id.value, account.value, now.value, change.value, text.text])
    try setInverse([.added(.comments, [db.lastInsertedRowID])], of: change)
    return Written(change: change, list: list.id, tasks: [id])
  }

  /// Inserts a comment of an imported task. Another account is not looked up by its name, which the file may have made up.
  func insert(_ comment: NewTask.Imported.Comment, on task: TaskID, _ change: ChangeID) throws {
    var (author, name): (AccountID?, String?) = (account, nil)
    if case .other(let other) = comment.author { (author, name) = (nil, other.isEmpty ? nil : other) }
    try run(
      CommentQuery.insertImported,
      [
        task.value, author?.value, name, comment.written.value, comment.edited?.value, change.value, comment.text,
      ])
  }

  /// Throws `limit` if the comments on a task would be too many, or too long: the index of words takes them as one text.
  /// - Parameters:
  ///   - text: the text to add; nil to check what is there.
  ///   - former: the text that it replaces.
  func requireRoomForComments(on task: TaskID, _ text: CommentText? = nil, insteadOf former: CommentText? = nil) throws
  {
    let stored = try db.row(CommentQuery.size, [task.value]) { (count: $0[0] as Int, bytes: $0[1] as Int) }
    guard let stored else { return }
    var (count, bytes) = stored
    if text != nil, former == nil { count += 1 }
    bytes += (text.map { $0.bytes + Usage.rowBytes } ?? 0) - (former.map { $0.bytes + Usage.rowBytes } ?? 0)
    if count > Limits.commentsPerTask || bytes > Limits.commentBytesPerTask {
      throw StoreError.limit(.comments(Limits.commentsPerTask))
    }
  }
}

extension Undo {
  /// Throws unless the account may undo a change of a comment: what it has done itself, and as an owner of the list what another one has
  /// added or deleted. The task may be in another list by now, of which the account must be a member, too.
  func requireCommentAllowed(_ patch: Patch) throws {
    guard let task, let stored = try StoredTask.find(task, for: write.account, write.db) else {
      throw StoreError.conflict(.notUndoable(id))
    }
    try stored.role.require(.comment)
    try stored.requireOwn()
    let isOwn = account == write.account
    if !isOwn, patch.now[.text] != nil { throw StoreError.forbidden(.role) }
    if !isOwn { try stored.role.require(.delete) }
  }
}
