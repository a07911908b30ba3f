import HTTPTypes
import RemoteLists
import TaskFormats
import TaskStore
import Tasks
import Testing

@testable import TaskApp

/// A followed list as a collection, which can only be read.
struct DavFollowedTests {
  private let world: World
  private let phone: DavClient
  private let list: ListID
  private let source: SourceID
  private var address: String { "\(phone.home)\(list)/" }

  init() async throws {
    world = try await World()
    phone = try await DavClient(world)
    (list, source) = try await world.follow(World.choir, .choir)
  }

  private func sync(_ token: String = "", most: Int? = nil) async throws -> Answer {
    let limit = most.map { "<d:limit><d:nresults>\($0)</d:nresults></d:limit>" } ?? ""
    return try await phone.send(
      "REPORT", address, [:], DavClient.report("d:sync-collection", "<d:sync-token>\(token)</d:sync-token>\(limit)"))
  }

  private func token(of answer: Answer) throws -> String {
    try #require(try XMLReader.read(Array(answer.body.utf8)).first(.dav("sync-token"))).text
  }

  /// The entity tags by the names of the resources.
  private func tags() async throws -> [String: String] {
    let found = try await phone.resources("PROPFIND", address, depth: "1", DavClient.propfind("d:getetag"))
    return found.compactMapValues(\.tag)
  }

  @Test func `its tasks are read, and a client is told that it may write none`() async throws {
    let lists = try await phone.resources(
      "PROPFIND", phone.home, depth: "1", DavClient.propfind("d:displayname", "d:current-user-privilege-set"))
    let one = try #require(lists[address])
    #expect(one.found[.dav("displayname")]?.text == "Choir")
    let told = try #require(one.found[.dav("current-user-privilege-set")]).children
    let privileges = told.compactMap { $0.children.first?.name.local }
    #expect(privileges == ["read", "read-current-user-privilege-set", "write-properties"])
    let tasks = try await phone.resources("REPORT", address, depth: "1", DavClient.report("c:calendar-query", ""))
    #expect(tasks.count == 5)
    let verse = try #require(tasks[address + "verse.ics"]?.data)
    #expect(verse.contains("SUMMARY:First verse") && verse.contains("CATEGORIES:stage"))
    #expect(tasks[address + "Altos.ics"]?.data?.contains("RELATED-TO:verse") == true)
    #expect(try await phone.send("GET", address + "verse.ics").body == verse)
  }

  @Test func `nothing in it can be written, moved or deleted, and nothing of it changes`() async throws {
    let own = try await world.makeList()
    let (mine, theirs) = ("\(phone.home)\(own)/a.ics", address + "verse.ics")
    #expect(try await phone.send("PUT", mine, [:], DavClient.todo("a")).status == .created)
    let before = try await tags()
    let done = DavClient.todo("verse", "SUMMARY:First verse", "STATUS:COMPLETED")
    let attempts: [(String, String, KeyValuePairs<String, String>, String)] = [
      ("PUT", theirs, [:], done), ("PUT", address + "new.ics", [:], DavClient.todo("new")), ("DELETE", theirs, [:], ""),
      ("MOVE", theirs, ["Destination": "\(phone.home)\(own)/verse.ics"], ""),
      ("MOVE", mine, ["Destination": address + "a.ics"], ""),
    ]
    for (method, path, headers, body) in attempts {
      let answer = try await phone.send(method, path, headers, body)
      #expect(answer.status == .forbidden && answer.body.contains("need-privileges"), "\(method) \(path)")
    }
    #expect(try await tags() == before)
    #expect(try await phone.send("GET", mine).status == .ok)
  }

  @Test func `a token holds until the source has other tasks, and only these have other tags`() async throws {
    let first = try await sync()
    #expect(try DavClient.resources(first).count == 5)
    let (token, before) = (try token(of: first), try await tags())
    world.time.advance(by: .seconds(60))
    try await world.record(.came(.choir), of: source)
    let again = try await sync(token)
    #expect(try DavClient.resources(again).isEmpty)
    #expect(try self.token(of: again) == token)

    var tasks = ReadList.choir.tasks
    tasks[0].draft.priority = .low
    tasks.remove(at: 1)
    world.time.advance(by: .seconds(60))
    try await world.record(.came(ReadList(format: .iCalendar, title: nil, tasks: tasks)), of: source)
    let refused = try await sync(token)
    #expect(refused.status == .forbidden && refused.body.contains("valid-sync-token"))
    let after = try await tags()
    #expect(Set(before.keys).subtracting(after.keys).count == 1)
    #expect(after.filter { before[$0.key] != $0.value }.keys.sorted() == [address + "folders.ics"])
  }

  @Test func `it is read in parts, and completely once it is kept`() async throws {
    var (seen, token): (Set<String>, String) = ([], "")
    for _ in 0..<3 {
      let part = try await sync(token, most: 2)
      seen.formUnion(try DavClient.resources(part).keys)
      token = try self.token(of: part)
    }
    #expect(seen.filter { $0 != address }.count == 5)
    #expect(try DavClient.resources(try await sync(token)).isEmpty)

    try await world.mine.keepList(list, submission: .fresh())
    #expect(try await sync(token).status == .forbidden)
    #expect(try DavClient.resources(try await sync()).count == 5)
    let done = DavClient.todo("verse", "SUMMARY:First verse", "STATUS:COMPLETED")
    #expect(try await phone.send("PUT", address + "verse.ics", [:], done).status == .noContent)
  }

  @Test func `a text that a client has read of it is the base of no other list's task`() async throws {
    let own = try await world.makeList()
    let mine = "\(phone.home)\(own)/verse.ics"
    #expect(try await phone.send("PUT", mine, [:], DavClient.todo("verse", "SUMMARY:Mine")).status == .created)
    #expect(try await phone.send("GET", mine).status == .ok)
    #expect(try await phone.send("GET", address + "verse.ics").status == .ok)
    let changed = DavClient.todo("verse", "SUMMARY:Mine", "DESCRIPTION:New")
    #expect(try await phone.send("PUT", mine, [:], changed).status == .noContent)
    #expect(try await phone.send("GET", mine).body.contains("DESCRIPTION:New"))
    #expect(try await phone.send("GET", mine).body.contains("SUMMARY:Mine"))
  }
}
