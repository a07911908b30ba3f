import Foundation
import NetworkAddresses
import Notifications
import ServerSupport
import Tasks
import Testing

/// The settings of a mail server.
struct MailServerTests {
  @Test(arguments: [
    ("smtps://mail.example:465", "mail.example", 465, MailServer.Security.tls),
    ("smtps://Mail.Example", "mail.example", 465, .tls), ("smtp://mail.example:587", "mail.example", 587, .starttls),
    ("smtp://mail.example/", "mail.example", 587, .starttls), ("smtp://localhost:25", "localhost", 25, .none),
    ("smtp://127.0.0.1:2525", "127.0.0.1", 2525, .none), ("smtp://[::1]:25", "[::1]", 25, .none),
    ("smtp://localhost?security=starttls", "localhost", 587, .starttls),
    ("smtp://mail.lan:25?security=none", "mail.lan", 25, .none),
    ("smtp://bücher.example", "xn--bcher-kva.example", 587, .starttls),
  ]) func `an address says how the connection is encrypted`(
    text: String, host: String, port: Int, security: MailServer.Security
  ) throws {
    let server = try MailServer(parsing: text)
    #expect((server.host, server.port, server.security) == (host, port, security))
  }

  @Test(arguments: [
    ("mail.example:587", MailServer.Problem.notAnAddress), ("", .notAnAddress), ("https://mail.example", .notAnAddress),
    ("smtp://", .notAnAddress), ("smtp://mail.example/path", .notAnAddress), ("smtp://mail.example:0", .notAnAddress),
    ("smtp://mail.example:70000", .notAnAddress), ("smtp://ann:secret@mail.example", .loginInside),
    ("smtp://mail.example?security=tls", .unknownSecurity), ("smtps://mail.example?security=none", .unknownSecurity),
    ("smtp://mail.example?tls=no", .unknownSecurity), ("smtp://mail.example?security=none&x=y", .unknownSecurity),
  ]) func `a wrong address is told`(text: String, problem: MailServer.Problem) {
    #expect(throws: problem) { try MailServer(parsing: text) }
  }

  @Test func `a password crosses no network without encryption`() throws {
    #expect(throws: MailServer.Problem.passwordInClear) {
      try MailServer(parsing: "smtp://mail.lan?security=none", user: "ann", password: "secret")
    }
    let here = try MailServer(parsing: "smtp://localhost", user: "ann", password: "secret")
    #expect(here.password == "secret")
    #expect(throws: MailServer.Problem.noPassword) { try MailServer(parsing: "smtps://mail.example", user: "ann") }
    #expect(throws: MailServer.Problem.noUser) { try MailServer(parsing: "smtps://mail.example", password: "x") }
  }
}

extension SendingTests {
  /// Mails to a server.
  struct MailTests {
    private let hosts = KnownHosts(["list.example": ["127.0.0.1"], "two.example": ["::1", "127.0.0.1"]])

    private func send(
      _ notice: Notice = notice(), through address: String, login: (String, String)? = nil, authorities: String? = nil,
      within deadline: Duration = .seconds(600)
    ) async throws -> SendingFailure? {
      var server = try MailServer(parsing: address, user: login?.0, password: login?.1)
      server.authorities = authorities
      server.deadline = deadline
      let from = try Mailbox(validating: "Fourfold <tasks@example.org>")
      let sender = NotificationSender(mail: MailTransport(.server(server), from: from), resolver: hosts)
      let address = try MailAddress(validating: "ann@example.net")
      return try await failure { try await sender.send(notice, to: .mail(address)) }
    }

    @Test func `a message arrives as it was made, with the envelope's addresses`() async throws {
      try await MailTestServer.run { server async throws in
        #expect(try await send(through: "smtp://127.0.0.1:\(server.port)") == nil)
        let seen = server.seen
        #expect(seen.commands.contains { $0.hasPrefix("MAIL FROM:<tasks@example.org>") })
        #expect(seen.commands.contains { $0.hasPrefix("RCPT TO:<ann@example.net>") })
        let message = try #require(seen.messages.first)
        #expect(message.contains("\r\nSubject: Pay rent\r\n"))
        // The point at the beginning of a line is doubled on the way only.
        #expect(message.contains("\r\n\r\nDue today\r\n\r\n.Open: https://tasks.example/tasks/7\r\n"))
      }
    }

    @Test func `one connection takes several messages`() async throws {
      try await MailTestServer.run { server async throws in
        for _ in 0..<5 { #expect(try await send(through: "smtp://127.0.0.1:\(server.port)") == nil) }
        #expect(server.seen.messages.count == 5)
        #expect(server.seen.connections == 1)
      }
    }

    @Test(arguments: [false, true])
    func `a connection that the server has ended meanwhile is replaced`(isEncrypted: Bool) async throws {
      try await withAuthority { authority async throws in
        try await MailTestServer.run({ ($0.leaves, $0.offersTLS) = (true, isEncrypted) }) { server async throws in
          let address = "smtp://list.example:\(server.port)?security=\(isEncrypted ? "starttls" : "none")"
          for _ in 0..<3 {
            #expect(try await send(through: address, authorities: authority) == nil)
            try await Task.sleep(for: .milliseconds(300))
          }
          #expect(server.seen.messages.count == 3)
        }
      }
    }

    @Test func `a server that refuses a message and says no farewell holds up no other one for long`() async throws {
      let answers: [String: MailTestServer.Answer] = ["RCPT": .reply("550 no"), "QUIT": .silence]
      try await MailTestServer.run({ $0.answers = answers }) { server async throws in
        let began = ContinuousClock.now
        let found = try await send(through: "smtp://127.0.0.1:\(server.port)")
        #expect(found == .rejected(ServerReply(status: 550, text: "no")))
        #expect(ContinuousClock.now - began < .seconds(60))
      }
    }

    @Test func `many messages at once are sent over few connections`() async throws {
      try await MailTestServer.run { server async throws in
        let failures = try await withThrowingTaskGroup(of: SendingFailure?.self) { group in
          for _ in 0..<50 { group.addTask { try await send(through: "smtp://127.0.0.1:\(server.port)") } }
          return try await group.reduce(into: []) { $0 += [$1].compactMap(\.self) }
        }
        #expect(failures == [])
        #expect(server.seen.messages.count == 50)
        #expect((1...4).contains(server.seen.connections))
      }
    }

    @Test func `TLS is used from the beginning, or after the greeting, and the login only then`() async throws {
      try await withAuthority { authority async throws in
        try await MailTestServer.run({ ($0.beginsWithTLS, $0.login) = (true, ("ann", "secret")) }) {
          server async throws in
          let address = "smtps://list.example:\(server.port)"
          #expect(try await send(through: address, login: ("ann", "secret"), authorities: authority) == nil)
          #expect(server.seen.messages.count == 1)
        }
        try await MailTestServer.run({ ($0.offersTLS, $0.login) = (true, ("ann", "secret")) }) { server async throws in
          let address = "smtp://list.example:\(server.port)"
          #expect(try await send(through: address, login: ("ann", "secret"), authorities: authority) == nil)
          let commands = server.seen.commands.map { $0.prefix(8) }
          let upgrade = try #require(commands.firstIndex(of: "STARTTLS"))
          #expect(try #require(commands.firstIndex(of: "AUTH PLA")) > upgrade)
        }
      }
    }

    @Test func `nothing is sent to a server without the encryption that is asked for`() async throws {
      try await MailTestServer.run { server async throws in
        #expect(try await send(through: "smtp://list.example:\(server.port)") == .noTLS)
        #expect(!server.seen.commands.contains { $0.hasPrefix("MAIL") })
      }
    }

    @Test(
      arguments: [
        (nil, CertificateProblem.selfSigned), (.expired, .expired), (.early, .notYetValid), (.foreign, .untrusted),
      ] as [(TestCertificate.Issued?, CertificateProblem)])
    func `a certificate that is not trusted is told with the reason`(
      issued: TestCertificate.Issued?, problem: CertificateProblem
    ) async throws {
      try await withAuthority { authority async throws in
        try await MailTestServer.run({ ($0.offersTLS, $0.certificate) = (true, issued) }) { server async throws in
          let trusted = issued == nil ? nil : authority
          #expect(
            try await send(through: "smtp://list.example:\(server.port)", authorities: trusted) == .certificate(problem)
          )
          #expect(!server.seen.commands.contains { $0.hasPrefix("MAIL") })
        }
      }
    }

    @Test func `a certificate of another name is not trusted`() async throws {
      try await withAuthority { authority async throws in
        try await MailTestServer.run({ $0.offersTLS = true }) { server async throws in
          // Its second address is that of the server, for which the certificate is valid.
          #expect(
            try await send(through: "smtp://two.example:\(server.port)", authorities: authority)
              == .certificate(.otherName))
        }
      }
    }

    @Test func `a wrong password is told without it`() async throws {
      try await withAuthority { authority async throws in
        try await MailTestServer.run({ ($0.offersTLS, $0.login) = (true, ("ann", "secret")) }) { server async throws in
          let address = "smtp://list.example:\(server.port)"
          let failure = try await send(through: address, login: ("ann", "guessed"), authorities: authority)
          #expect(failure == .authentication(ServerReply(status: 535, text: "5.7.8 ann …, … is wrong")))
          #expect(try await send(through: address, authorities: authority)?.code == "authentication")
        }
      }
    }

    @Test(arguments: [
      ("greeting", "554 5.7.1 not you", SendingFailure.rejected(ServerReply(status: 554, text: "5.7.1 not you"))),
      ("greeting", "421 busy", .deferred(ServerReply(status: 421, text: "busy"))),
      ("MAIL", "550 no such sender", .rejected(ServerReply(status: 550, text: "no such sender"))),
      ("RCPT", "550 5.1.1 no\u{7} such\u{202E} user", .rejected(ServerReply(status: 550, text: "5.1.1 no such user"))),
      ("RCPT", "450-4.2.1 try\r\n450 again", .deferred(ServerReply(status: 450, text: "4.2.1 try again"))),
      ("DATA", "451 not now", .deferred(ServerReply(status: 451, text: "not now"))),
      ("message", "554 spam", .rejected(ServerReply(status: 554, text: "spam"))),
      ("message", "452 full", .deferred(ServerReply(status: 452, text: "full"))),
    ]) func `what a server refuses is told in its words, for good or for now`(
      at: String, reply: String, failure: SendingFailure
    ) async throws {
      try await MailTestServer.run({ $0.answers = [at: .reply(reply)] }) { server async throws in
        let found = try await send(through: "smtp://127.0.0.1:\(server.port)")
        #expect(found == failure)
        #expect(found?.isTemporary == (failure.reply?.status ?? 0 < 500))
      }
    }

    @Test(arguments: ["greeting", "EHLO", "MAIL", "RCPT", "DATA", "message"])
    func `a server that never answers, or goes, is told, and whether it has the message`(at: String) async throws {
      let hasMessage = at == "message"
      try await MailTestServer.run({ $0.answers = [at: .silence] }) { server async throws in
        let began = ContinuousClock.now
        let found = try await send(through: "smtp://127.0.0.1:\(server.port)", within: .seconds(1))
        #expect(found == .timedOut(isSent: hasMessage))
        #expect(found?.mayHaveArrived == hasMessage)
        #expect(ContinuousClock.now - began < .seconds(30))
      }
      try await MailTestServer.run({ $0.answers = [at: .close] }) { server async throws in
        let found = try await send(through: "smtp://127.0.0.1:\(server.port)")
        #expect(found == .cutOff(isSent: hasMessage))
      }
    }

    @Test func `a server that talks without end is left`() async throws {
      let long = String(repeating: "250-more and more\r\n", count: 10_000) + "250 end"
      try await MailTestServer.run({ $0.answers = ["EHLO": .reply(long)] }) { server async throws in
        let found = try await send(through: "smtp://127.0.0.1:\(server.port)")
        #expect(found?.isTemporary == false || found == .cutOff(isSent: false))
      }
    }

    @Test func `an unknown host, a closed port and a second address are tried in turn`() async throws {
      #expect(try await send(through: "smtp://none.example?security=none") == .noSuchHost)
      let port = try await MailTestServer.run { server async throws in
        #expect(try await send(through: "smtp://two.example:\(server.port)?security=none") == nil)
        return server.port
      }
      #expect(try await send(through: "smtp://127.0.0.1:\(port)") == .refused)
    }

    @Test func `a cancelled message ends at once`() async throws {
      try await MailTestServer.run({ $0.answers = ["EHLO": .silence] }) { server async throws in
        let sending = Task { try await send(through: "smtp://127.0.0.1:\(server.port)") }
        while server.seen.commands.isEmpty { try await Task.sleep(for: .milliseconds(10)) }
        sending.cancel()
        #expect(try await sending.value == .cancelled)
      }
    }
  }
}
