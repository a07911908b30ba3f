import Foundation
import HTTPTypes
import Hummingbird
import RemoteLists
import Scheduling
import StatePages
import StateViews
import TaskStore
import Tasks
import Testing

@testable import TaskApp

/// MOVE (RFC 4918, section 9.9).
struct DavMoveTests {
  private let world: World
  private let client: DavClient
  private let (list, garden): (ListID, ListID)
  private var calendar: String { "\(client.home)\(list)/" }
  private var other: String { "\(client.home)\(garden)/" }

  init() async throws {
    world = try await World()
    client = try await DavClient(world)
    list = try await world.makeList()
    garden = try await world.makeList("Garden")
    for uid in ["a", "b"] {
      _ = try await client.send("PUT", "\(calendar)\(uid).ics", [:], DavClient.todo(uid, "SUMMARY:\(uid)"))
    }
  }

  private func move(_ name: String, to destination: String, _ more: [(name: String, value: String)] = []) async throws
    -> Answer
  {
    try await client.send("MOVE", "\(calendar)\(name)", pairs: [("Destination", destination)] + more, "")
  }

  @Test(arguments: ["http://localhost", ""]) func `a task moves to another list with its steps, and back by an undo`(
    host: String
  ) async throws {
    _ = try await client.send("PUT", "\(calendar)s.ics", [:], DavClient.todo("s", "RELATED-TO:a"))
    let token = try await client.send("REPORT", calendar, [:], DavClient.report("d:sync-collection", "<d:sync-token/>"))
    let since = try #require(try XMLReader.read(Array(token.body.utf8)).first(.dav("sync-token"))).text
    #expect(try await move("a.ics", to: "\(host)\(other)new.ics").status == .created)
    #expect(try await client.send("GET", "\(calendar)a.ics").status == .notFound)
    #expect(try await client.send("GET", "\(other)new.ics").body.contains("UID:a"))
    #expect(try await client.send("GET", "\(other)s.ics").body.contains("RELATED-TO:a"))
    let changes = try await client.resources(
      "REPORT", calendar, DavClient.report("d:sync-collection", "<d:sync-token>\(since)</d:sync-token>"))
    #expect(Set(changes.keys) == ["\(calendar)a.ics", "\(calendar)s.ics"])
    let change = try #require(try await world.mine.history(of: list, limit: 1).first)
    #expect(change.kind == .taskTransferred && change.app == "Phone")
    try await world.mine.undo(change.id)
    #expect(try await client.send("GET", "\(calendar)a.ics").body.contains("UID:a"))
    #expect(try await client.send("GET", "\(other)new.ics").status == .notFound)
  }

  @Test func `a resource gets another name in its list, and clients learn of both`() async throws {
    let token = try await client.send("REPORT", calendar, [:], DavClient.report("d:sync-collection", "<d:sync-token/>"))
    let since = try #require(try XMLReader.read(Array(token.body.utf8)).first(.dav("sync-token"))).text
    #expect(try await move("a.ics", to: "\(calendar)c.ics").status == .created)
    #expect(try await client.send("GET", "\(calendar)a.ics").status == .notFound)
    let changes = try await client.resources(
      "REPORT", calendar, DavClient.report("d:sync-collection", "<d:sync-token>\(since)</d:sync-token>"))
    #expect(
      changes["\(calendar)a.ics"]?.status == "HTTP/1.1 404 Not Found"
        && changes["\(calendar)c.ics"]?.data?.contains("UID:a") == true)
  }

  @Test func `what is at the destination goes to the trash, or fails the move`() async throws {
    #expect(try await move("a.ics", to: "\(calendar)b.ics", [("Overwrite", "F")]).status == .preconditionFailed)
    #expect(try await client.send("GET", "\(calendar)b.ics").body.contains("UID:b"))
    #expect(try await move("a.ics", to: "\(calendar)b.ics").status == .noContent)
    #expect(try await client.send("GET", "\(calendar)b.ics").body.contains("UID:a"))
    #expect(try await world.get("/trash").body.contains(">b<"))
  }

  @Test func `a move that can't be is refused, and nothing moves`() async throws {
    _ = try await client.send("PUT", "\(other)x.ics", [:], DavClient.todo("x"))
    let cases: [(String, String, [(name: String, value: String)], Int)] = [
      ("a.ics", "\(calendar)a.ics", [], 403), ("x.ics", "\(other)y.ics", [], 404),
      ("a.ics", "\(client.home)none/a.ics", [], 409),
      ("a.ics", "http://elsewhere.example\(other)a.ics", [], 502), ("a.ics", "/lists/1", [], 502),
      ("a.ics", other, [], 403),
      ("a.ics", "\(other)a.ics", [("If-Match", "\"no\"")], 412), ("", "\(other)b/", [], 403),
    ]
    for (name, destination, headers, status) in cases {
      #expect(try await move(name, to: destination, headers).status.code == status, "\(destination)")
    }
    #expect(try await client.send("MOVE", "\(calendar)a.ics").status == .badRequest)
    #expect(try await client.send("GET", "\(calendar)a.ics").status == .ok)
    #expect(try await world.mine.openTasks(in: garden).count == 1)
  }
}
