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

/// What CalDAV answers beyond what clients need every day.
struct DavAnswersTests {
  private let world: World
  private let client: DavClient
  private let list: ListID
  private var calendar: String { "\(client.home)\(list)/" }

  init() async throws {
    world = try await World()
    client = try await DavClient(world)
    list = try await world.makeList()
  }

  @Test func `a client that has not signed in learns what is spoken here`() async throws {
    let dav = try #require(HTTPField.Name("DAV"))
    for address in ["/dav", "/dav/", calendar, "\(calendar)a.ics"] {
      let answer = try await world.showing(nil).send(.options, address)
      #expect(answer.status == .ok && answer.headers[dav]?.contains("calendar-access") == true)
      #expect(answer.headers[.allow]?.contains("MOVE") == true)
    }
  }

  @Test(arguments: ["LOCK", "UNLOCK", "COPY", "ACL", "PATCH", "SEARCH"])
  func `a method that is not spoken here is told with those that are`(method: String) async throws {
    for address in ["/dav/", client.home, calendar, "\(calendar)a.ics"] {
      let answer = try await client.send(method, address)
      #expect(answer.status == .methodNotAllowed, "\(address)")
      #expect(answer.headers[.allow]?.contains("REPORT") == true)
    }
  }

  @Test(arguments: ["%2e%2e", "..", ".", "%2E"]) func `no list is named like a step of a path`(name: String)
    async throws
  {
    let answer = try await client.send("MKCALENDAR", "\(client.home)\(name)/")
    #expect(answer.status == .forbidden && answer.body.contains("calendar-collection-location-ok"))
    #expect(try await client.send("PUT", "\(calendar)\(name)", [:], DavClient.todo("a")).status == .notFound)
    #expect(try await world.mine.calendarSegments() == ["1", "\(list)"])
  }

  @Test func `a collection may have a number for a name`() async throws {
    let next = list.value + 1
    #expect(try await client.send("MKCALENDAR", "\(client.home)\(list)/").status == .methodNotAllowed)
    #expect(try await client.send("MKCALENDAR", "\(client.home)\(next + 1)/").status == .created)
    // The list of that id goes by another name.
    let other = try await world.makeList("Other")
    #expect(other.value == next + 1)
    let names = ["1", "\(list)", "\(next + 1)", "_\(other)"]
    #expect(try await world.mine.calendarSegments() == names)
    #expect(try await client.send("PUT", "\(client.home)_\(other)/a.ics", [:], DavClient.todo("a")).status == .created)
    #expect(try await world.mine.openTasks(in: other).count == 1)
    #expect(
      try await client.send("PUT", "\(client.home)\(next + 1)/b.ics", [:], DavClient.todo("b")).status == .created)
    let lists = try await client.resources("PROPFIND", client.home, depth: "1", DavClient.propfind("d:displayname"))
    #expect(Set(lists.keys) == Set([client.home] + names.map { "\(client.home)\($0)/" }))
    let reserved = try await client.send("MKCALENDAR", "\(client.home)_99/")
    #expect(reserved.status == .forbidden && reserved.body.contains("calendar-collection-location-ok"))
  }

  @Test func `a client keeps properties with the account, and finds its addresses`() async throws {
    let principal = "/dav/principals/\(client.account)/"
    let set =
      "<d:propertyupdate xmlns:d='DAV:'><d:set><d:prop><tags xmlns='http://tasks.org/'>red</tags></d:prop></d:set></d:propertyupdate>"
    let patched = try await client.resources("PROPPATCH", principal, set)
    #expect(patched[principal]?.found.count == 1)
    let ask = DavClient.propfind(
      "t:tags xmlns:t='http://tasks.org/'", "c:calendar-user-address-set", "d:principal-collection-set")
    let found = try #require(try await client.resources("PROPFIND", principal, ask)[principal]?.found)
    #expect(found[XMLName(namespace: "http://tasks.org/", local: "tags")]?.text == "red")
    #expect(found[.calDAV("calendar-user-address-set")]?.first(.dav("href"))?.text == principal)
    #expect(found[.dav("principal-collection-set")]?.first(.dav("href"))?.text == "/dav/principals/")
    let all = try await client.resources("PROPFIND", "/dav/principals/", depth: "1", "")
    #expect(Set(all.keys) == ["/dav/principals/", principal])
    #expect(all[principal]?.found[XMLName(namespace: "http://tasks.org/", local: "tags")]?.text == "red")
    let name = set.replacing("<tags xmlns='http://tasks.org/'>red</tags>", with: "<d:displayname>x</d:displayname>")
    let refused = try await client.resources("PROPPATCH", principal, name)
    #expect(refused[principal]?.statuses.values.sorted() == ["HTTP/1.1 403 Forbidden"])
    let remove = set.replacing("set>", with: "remove>")
    #expect(try await client.resources("PROPPATCH", principal, remove)[principal]?.found.count == 1)
    #expect(try await client.resources("PROPFIND", principal, ask)[principal]?.missing.count == 1)
    let stranger = try await Stranger(in: world)
    let other = try await DavClient(world, as: "Stranger", of: stranger.account)
    #expect(try await other.send("PROPPATCH", principal, [:], set).status == .notFound)
  }
}
