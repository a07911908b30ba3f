import Foundation
import TestSupport
import Testing

@testable import Notifications

extension SendingTests {
  /// Programs like `sendmail`, as shell scripts.
  struct MailProgramTests {
    /// Sends by a script, and gives what it wrote into `sent` of its folder.
    private func send(
      by script: String, within deadline: Duration = .seconds(600)
    ) async throws -> (failure: SendingFailure?, sent: String) {
      try await TemporaryFolder.with { folder in
        try folder.write("#!/bin/sh\ncd '\(folder.path)'\n\(script)\n", to: "sendmail")
        let path = "\(folder.path)/sendmail"
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        let sender = try Mailbox(validating: "tasks@example.org")
        let message = MailMessage(notice(), from: sender, to: try MailAddress(validating: "ann@example.net"))
        let program = MailProgram(path: path, deadline: deadline)
        let failure = try await failure { try await program.send(message, from: sender.address) }
        let sent = FileManager.default.contents(atPath: "\(folder.path)/sent") ?? Data()
        return (failure, String(decoding: sent, as: UTF8.self))
      }
    }

    @Test func `a program gets the message on its input, and the recipient in it`() async throws {
      let (failure, sent) = try await send(by: "echo \"$@\" > sent; cat >> sent")
      #expect(failure == nil)
      #expect(sent.hasPrefix("-i -t -f tasks@example.org\nFrom: tasks@example.org\r\nTo: ann@example.net\r\n"))
      #expect(sent.hasSuffix("\r\n\r\nDue today\r\n\r\n.Open: https://tasks.example/tasks/7\r\n\r\n"))
    }

    @Test(arguments: [
      (67, "rejected"), (65, "rejected"), (69, "rejected"), (75, "deferred"), (70, "program"), (1, "program"),
      (127, "program"),
    ]) func `an exit code tells whether it is worth another try`(code: Int, outcome: String) async throws {
      let (failure, _) = try await send(by: "cat > sent; echo 'no such user' >&2; exit \(code)")
      #expect(failure?.code == outcome)
      #expect(failure?.reply == ServerReply(status: code, text: "no such user"))
    }

    @Test func `a program that does not read, or is not there, is told`() async throws {
      #expect(try await send(by: "exec 0<&-; echo busy >&2; exit 75").failure?.code == "deferred")
      let sender = try Mailbox(validating: "tasks@example.org")
      let message = MailMessage(notice(), from: sender, to: sender.address)
      let missing = try await failure {
        try await MailProgram(path: "/nowhere/sendmail").send(message, from: sender.address)
      }
      #expect(missing?.code == "program")
    }

    @Test func `a program that does not end is ended`() async throws {
      let began = ContinuousClock.now
      let (failure, _) = try await send(by: "cat > sent; exec sleep 600", within: .seconds(1))
      #expect(failure == .timedOut(isSent: true))
      #expect(ContinuousClock.now - began < .seconds(60))
    }
  }
}
