import Foundation
import NetworkAddresses
import ServerSupport
import Synchronization
import Tasks
import Testing

@testable import Notifications

/// A response with a body of text.
private func response(_ status: String, _ body: String = "", _ headers: [String] = []) -> String {
  let head = ["HTTP/1.1 \(status)", "Content-Length: \(body.utf8.count)"] + headers
  return head.joined(separator: "\r\n") + "\r\n\r\n" + body
}

extension SendingTests {
  /// Notices to ntfy servers and webhooks.
  struct WebTests {
    private let secret: WebhookSecret
    private let hosts = KnownHosts([
      "list.example": ["127.0.0.1"], "two.example": ["::1", "127.0.0.1"], "mixed.example": ["1.1.1.1", "10.0.0.1"],
      "meta.example": ["169.254.169.254"], "public.example": ["1.1.1.1"],
    ])

    init() throws { secret = try #require(WebhookSecret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")) }

    private func sender(
      private allowsPrivate: Bool = true, ports: Set<Int>? = nil, authorities: String? = nil,
      within deadline: Duration = .seconds(600)
    ) -> NotificationSender {
      var sender = NotificationSender(mail: nil, allowsPrivate: allowsPrivate, ports: ports, resolver: hosts)
      sender.authorities = authorities
      sender.webDeadline = deadline
      return sender
    }

    private func send(
      _ notice: Notice = notice(), to url: String, by sender: NotificationSender? = nil
    ) async throws -> SendingFailure? {
      let webhook = Webhook(url: try SourceAddress(validating: url), secret: secret)
      return try await failure { try await (sender ?? self.sender()).send(notice, to: .webhook(webhook)) }
    }

    /// The requests with their bodies.
    private final class Requests: Sendable {
      let all = Mutex<[(head: String, body: String)]>([])

      func note(_ connection: BadServer.Connection) {
        all.withLock { $0.append((connection.request, connection.body)) }
      }
    }

    @Test func `a webhook gets a signed event`() async throws {
      let requests = Requests()
      try await BadServer.run({
        requests.note($0)
        try await $0.send(response("204 No Content"))
      }) { server async throws in
        let sent = notice {
          $0.url = "https://tasks.example/tasks/7"
          $0.actions = [
            .init("Done", "https://tasks.example/a/x", .post), .init("Open", "https://tasks.example/tasks/7"),
          ]
        }
        #expect(try await send(sent, to: "http://list.example:\(server.port)/hook?key=1") == nil)
        let (head, body) = try #require(requests.all.withLock { $0.first })
        #expect(head.hasPrefix("POST /hook?key=1 HTTP/1.1\r\nHost: list.example:\(server.port)\r\n"))
        #expect(head.contains("\r\nContent-Type: application/json\r\n") && !head.contains("Expect"))
        let event = """
          {"data":{"actions":[{"label":"Done","method":"POST","url":"https://tasks.example/a/x"},\
          {"label":"Open","method":"GET","url":"https://tasks.example/tasks/7"}],"id":"7.2026-11-30","priority":"usual",\
          "text":"Due today\\n\\n.Open: https://tasks.example/tasks/7\\n","title":"Pay rent",\
          "url":"https://tasks.example/tasks/7"},"timestamp":"2026-11-30T00:53:20Z","type":"reminder"}
          """
        #expect(body == event)
        let fields = Dictionary(
          head.split(separator: "\r\n").dropFirst().map { line in
            let parts = line.split(separator: ":", maxSplits: 1)
            return (parts[0].lowercased(), parts[1].trimmingCharacters(in: .whitespaces))
          }
        ) { first, _ in first }
        let seconds = try #require(fields["webhook-timestamp"].flatMap(Int.init))
        #expect(abs(Date.now.timeIntervalSince1970 - Double(seconds)) < 600)
        #expect(fields["webhook-id"] == "7.2026-11-30")
        #expect(
          fields["webhook-signature"] == secret.signature(id: "7.2026-11-30", seconds: seconds, body: Array(body.utf8)))
      }
    }

    @Test func `a topic gets a message with buttons, and its token`() async throws {
      let requests = Requests()
      try await BadServer.run({
        requests.note($0)
        try await $0.send(response("200 OK", "{\"id\":\"x\"}"))
      }) { server async throws in
        let address = try SourceAddress(validating: "http://list.example:\(server.port)/ntfy/")
        let topic = try NtfyTopic(server: address, topic: "ann_tasks", token: "tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2")
        let sent = notice {
          $0.title = "Pay\r\nrent 🏠"
          $0.priority = .high
          $0.url = "https://tasks.example/tasks/7"
          $0.actions = [
            .init("Done", "https://tasks.example/a/x", .post), .init("Open", "https://tasks.example/tasks/7"),
          ]
        }
        #expect(try await failure { try await sender().send(sent, to: .ntfy(topic)) } == nil)
        let (head, body) = try #require(requests.all.withLock { $0.first })
        #expect(head.hasPrefix("POST /ntfy/ HTTP/1.1\r\n"))
        #expect(head.contains("\r\nAuthorization: Bearer tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2\r\n"))
        #expect(
          body == """
            {"actions":[{"action":"http","clear":true,"label":"Done","method":"POST","url":"https://tasks.example/a/x"},\
            {"action":"view","label":"Open","url":"https://tasks.example/tasks/7"}],"click":"https://tasks.example/tasks/7",\
            "message":"Due today\\n\\n.Open: https://tasks.example/tasks/7\\n","priority":4,"title":"Pay rent 🏠",\
            "topic":"ann_tasks"}
            """)
      }
    }

    @Test func `a long text to a topic is cut between characters`() throws {
      let topic = try NtfyTopic(server: try SourceAddress(validating: "https://ntfy.example"), topic: "x")
      let message = NtfyMessage(notice { $0.text = String(repeating: "👩🏽‍🚀", count: 1_000) }, to: topic)
      let parsed = try JSONSerialization.jsonObject(with: Data(message.request.body)) as? [String: Any]
      let text = try #require(parsed?["message"] as? String)
      #expect(text.utf8.count <= 4_000 && text.hasSuffix("👩🏽‍🚀…"))
    }

    @Test(
      arguments: [
        ("200 OK", nil), ("202 Accepted", nil),
        ("301 Moved Permanently", "rejected 301"), ("400 Bad Request", "rejected 400"),
        ("404 Not Found", "rejected 404"),
        ("410 Gone", "rejected 410"), ("401 Unauthorized", "authentication 401"),
        ("403 Forbidden", "authentication 403"),
        ("413 Content Too Large", "too-large "), ("429 Too Many Requests", "deferred 429"),
        ("500 Oops", "deferred 500"), ("502 Bad Gateway", "deferred 502"), ("503 Service Unavailable", "deferred 503"),
      ] as [(String, String?)])
    func `a status is a success, a refusal or a delay, and redirects are not followed`(status: String, outcome: String?)
      async throws
    {
      try await BadServer.run({ try await $0.send(response(status, "why", ["Location: http://10.0.0.1/"])) }) {
        server async throws in
        let found = try await send(to: "http://list.example:\(server.port)/")
        #expect(found.map { "\($0.code) \($0.reply.map { "\($0.status)" } ?? "")" } == outcome)
        #expect(server.connections == 1)
        if let reply = found?.reply { #expect(reply.text == "why") }
      }
    }

    @Test(arguments: [
      ("{\"error\":\"the topic is reserved\",\"http\":403}", "the topic is reserved"),
      ("<!DOCTYPE html><title>Forbidden</title>", ""),
      ("no\u{0} \u{202E}key\r\nwhsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "no key …"),
      (String(repeating: "a", count: 5_000), String(repeating: "a", count: 199) + "…"), ("", ""),
    ]) func `a server's words are shown on one line, without secrets`(body: String, text: String) async throws {
      try await BadServer.run({ try await $0.send(response("400 Bad Request", body)) }) { server async throws in
        let found = try await send(to: "http://list.example:\(server.port)/")
        #expect(found == .rejected(ServerReply(status: 400, text: text)))
      }
    }

    @Test func `an endless answer is not read to its end, and its status counts`() async throws {
      let head = "HTTP/1.1 200 OK\r\nContent-Length: 100000000\r\n\r\n"
      try await BadServer.run({ try await $0.send(head + String(repeating: "x", count: 200_000)) }) {
        server async throws in
        let found = try await send(to: "http://list.example:\(server.port)/")
        #expect(found == nil)
      }
      let long = "HTTP/1.1 200 OK\r\n" + String(repeating: "X-More: and more\r\n", count: 20_000) + "\r\n"
      try await BadServer.run({ try await $0.send(long) }) { server async throws in
        let found = try await send(to: "http://list.example:\(server.port)/")
        #expect(found == .tooLarge)
      }
    }

    @Test(arguments: [
      "", "HTTP/1.1 2", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc", "220 mail ready\r\n\r\n",
    ])
    func `an answer that is cut off or none of HTTP may stand for a notice that was taken`(answer: String) async throws
    {
      try await BadServer.run({
        try await $0.send(answer)
        try await $0.close()
      }) { server async throws in
        let found = try #require(try await send(to: "http://list.example:\(server.port)/"))
        #expect([.cutOff(isSent: true), .malformed].contains(found))
        #expect(found.mayHaveArrived && found.isTemporary)
      }
    }

    @Test func `a server that never answers, or slowly, is left at the deadline`() async throws {
      for slowly in [false, true] {
        try await BadServer.run({ connection in
          if slowly {
            for _ in 0..<100 {
              try await connection.send("HTTP/1.1 100 Continue\r\n\r\n")
              try await Task.sleep(for: .milliseconds(100))
            }
          }
        }) { server async throws in
          let began = ContinuousClock.now
          let found = try await send(to: "http://list.example:\(server.port)/", by: sender(within: .seconds(1)))
          #expect(found == .timedOut(isSent: true))
          #expect(ContinuousClock.now - began < .seconds(30))
        }
      }
    }

    @Test func `a cancelled request ends at once, running or waiting`() async throws {
      try await BadServer.run({ _ in }) { server async throws in
        let sendings = (0..<40).map { _ in Task { try await send(to: "http://list.example:\(server.port)/") } }
        // The share of one host.
        while server.connections < 8 { try await Task.sleep(for: .milliseconds(10)) }
        for sending in sendings.reversed() { sending.cancel() }
        for sending in sendings { #expect(try await sending.value == .cancelled) }
        #expect(server.connections < 40)
        for _ in 0..<500 where server.open > 0 { try await Task.sleep(for: .milliseconds(20)) }
        #expect(server.open == 0)
      }
    }

    @Test(arguments: [
      ("http://list.example/", SendingFailure.insecure), ("https://127.0.0.1/", .blockedAddress(.private)),
      ("https://[::1]/", .blockedAddress(.private)), ("https://2130706433/", .blockedAddress(.private)),
      ("https://0x7f.1/", .blockedAddress(.private)), ("https://169.254.169.254/latest", .blockedAddress(.reserved)),
      ("https://[::ffff:10.0.0.1]/", .blockedAddress(.reserved)), ("https://list.example/", .blockedAddress(.private)),
      ("https://mixed.example/", .blockedAddress(.private)), ("https://meta.example/", .blockedAddress(.reserved)),
      ("https://public.example:25/", .blockedPort(25)), ("https://none.example/", .noSuchHost),
    ]) func `an address inside the network, another port and plain HTTP are refused`(
      url: String, failure: SendingFailure
    )
      async throws
    {
      #expect(try await send(to: url, by: sender(private: false, ports: [])) == failure)
      let webhook = Webhook(url: try SourceAddress(validating: url), secret: secret)
      let isKnownBefore = HostName.address(URLComponents(string: url)?.encodedHost ?? "") != nil
      if isKnownBefore || [.insecure, .blockedPort(25)].contains(failure) {
        #expect(throws: failure) { try sender(private: false, ports: []).check(.webhook(webhook)) }
      }
    }

    @Test func `addresses that are never allowed are refused in a private network, too`() async throws {
      #expect(try await send(to: "http://169.254.169.254/latest") == .blockedAddress(.reserved))
      #expect(try await send(to: "http://meta.example/") == .blockedAddress(.reserved))
    }

    @Test func `the checked address is connected to, whatever the name means a moment later`() async throws {
      // `localhost` is this machine for the system's resolver, which is not asked.
      let hosts = KnownHosts(["localhost": ["127.0.0.2"]])
      try await BadServer.run({ try await $0.send(response("200 OK")) }) { server async throws in
        let sender = NotificationSender(mail: nil, allowsPrivate: true, ports: nil, resolver: hosts)
        #expect(try await send(to: "http://localhost:\(server.port)/", by: sender) == .refused)
        #expect(hosts.asked == ["localhost"] && server.connections == 0)
      }
    }

    @Test func `a certificate must be trusted, and for the name`() async throws {
      try await withAuthority { authority async throws in
        try await BadServer.run(tls: try TestCertificate.context(), { try await $0.send(response("200 OK")) }) {
          server async throws in
          let trusting = sender(authorities: authority)
          #expect(try await send(to: "https://list.example:\(server.port)/", by: trusting) == nil)
          #expect(
            try await send(to: "https://two.example:\(server.port)/", by: trusting) == .certificate(.otherName))
          #expect(try await send(to: "https://list.example:\(server.port)/") == .certificate(.selfSigned))
        }
        try await BadServer.run({ try await $0.send("not TLS\r\n\r\n") }) { server async throws in
          let found = try await send(to: "https://list.example:\(server.port)/")
          #expect(found == .handshake)
        }
      }
    }

    @Test func `a login in the address is sent as one, and is not in the address`() async throws {
      let requests = Requests()
      try await BadServer.run({
        requests.note($0)
        try await $0.send(response("403 Forbidden", "wrong: pass"))
      }) { server async throws in
        let url = "http://ann:pass@list.example:\(server.port)/"
        #expect(try await send(to: url) == .authentication(ServerReply(status: 403, text: "wrong: …")))
        let head = requests.all.withLock { $0.first?.head ?? "" }
        #expect(head.contains("\r\nAuthorization: Basic YW5uOnBhc3M=\r\n"))
      }
    }
  }
}
