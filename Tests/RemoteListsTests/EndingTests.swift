import Foundation
import NetworkAddresses
import ServerSupport
import TaskFormats
import Tasks
import Testing

@testable import RemoteLists

extension NetworkTests {
  /// Every fetch ends soon and releases its resources, whatever ends it.
  struct EndingTests {
    private let patient = quick()

    @Test(arguments: [true, false]) func `a cancelled fetch closes its connection`(_ hasBegun: Bool) async throws {
      let behave: BadServer.Behaviour = { connection in
        if hasBegun { try await connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nBEGIN") }
      }
      try await BadServer.run(behave) { server in
        let lists = RemoteLists(patient, resolver: KnownHosts())
        let fetch = Task { try await lists.fetch("http://list.example:\(server.port)/") }
        try await eventually { server.requests.count == 1 }
        try await Task.sleep(for: .milliseconds(50))
        try await expectEnd(of: fetch)
        try await eventually { server.open == 0 }
      }
    }

    @Test func `a connection that is never accepted ends at the deadline, or at once when cancelled`() async throws {
      let full = try #require(FullSocket())
      let outcome = try await RemoteLists(quick { $0.connectTimeout = .milliseconds(300) }, resolver: KnownHosts())
        .fetch("http://list.example:\(full.port)/")
      #expect(outcome == .failed(.timedOut(.connecting), notBefore: nil))
      let lists = RemoteLists(patient, resolver: KnownHosts())
      let fetch = Task { try await lists.fetch("http://list.example:\(full.port)/") }
      try await Task.sleep(for: .milliseconds(100))
      try await expectEnd(of: fetch)
    }

    /// Never answers.
    private struct Silent: AddressResolver {
      func addresses(of host: String) async throws(LookupFailure) -> [IPAddress] {
        do { try await Task.sleep(for: .seconds(600)) } catch {}
        throw .unavailable
      }
    }

    @Test func `the deadline includes the name lookup`() async throws {
      let outcome = try await RemoteLists(quick { $0.deadline = .milliseconds(300) }, resolver: Silent()).fetch(
        "http://a.example/")
      #expect(outcome == .failed(.timedOut(.connecting), notBefore: nil))
      let fetch = Task { try await RemoteLists(patient, resolver: Silent()).fetch("http://a.example/") }
      try await Task.sleep(for: .milliseconds(50))
      try await expectEnd(of: fetch)
    }

    @Test func `a fetch that was cancelled before it began opens no connection`() async throws {
      try await BadServer.run({ try await $0.send(response()) }) { server in
        let lists = RemoteLists(patient, resolver: KnownHosts())
        let fetch = Task {
          do { try await Task.sleep(for: .seconds(60)) } catch {}
          return try await lists.fetch("http://list.example:\(server.port)/")
        }
        try await expectEnd(of: fetch)
        try await eventually { server.open == 0 }
        #expect(server.requests == [])
      }
    }

    @Test func `many fetches of all kinds leak no descriptor`() async throws {
      let behave: BadServer.Behaviour = { connection in
        switch connection.request.dropFirst("GET /".count).first?.wholeNumberValue ?? 0 {
        case 0: try await connection.send(response())
        case 1: try await connection.close()
        case 2: try await connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nBEGIN")
        case 3: try await connection.send("HTTP/1.1 302 Found\r\nLocation: /0\r\nContent-Length: 1000\r\n\r\n")
        case _: break
        }
      }
      try await BadServer.run(behave) { server in
        let lists = RemoteLists(quick { $0.deadline = .milliseconds(200) }, resolver: KnownHosts())
        let before = try descriptors()
        for round in 0..<60 {
          _ = try await lists.fetch("http\(round % 6 == 5 ? "s" : "")://list.example:\(server.port)/\(round % 6)")
        }
        try await eventually { server.open == 0 }
        // Other tests may open some in the meantime, but not one for each fetch.
        try await eventually { try descriptors() < before + 30 }
      }
    }

    private final class Trace: @unchecked Sendable {
      weak var wire: ConnectionVerifier?
    }

    @Test(arguments: [true, false]) func `a connection is freed soon after its response`(_ isFile: Bool) async throws {
      let answer = isFile ? response() : "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"
      try await BadServer.run({ try await $0.send(answer) }) { server in
        let trace = Trace()
        let settings = quick()
        let hop = try Hop("http://127.0.0.1:\(server.port)/", else: .noSuchHost, settings: settings)
        let address = try #require(IPAddress("127.0.0.1"))
        do {
          let line = PinnedClient(
            to: hop, by: address, settings: settings, left: .seconds(5), reporter: ProgressReporter { _ in })
          trace.wire = line.wire
          do {
            _ = try await line.send(.file(ifNot: .none))
          } catch is AttemptFailure {}
          line.close()
        }
        // Without that, the client would keep it for a minute, which is longer than this waits.
        try await eventually { trace.wire == nil }
      }
    }

    private func descriptors() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }

    private func expectEnd(of fetch: Task<FetchOutcome, any Error>) async throws {
      fetch.cancel()
      await #expect(throws: CancellationError.self) { try await fetch.value }
    }
  }
}
