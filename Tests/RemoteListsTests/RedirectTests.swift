import Tasks
import Testing

@testable import RemoteLists

extension NetworkTests {
  struct RedirectTests {
    /// `/3` redirects to `/2`, and so on; `/0` is the list.
    private static let stairs: BadServer.Behaviour = { connection in
      let step = connection.request.dropFirst("GET /".count).first?.wholeNumberValue ?? 0
      let down = response("301 Moved", ["Location: \(step - 1)", "ETag: \"stair\""], "")
      try await connection.send(step == 0 ? response("200 OK", ["ETag: \"list\""]) : down)
    }

    @Test func `five redirects are followed, a sixth is not`() async throws {
      try await BadServer.run(Self.stairs) { server in
        let lists = RemoteLists(quick(), resolver: KnownHosts())
        #expect(try await lists.answer("http://list.example:\(server.port)/5").text == list)
        let six = try await lists.answer("http://list.example:\(server.port)/6")
        #expect(six.trouble == AttemptFailure(.tooManyRedirects))
        #expect(server.connections == 12)
      }
    }

    @Test func `validators of another address are neither stored nor sent`() async throws {
      try await BadServer.run(Self.stairs) { server in
        let lists = RemoteLists(quick(), resolver: KnownHosts())
        let answer = try await lists.answer(
          "http://list.example:\(server.port)/1", validators: Validators(etag: "\"old\""))
        #expect(try answer.get() == .file(Array(list.utf8), .none, ListHint(name: "1")))
        #expect(server.requests.map { $0.contains("If-None-Match") } == [true, false])
      }
    }

    @Test func `a redirect from HTTPS to HTTP is not followed`() throws {
      let hop = try Hop("https://a.example/x", else: .noSuchHost, settings: FetchSettings())
      #expect(throws: SourceFailure.badRedirect) { try hop.following("http://a.example/x", settings: FetchSettings()) }
      #expect(try hop.following("//b.example:443/y#z", settings: FetchSettings()).url == "https://b.example/y")
    }
  }
}
