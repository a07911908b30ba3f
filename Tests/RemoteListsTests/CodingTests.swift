import Tasks
import Testing

@testable import RemoteLists

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
