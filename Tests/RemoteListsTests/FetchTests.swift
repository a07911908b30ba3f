import Foundation
import ServerSupport
import TaskFormats
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

extension NetworkTests {
  struct CodingTests {
    @Test(arguments: ["gzip", "GZIP", "deflate", "identity"])
    func `a body is decoded, and progress counts its bytes`(_ coding: String) async throws {
      let body =
        switch coding {
        case "deflate": Squeezed.deflate(list)
        case "identity": Array(list.utf8)
        case _: Squeezed.gzip(list)
        }
      let behave: BadServer.Behaviour = { connection in
        let head = "HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\nContent-Encoding: \(coding)\r\n\r\n"
        try await connection.send(Array(head.utf8) + body)
      }
      try await BadServer.run(behave) { server in
        let lists = RemoteLists(quick(), resolver: KnownHosts())
        #expect(try await lists.answer("http://list.example:\(server.port)/").text == list)
        let told = Told()
        _ = try await lists.fetch("http://list.example:\(server.port)/", told: told)
        #expect(told.progress.contains(.received(bytes: list.utf8.count)))
      }
    }

    @Test func `a file of exactly the maximum size is read, and one byte more is too large`() async throws {
      for (size, isRead) in [(1_000, true), (1_001, false)] {
        let body = String(repeating: "a", count: size)
        try await BadServer.run({ connection in
          try await connection.send("HTTP/1.1 200 OK\r\n\r\n\(body)")
          try await connection.close()
        }) { server in
          let lists = RemoteLists(quick { $0.bytes = 1_000 }, resolver: KnownHosts())
          let answer = try await lists.answer("http://list.example:\(server.port)/")
          #expect(answer.text == (isRead ? body : nil))
          #expect(answer.trouble == (isRead ? nil : AttemptFailure(.tooLarge)))
        }
      }
    }

    @Test func `a body is read only up to its stated length`() async throws {
      try await BadServer.run({ try await $0.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nBEGIN:VCALENDAR\r\n") })
      { server in
        let answer = try await RemoteLists(quick(), resolver: KnownHosts()).answer(
          "http://list.example:\(server.port)/")
        #expect(answer.text == "BEGIN")
      }
    }

    @Test func `bytes that are not text are unreadable`() async throws {
      let behave: BadServer.Behaviour = { connection in
        try await connection.send(
          Array("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n".utf8) + [0xC3, 0x28, 0xFF, 0xFE])
      }
      try await BadServer.run(behave) { server in
        let outcome = try await RemoteLists(quick(), resolver: KnownHosts()).fetch(
          "http://list.example:\(server.port)/")
        guard case .failed(.unreadable, nil) = outcome else { throw outcome.unexpected }
      }
    }

    @Test func `an unchanged file is reported with its new validators`() async throws {
      let behave: BadServer.Behaviour = { try await $0.send("HTTP/1.1 304 Not Modified\r\nETag: \"8\"\r\n\r\n") }
      try await BadServer.run(behave) { server in
        let old = Validators(etag: "\"7\"", lastModified: "Sun, 06 Nov 1994 08:49:37 GMT")
        let lists = RemoteLists(quick(), resolver: KnownHosts())
        let outcome = try await lists.fetch("http://list.example:\(server.port)/", ifNot: old)
        #expect(outcome == .unchanged(Validators(etag: "\"8\"", lastModified: old.lastModified)))
        let request = try #require(server.requests.first)
        #expect(request.contains("\r\nIf-None-Match: \"7\"\r\n"))
        #expect(request.contains("\r\nIf-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT\r\n"))
      }
    }
  }
}
