import Foundation
import GRDB
import TaskFormats
import Tasks
import Testing

@testable import TaskStore

/// Texts that name a parent which their tasks can't have yet, because the tree would be too deep.
final class WaitingStepTests: ListTests {
  private func put(_ uid: String, below parent: String? = nil) async throws {
    let lines = ["SUMMARY:\(uid)"] + (parent.map { ["RELATED-TO:\($0)"] } ?? [])
    let text = (["BEGIN:VCALENDAR", "BEGIN:VTODO", "UID:\(uid)"] + lines + ["END:VTODO", "END:VCALENDAR", ""])
      .joined(separator: "\r\n")
    let known = try await mine.object("\(uid).ics", in: list)
    _ = try await mine.putObject(
      #require(ReadObject(stored: text)), at: "\(uid).ics", in: list, if: ObjectCondition(match: known.map { [$0.tag] })
    )
  }

  private func task(_ uid: String) async throws -> TaskID {
    try #require(try await mine.object("\(uid).ics", in: list)).task
  }

  /// The parents of tasks, such as `b<a`; a task of its own as `a`.
  private func tree() async throws -> String {
    try await world.store.database.read { db in
      try String.fetchAll(
        db,
        sql: """
          SELECT t.uid || coalesce('<' || p.uid, '') FROM tasks t LEFT JOIN tasks p ON p.id = t.parent
          WHERE t.deleted IS NULL ORDER BY t.uid
          """)
    }
    .joined(separator: " ")
  }

  /// Five levels, below which nothing has room.
  private func fill() async throws {
    try await put("a")
    for (uid, parent) in [("b", "a"), ("c", "b"), ("d", "c"), ("e", "d")] { try await put(uid, below: parent) }
  }

  @Test func `a step that was too deep is one when its tree is moved up`() async throws {
    try await fill()
    try await put("f", below: "e")
    #expect(try await tree() == "a b<a c<b d<c e<d f")
    let moved = try await mine.moveTask(task("c"), .top)
    #expect(try await tree() == "a b<a c d<c e<d f<e")
    try await mine.undo(#require(moved.change))
    #expect(try await tree() == "a b<a c<b d<c e<d f")
    try await put("b")
    #expect(try await tree() == "a b c<b d<c e<d f<e", "moved up by a client")
  }

  @Test func `a step that was too high is one when it has lost its own steps`() async throws {
    try await fill()
    try await put("f", below: "d")
    try await put("x")
    try await put("y", below: "x")
    try await put("x", below: "d")
    #expect(try await tree() == "a b<a c<b d<c e<d f<d x y<x")
    let deleted = try await mine.deleteTask(task("y"))
    #expect(try await tree() == "a b<a c<b d<c e<d f<d x<d")
    try await mine.undo(#require(deleted.change))
    #expect(try await tree() == "a b<a c<b d<c e<d f<d x y<x")
    try await mine.moveTask(task("y"), .top)
    #expect(try await tree() == "a b<a c<b d<c e<d f<d x<d y")
  }

  @Test func `a circle ends when one of its tasks leaves it`() async throws {
    try await put("a", below: "c")
    try await put("b", below: "a")
    try await put("c", below: "b")
    #expect(try await tree() == "a b<a c<b")
    try await put("b")
    #expect(try await tree() == "a<c b c<b")
  }

  @Test func `a step that a page gives another parent waits no more`() async throws {
    try await fill()
    try await put("f", below: "e")
    let (f, a) = (try await task("f"), try await task("a"))
    let moved = try await mine.moveTask(f, .into(a))
    #expect(try #require(try await mine.object("f.ics", in: list)).text.contains("RELATED-TO:a"))
    try await mine.moveTask(task("c"), .top)
    #expect(try await tree() == "a b<a c d<c e<d f<a")
    try await mine.undo(#require(moved.change))
    #expect(try await tree() == "a b<a c d<c e<d f<e")
  }

  @Test func `a step that comes to the list of the task that it waits for becomes a step of it`() async throws {
    let garden = try await world.list("Garden")
    _ = try await mine.putObject(
      #require(ReadObject(stored: ObjectTests.text("p"))), at: "p.ics", in: garden, if: ObjectCondition())
    try await put("s", below: "p")
    #expect(try await tree() == "p s")
    try await mine.changeTasks(.tasks([task("s")], in: list), .move(to: garden))
    #expect(try await tree() == "p s<p")
  }
}
