import ServerSupport
import TaskFormats
import Tasks
import Testing

@testable import RemoteLists

extension NetworkTests {
  struct CalDAVTests {
    private let lists = RemoteLists(quick(), resolver: KnownHosts())

    @Test(arguments: ["/", "/dav/", "/dav/principals/ann/", "/dav/shared/", CalDAVServer.home])
    func `a server, a principal and a home all lead to the lists that take tasks`(_ path: String) async throws {
      let dav = CalDAVServer()
      try await BadServer.run(dav.behave) { server in
        let base = "http://list.example:\(server.port)\(CalDAVServer.home)"
        let outcome = try await lists.fetch("http://list.example:\(server.port)\(path)")
        #expect(
          outcome
            == .collections([
              RemoteCollection(url: base + "groceries/", name: "Groceries & more"),
              RemoteCollection(url: base + "work/", name: "Work & more"),
            ]))
        #expect(dav.reports == 0)
      }
    }

    @Test func `the well-known address is used if nothing else leads to the lists`() async throws {
      try await BadServer.run(CalDAVServer(.page).behave) { server in
        guard case .collections(let found) = try await lists.fetch("http://list.example:\(server.port)/") else {
          throw try await lists.fetch("http://list.example:\(server.port)/").unexpected
        }
        #expect(found.count == 2)
      }
    }

    @Test func `the address of a list fetches its tasks, and later only if they changed`() async throws {
      let dav = CalDAVServer()
      try await BadServer.run(dav.behave) { server in
        let url = "http://list.example:\(server.port)\(CalDAVServer.home)work/"
        guard case .fetched(let list, let validators) = try await lists.fetch(url) else {
          throw try await lists.fetch(url).unexpected
        }
        #expect(list.title == "Work & more" && list.format == .iCalendar)
        #expect(list.tasks.map(\.draft.title) == ["Bread & co", "Milk & co"])
        #expect(validators == Validators(collection: "1"))
        let same = try await lists.fetch(url, ifNot: validators)
        #expect(same == .unchanged(validators) && dav.reports == 1)
        dav.change(to: ["Eggs"])
        let before = server.requests.count
        guard case .fetched(let new, Validators(collection: "2")) = try await lists.fetch(url, ifNot: validators) else {
          throw try await lists.fetch(url, ifNot: validators).unexpected
        }
        #expect(new.tasks.map(\.draft.title) == ["Eggs & co"])
        #expect(server.requests.dropFirst(before).map { $0.prefix { $0 != " " } } == ["PROPFIND", "REPORT"])
      }
    }

    @Test func `a list without tasks is empty, and calendars without task lists are no collections`() async throws {
      try await BadServer.run(CalDAVServer(lists: ["work"], titles: []).behave) { server in
        let base = "http://list.example:\(server.port)\(CalDAVServer.home)"
        guard case .fetched(let list, _) = try await lists.fetch(base + "work/") else {
          throw try await lists.fetch(base + "work/").unexpected
        }
        #expect(list.tasks.isEmpty && list.skipped == 0)
        let none = try await lists.fetch(base + "birthdays/")
        #expect(none == .collections([]))
      }
      try await BadServer.run(CalDAVServer(lists: []).behave) { server in
        let none = try await lists.fetch("http://list.example:\(server.port)/")
        #expect(none == .collections([]))
      }
    }

    @Test func `a web page stays a web page, and an error stays an error`() async throws {
      let page: BadServer.Behaviour = { connection in
        let isGet = connection.request.hasPrefix("GET")
        try await connection.send(isGet ? response("200 OK", [], CalDAVServer.page) : response("405 No", [], ""))
      }
      try await BadServer.run(page) { server in
        let outcome = try await lists.fetch("http://list.example:\(server.port)/about")
        #expect(outcome == .failed(.unreadable(.webPage), notBefore: nil))
      }
      try await BadServer.run({ try await $0.send(response("405 No", [], "")) }) { server in
        let outcome = try await lists.fetch("http://list.example:\(server.port)/")
        #expect(outcome == .failed(.status(405), notBefore: nil))
      }
    }

    @Test func `a calendar that is gone or is no longer one is reported`() async throws {
      try await BadServer.run(CalDAVServer().behave) { server in
        let base = "http://list.example:\(server.port)\(CalDAVServer.home)"
        let gone = try await lists.fetch(base + "former/", ifNot: Validators(collection: "1"))
        #expect(gone == .failed(.status(404), notBefore: nil))
        let other = try await lists.fetch(base, ifNot: Validators(collection: "1"))
        #expect(other == .failed(.unreadable(.unknown), notBefore: nil))
      }
    }

    @Test(arguments: ["<d:multistatus xmlns:d=\"DAV:\">", "<!DOCTYPE x><x/>", "no XML", ""])
    func `a response that is no multi-status is malformed`(_ body: String) async throws {
      try await BadServer.run({ try await $0.send(response("207 Multi-Status", [], body)) }) { server in
        let outcome = try await lists.fetch("http://list.example:\(server.port)/", ifNot: Validators(collection: ""))
        #expect(outcome == .failed(.malformed, notBefore: nil))
      }
    }

    @Test func `credentials are sent with every request, and to no other origin`() async throws {
      let dav = CalDAVServer()
      let guarded: BadServer.Behaviour = { connection in
        let digest = DigestServer("qop=auth")
        guard digest.letsIn(connection.request) else {
          return try await connection.send(response("401 Who", [digest.field], ""))
        }
        try await dav.behave(connection)
      }
      try await BadServer.run(guarded) { server in
        let login = "Anna:s3cret@"
        guard
          case .collections(let found) = try await lists.fetch("http://\(login)list.example:\(server.port)/"),
          let first = found.first
        else { throw try await lists.fetch("http://\(login)list.example:\(server.port)/").unexpected }
        #expect(!first.url.contains("Anna") && !first.url.contains("s3cret"))
        #expect(
          server.requests.filter { !$0.contains("Authorization: Digest") }.count == 2, "for the page and for the lists")
        let address = try SourceAddress(validating: "http://\(login)list.example:\(server.port)/").leading(
          to: first.url)
        guard case .fetched(let list, _) = try await lists.fetch(address, ifNot: Validators(collection: "")) else {
          throw try await lists.fetch(address).unexpected
        }
        #expect(list.tasks.count == 2)
      }
    }
  }
}
