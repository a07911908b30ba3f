import Foundation
import GRDB
import TaskFormats
import Tasks
import Testing

@testable import TaskStore

/// What members of a list say about a task.
final class CommentTests: ListTests {
  private func text(_ text: String) throws -> CommentText { try CommentText(validating: text) }

  @discardableResult
  private func say(_ said: String, on task: TaskID, by world: World? = nil) async throws -> ChangeID {
    let mine = world?.mine ?? mine
    return try #require(try await mine.addComment(text(said), to: task, submission: .fresh()).change)
  }

  private func said(on task: TaskID, by world: World? = nil) async throws -> [String] {
    try await (world?.mine ?? mine).comments(of: 100, on: task).rows.map(\.text)
  }

  private func task(_ title: String = "Milk") async throws -> TaskID { try await world.add(title, to: list)[0] }

  @Test func `comments are paged, the newest first, with who has written them`() async throws {
    let (task, ben) = (try await task(), try await world.asStranger(named: "Ben"))
    try await world.share(list, with: ben.account, as: .viewer)
    for index in 1...5 { try await say("\(index)", on: task, by: index == 3 ? ben : nil) }
    let page = try await mine.comments(2, of: 2, on: task)
    #expect(page.rows.map(\.text) == ["3", "2"])
    #expect(page.rows.map(\.author) == [.other(Person(ben.account, "Ben")), .reader])
    #expect((page.number, page.paging.total) == (2, 5))
    #expect(page.rows.map(\.mayEdit) == [false, true] && page.rows.map(\.mayDelete) == [true, true])
    let theirs = try await ben.mine.comments(2, of: 2, on: task).rows
    #expect(theirs.map(\.mayEdit) == [true, false] && theirs.map(\.mayDelete) == [true, false])
    #expect(try await mine.comments(9, of: 2, on: task).number == 3)
    #expect(try await mine.taskHeader(task).comments == 5)
  }

  @Test func `adding, editing and deleting are undone and redone`() async throws {
    let task = try await task()
    let added = try await say("Oat", on: task)
    let comment = try #require(try await mine.comments(of: 9, on: task).rows.first)
    let edited = try #require(
      try await mine.editComment(comment.id, text("Oats"), version: comment.version, submission: .fresh()).change)
    let changed = try await mine.comment(comment.id)
    #expect(changed.text == "Oats" && changed.edited != nil && changed.version == edited)
    try await mine.undo(edited)
    #expect(try await mine.comment(comment.id).edited == nil)
    let deleted = try #require(try await mine.deleteComment(comment.id).change)
    #expect(try await said(on: task) == [])
    await #expect(throws: StoreError.notFound) { try await self.mine.comment(comment.id) }
    try await mine.undo(deleted)
    #expect(try await said(on: task) == ["Oat"])
    let undone = try await mine.undo(added)
    #expect(undone.target == .task(task, in: list))
    #expect(try await said(on: task) == [])
    try await mine.undo(#require(undone.change))
    #expect(try await said(on: task) == ["Oat"])
    let kinds = try await mine.history(of: list, task: task, limit: 20).map(\.kind)
    #expect(Set(kinds).isSuperset(of: [.commentAdded, .commentEdited, .commentDeleted]))
  }

  @Test func `the author alone edits, an owner deletes any, and nobody undoes what is another's`() async throws {
    let (task, ben, eve) = (
      try await task(), try await world.asStranger(named: "Ben"), try await world.asStranger(named: "Eve")
    )
    try await world.share(list, with: ben.account, as: .editor)
    try await world.share(list, with: eve.account, as: .editor)
    let added = try await say("Oat", on: task, by: ben)
    let comment = try #require(try await mine.comments(of: 9, on: task).rows.first)
    for other in [world, eve] {
      await #expect(throws: StoreError.forbidden(.role)) {
        try await other.mine.editComment(comment.id, self.text("x"), version: comment.version)
      }
    }
    await #expect(throws: StoreError.forbidden(.role)) { try await eve.mine.deleteComment(comment.id) }
    await #expect(throws: StoreError.forbidden(.lacking(.delete))) { try await eve.mine.undo(added) }
    let edited = try #require(
      try await ben.mine.editComment(comment.id, text("Oats"), version: comment.version).change)
    await #expect(throws: StoreError.forbidden(.role)) { try await self.mine.undo(edited) }
    #expect(try await mine.history(of: list, limit: 9).first { $0.id == edited }?.undoable == false)
    let deleted = try #require(try await mine.deleteComment(comment.id).change)
    await #expect(throws: StoreError.forbidden(.lacking(.delete))) { try await ben.mine.undo(deleted) }
    try await mine.undo(deleted)
    #expect(try await said(on: task, by: ben) == ["Oats"])
  }

  @Test func `a former member finds nothing and undoes nothing, and what it has said stays`() async throws {
    let (task, ben) = (try await task(), try await world.asStranger(named: "Ben"))
    try await world.share(list, with: ben.account, as: .viewer)
    let added = try await say("Oat", on: task, by: ben)
    let comment = try #require(try await mine.comments(of: 9, on: task).rows.first)
    try await mine.remove(ben.account, from: list)
    await #expect(throws: StoreError.notFound) { try await ben.mine.comments(of: 9, on: task) }
    await #expect(throws: StoreError.notFound) { try await ben.mine.comment(comment.id) }
    await #expect(throws: StoreError.notFound) { try await self.say("x", on: task, by: ben) }
    await #expect(throws: StoreError.notFound) { try await ben.mine.deleteComment(comment.id) }
    await #expect(throws: StoreError.notFound) { try await ben.mine.undo(added) }
    #expect(try await mine.comment(comment.id).author == .other(Person(ben.account, "Ben")))
    _ = try await world.store.removeAccount(ben.account)
    #expect(try await mine.comment(comment.id).author == .removed)
  }

  @Test func `an undo needs the list where the task is now`() async throws {
    let (task, ben) = (try await task(), try await world.asStranger(named: "Ben"))
    try await world.share(list, with: ben.account, as: .editor)
    let added = try await say("Oat", on: task, by: ben)
    try await mine.transferTask(task, to: world.list("Garden"))
    #expect(try await said(on: task) == ["Oat"])
    await #expect(throws: StoreError.conflict(.notUndoable(added))) { try await ben.mine.undo(added) }
    #expect(try await said(on: task) == ["Oat"])
  }

  @Test func `an edit of another text of it is a conflict with both`() async throws {
    let task = try await task()
    try await say("Oat", on: task)
    let comment = try #require(try await mine.comments(of: 9, on: task).rows.first)
    let edited = try await mine.editComment(comment.id, text("Oats"), version: comment.version)
    let conflict = Conflict.comment(
      comment.id, version: try #require(edited.change), theirs: try text("Oats"), mine: try text("Rice"))
    await #expect(throws: StoreError.conflict(conflict)) {
      try await self.mine.editComment(comment.id, self.text("Rice"), version: comment.version)
    }
    // The same text is none.
    #expect(try await !mine.editComment(comment.id, text("Oats"), version: comment.version).isNew)
  }

  @Test func `a search finds a task by its comments, with an excerpt, wherever it is`() async throws {
    let task = try await task()
    try await say("Something with oats", on: task)
    let second = try await say("Or rice?", on: task)
    func found(_ text: String) async throws -> [String] {
      guard case .found(let found) = try await mine.search(text, by: .relevance, of: 9) else { return [] }
      return found.tasks.map { $0.excerpt?.text.runs.map(\.text).joined() ?? "-" }
    }
    #expect(try await found("oats") == ["Something with oats\nOr rice?".replacing("\n", with: " ")])
    #expect(try await found("milk rice").count == 1)
    #expect(try await found("milk -rice") == [])
    try await mine.undo(second)
    #expect(try await found("rice") == [])
    let garden = try await world.list("Garden")
    try await mine.transferTask(task, to: garden)
    #expect(try await found("oats").count == 1)
    let trashed = try #require(try await mine.deleteTask(task).change)
    #expect(try await found("oats") == [])
    try await mine.undo(trashed)
    #expect(try await found("oats").count == 1)
    #expect(try await said(on: task) == ["Something with oats"])
    try await mine.deleteTask(task)
    try await world.store.purge(deletedBefore: .distantFuture)
    #expect(try await world.store.searchProblems() == [])
    #expect(try await world.store.number("SELECT count(*) FROM comments") == 0)
  }

  @Test func `comments are bounded, and count for the owner of the list`() async throws {
    let world = try World(quotas: { $0.bytes = 100_000 })
    let list = try await world.list()
    let task = try await world.add("Milk", to: list)[0]
    let ben = try await world.asStranger(named: "Ben")
    try await world.share(list, with: ben.account, as: .viewer)
    let long = String(repeating: "x", count: 60_000)
    try await say(long, on: task, by: ben)
    #expect(try await world.mine.usage().bytes > 60_000)
    #expect(try await ben.mine.usage().bytes == 0)
    await #expect(throws: StoreError.limit(.quotaOfOwner(.bytes))) { try await self.say(long, on: task, by: ben) }
    #expect(throws: InvalidInput.self) { try self.text(long + long) }
    #expect(throws: InvalidInput.self) { try self.text(" \n ") }
    let other = try await world.add("Rice", to: list)[0]
    try await world.store.execute(
      """
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
      INSERT INTO comments (task, author, written, version, text) SELECT ?, ?, 0, 1, 'x' FROM n
      """, [other.value, ben.account.value])
    let full = StoreError.limit(.comments(Limits.commentsPerTask))
    await #expect(throws: full) { try await self.say("y", on: other, by: world) }
    let last = try await world.mine.comments(of: 1, on: other).rows[0]
    let deleted = try #require(try await world.mine.deleteComment(last.id).change)
    try await say("y", on: other, by: world)
    await #expect(throws: full) { try await world.mine.undo(deleted) }
  }

  @Test func `a comment that was deleted is purged after a time, and its undo says so`() async throws {
    let task = try await task()
    try await say("Oat", on: task)
    let comment = try #require(try await mine.comments(of: 9, on: task).rows.first)
    let deleted = try #require(try await mine.deleteComment(comment.id).change)
    try await world.store.purge(deletedBefore: .distantFuture)
    #expect(try await world.store.number("SELECT count(*) FROM comments") == 0)
    await #expect(throws: StoreError.conflict(.notUndoable(deleted))) { try await self.mine.undo(deleted) }
  }

  @Test func `an export has the comments, and an import shows the names of others as texts`() async throws {
    let (task, ben) = (try await task(), try await world.asStranger(named: "Ben"))
    try await world.share(list, with: ben.account, as: .editor)
    try await say("Oat \"x\"\n- [ ] y", on: task)
    try await say("No", on: task, by: ben)
    try await say("Yes", on: task, by: try await gone())
    let eve = try #require(try await mine.sharing(of: list).members.first { $0.name == "Eve" })
    _ = try await world.store.removeAccount(eve.account)
    let comment = try await mine.comments(of: 9, on: task).rows[2]
    try await mine.editComment(comment.id, text("Oats"), version: comment.version)
    var pieces = try await mine.export(ExportRequest(.list(list), as: .json))
    var bytes: [UInt8] = []
    while let piece = try await pieces.next() { bytes += piece }
    let file = try PortableFile(
      reading: bytes, name: nil, hasPlainLines: false, in: .gmt, now: world.clock.now, limits: .standard,
      inflate: { _, _ in nil })
    #expect(file.lists[0].remarks == ImportRemarks())
    let other = try World()
    let copied = try await other.imports(file.lists)
    let copy = try #require(try await other.mine.openTasks(in: copied.lists[0]).first).id
    let read = try await other.mine.comments(of: 9, on: copy).rows
    #expect(read.map(\.text) == ["Yes", "No", "Oats"])
    #expect(read.map(\.author) == [.removed, .imported("Ben"), .reader])
    #expect(read.map { $0.edited != nil } == [false, false, true])
    #expect(try await other.store.searchProblems() == [])
    // A table has none, nor has a copy of the list.
    let second = try await mine.copyList(list, submission: .fresh()).list
    #expect(try await said(on: mine.openTasks(in: second)[0].id) == [])
  }

  /// A member that is removed later.
  private func gone() async throws -> World {
    let eve = try await world.asStranger(named: "Eve")
    try await world.share(list, with: eve.account, as: .editor)
    return eve
  }

  @Test func `tasks of a followed list take no comments`() async throws {
    let (choir, _) = try await world.follow("Choir", [.named("Alto")])
    let task = try await mine.followedRows(open: 1, closed: 1, of: 9, in: choir).open.rows[0].id
    await #expect(throws: StoreError.forbidden(.followed)) { try await self.say("x", on: task) }
    #expect(try await !mine.taskHeader(task).takesComments)
  }
}
