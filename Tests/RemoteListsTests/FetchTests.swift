import Foundation
import Tasks
import Testing

@testable import RemoteLists

extension NetworkTests {
  struct FetchTests {
    @Test func `a list is fetched with its validators, and the progress is reported`() async throws {
      try await BadServer.run({
        try await $0.send(
          response(
            "200 OK",
            [
              "ETag: \"7\"", "Content-Type: Text/Calendar; charset=utf-8",
              "Content-Disposition: attachment; filename=\"Choir.ics\"",
            ]))
      }) {
        server in
        let lists = RemoteLists(quick(), resolver: KnownHosts())
        let told = Told()
        _ = try await lists.fetch("http://list.example:\(server.port)/tasks.ics?a=%20b", told: told)
        #expect(told.progress.prefix(3) == [.connecting, .waiting, .received(bytes: list.utf8.count)])
        let answer = try await lists.answer("http://list.example:\(server.port)/tasks.ics?a=%20b")
        #expect(
          answer
            == .success(
              .file(
                Array(list.utf8), Validators(etag: "\"7\""),
                ListHint(name: "Choir.ics", mediaType: "text/calendar", charset: "utf-8")))
        )
        let request = try #require(server.requests.last)
        #expect(request.hasPrefix("GET /tasks.ics?a=%20b HTTP/1.1\r\n"))
        #expect(request.contains("\r\nhost: list.example:\(server.port)\r\n"))
        #expect(request.contains("\r\nUser-Agent: Fourfold\r\n"))
        #expect(!request.contains("Authorization"))
      }
    }

    @Test func `a source that takes too long to read is fetched again in a day`() async throws {
      let many =
        "BEGIN:VCALENDAR\r\n" + String(repeating: "BEGIN:VTODO\r\nEND:VTODO\r\n", count: 50) + "END:VCALENDAR\r\n"
      try await BadServer.run({ try await $0.send(response("200 OK", [], many)) }) { server in
        let lists = RemoteLists(quick { $0.reading = .zero }, resolver: KnownHosts())
        let outcome = try await lists.fetch("http://list.example:\(server.port)/tasks.ics")
        guard case .failed(.unreadable(.tooComplex), let pause?) = outcome else {
          Issue.record("\(outcome)")
          return
        }
        #expect((86_000...86_400).contains(pause.timeIntervalSinceNow))
      }
    }
  }
}
