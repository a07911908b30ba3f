import Foundation
import ServerSupport
import Synchronization
import TaskFormats
import Tasks
import Testing

@testable import RemoteLists

extension NetworkTests {
  struct RetryTests {
    /// Responds with a fault so many times, and with the list from then on.
    private static func after(_ faults: Int, _ fault: @escaping BadServer.Behaviour) -> BadServer.Behaviour {
      let left = Countdown(faults)
      return { connection in
        if left.next() { try await fault(connection) } else { try await connection.send(response()) }
      }
    }

    private final class Countdown: Sendable {
      private let left: Mutex<Int>
      init(_ count: Int) { left = Mutex(count) }
      func next() -> Bool {
        left.withLock { left in
          left -= 1
          return left >= 0
        }
      }
    }

    private let settings = quick { $0.attempts = 3 }

    @Test(arguments: [
      "", "HTTP/1.1 500 Oh\r\nContent-Length: 0\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nBEG",
    ])
    func `a transient failure is tried three times in all, and then reported`(_ fault: String) async throws {
      let behaviour = Self.after(2) { connection in
        try await connection.send(fault)
        try await connection.close()
      }
      try await BadServer.run(behaviour) { server in
        let told = Told()
        let lists = RemoteLists(settings, resolver: KnownHosts())
        _ = try await lists.fetch("http://list.example:\(server.port)/", told: told)
        #expect(server.connections == 3)
        let attempts = told.progress.filter { [.attempt(2, of: 3), .attempt(3, of: 3)].contains($0) }
        #expect(attempts == [.attempt(2, of: 3), .attempt(3, of: 3)])
        #expect(told.progress.contains(.received(bytes: list.utf8.count)))
      }
    }

    @Test(arguments: [403, 404, 410, 429, 501, 503]) func `a final status is not retried`(_ status: Int) async throws {
      try await BadServer.run({ try await $0.send(response("\(status) No")) }) { server in
        let outcome = try await RemoteLists(settings, resolver: KnownHosts()).fetch(
          "http://list.example:\(server.port)/")
        #expect(outcome == .failed(.status(status), notBefore: nil))
        #expect(server.requests.count { $0.hasPrefix("GET ") } == 1)
      }
    }

    @Test(arguments: [429, 503]) func `a retry waits for Retry-After`(_ status: Int) async throws {
      try await BadServer.run({ try await $0.send(response("\(status) Later", ["Retry-After: 120"])) }) { server in
        let outcome = try await RemoteLists(settings, resolver: KnownHosts()).fetch(
          "http://list.example:\(server.port)/")
        guard case .failed(.status(status), let notBefore?) = outcome else { throw outcome.unexpected }
        #expect((100...121).contains(notBefore.timeIntervalSinceNow))
      }
    }

    @Test func `a refused connection is reported, and the next address of the host is tried`() async throws {
      let port = try await BadServer.run({ _ in }) { $0.port }
      let lists = RemoteLists(quick(), resolver: KnownHosts())
      #expect(try await lists.fetch("http://list.example:\(port)/") == .failed(.refused, notBefore: nil))
      try await BadServer.run({ try await $0.send(response()) }) { server in
        let hosts = KnownHosts(["two.example": ["127.0.0.9", "127.0.0.1"]])
        let answer = try await RemoteLists(quick(), resolver: hosts).answer("http://two.example:\(server.port)/")
        #expect(answer.text == list)
        #expect(hosts.asked == ["two.example"])
      }
    }

    @Test func `delays grow, and never exceed the remaining time`() async throws {
      let backoff = Backoff(first: .milliseconds(400))
      #expect(backoff.pause(before: 2, chance: 0) == .milliseconds(200))
      #expect(backoff.pause(before: 2, chance: 1) == .milliseconds(400))
      #expect(backoff.pause(before: 3, chance: 1) == .milliseconds(800))
      try await BadServer.run({ try await $0.close() }) { server in
        let patient = quick { settings in
          settings.attempts = 3
          settings.backoff = Backoff(first: .seconds(36_000))
        }
        let outcome = try await RemoteLists(patient, resolver: KnownHosts()).fetch(
          "http://list.example:\(server.port)/")
        #expect(outcome == .failed(.unreachable, notBefore: nil))
        #expect(server.connections == 1)
      }
    }
  }
}

extension FetchOutcome {
  struct Unexpected: Error { let outcome: FetchOutcome }
  var unexpected: Unexpected { Unexpected(outcome: self) }
}

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

struct RetryAfterTests {
  private let now = Date(timeIntervalSince1970: 784_111_700)

  @Test(arguments: [
    ("120", 120), (" 0 ", 0), ("86401", 86_400), (String(repeating: "9", count: 400), 86_400),
    ("Sun, 06 Nov 1994 08:49:37 GMT", 77), ("Sun Nov  6 08:49:37 1994", 77), ("Sun, 06 Nov 1994 08:00:00 GMT", 0),
    ("Sunday, 06-Nov-94 08:49:37 GMT", 77), ("Fri, 31 Dec 9999 23:59:59 GMT", 86_400),
  ]) func `a delay is given in seconds or as a date, and limited to a day`(_ value: String, _ seconds: TimeInterval) {
    #expect(RetryAfter.moment(value, now: now) == now + seconds)
  }

  @Test(arguments: ["", "-1", "1.5", "soon", "Sun, 6 Foo 1994 08:49:37 GMT", "٣"])
  func `any other value is ignored`(_ value: String) { #expect(RetryAfter.moment(value, now: now) == nil) }
}
