import ArgumentParser
import Foundation
import Notifications
import Testing

@testable import fourfold

final class MailOptionsTests: CommandTests {
  private func mail(_ arguments: [String] = [], _ environment: [String: String] = [:]) throws -> MailTransport? {
    try serveSettings(arguments, environment).mail
  }

  /// A file with a password, which others can read or not.
  private func file(_ text: String, mode: Int = 0o600) throws -> String {
    let file = world.folder.appending(path: UUID().uuidString)
    try Data(text.utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
    return file.path
  }

  @Test func `without a server there is no mail`() throws {
    #expect(try mail() == nil)
    #expect(try mail([], ["FOURFOLD_MAIL_SERVER": "", "FOURFOLD_MAIL_FROM": ""]) == nil)
    #expect(try !serveSettings().notifications.hasMail)
  }

  @Test func `a server has a login, with the password of a file, and a sender`() throws {
    let options = [
      "--mail-server", "smtps://mail.example", "--mail-user", "ann", "--mail-from", "Tasks <tasks@example.org>",
    ]
    let mail = try #require(try mail(options + ["--mail-password-file", try file("secret\nnotes\n")]))
    #expect(mail.from == Mailbox(try MailAddress(validating: "tasks@example.org"), name: "Tasks"))
    guard case .server(let server) = mail.way else { return #expect(Bool(false)) }
    #expect((server.host, server.port, server.security) == ("mail.example", 465, .tls))
    #expect((server.user, server.password) == ("ann", "secret"))
    #expect(mail.described == "mail.example:465 by TLS")
  }

  @Test func `the environment has the same settings`() throws {
    let environment = [
      "FOURFOLD_MAIL_SERVER": "smtp://localhost:25", "FOURFOLD_MAIL_FROM": "tasks@example.org",
      "SSL_CERT_FILE": "/etc/ssl/own.pem",
    ]
    let mail = try #require(try mail([], environment))
    guard case .server(let server) = mail.way else { return #expect(Bool(false)) }
    #expect((server.port, server.security, server.authorities) == (25, .none, "/etc/ssl/own.pem"))
    #expect(try serveSettings([], environment).notifications.hasMail)
    #expect(try serveSettings(["--demo"], environment).mail == nil)
  }

  @Test func `a program sends in place of a server`() throws {
    let mail = try mail(["--mail-sendmail", "/bin/cat", "--mail-from", "tasks@example.org"])
    #expect(mail?.way == .program(path: "/bin/cat"))
    #expect(mail?.described == "/bin/cat")
  }

  @Test(arguments: [
    (["--mail-server", "mail.example"], "A mail server is an address such as"),
    (["--mail-server", "smtp://ann:secret@mail.example"], "The mail server's address has no login"),
    (["--mail-server", "smtp://mail.example?security=maybe"], "smtp://… takes ?security=starttls"),
    (["--mail-server", "smtps://mail.example", "--mail-user", "ann"], "--mail-user needs a password"),
    (
      ["--mail-server", "smtps://mail.example", "--mail-password-file", "/nowhere"],
      "The password of the mail server can't be read"
    ),
    (["--mail-server", "smtps://mail.example", "--mail-password-file", "/dev/null"], "The first line of /dev/null"),
    (["--mail-server", "smtps://mail.example", "--mail-sendmail", "/bin/cat"], "Mails go through either"),
    (["--mail-sendmail", "cat"], "--mail-sendmail is a program"),
    (["--mail-sendmail", "/etc"], "--mail-sendmail is a program"),
    (["--mail-sendmail", "/etc/passwd"], "--mail-sendmail is a program"),
  ]) func `what is wrong is told before the server starts`(arguments: [String], message: String) throws {
    let error = #expect(throws: ValidationError.self) { try mail(arguments + ["--mail-from", "tasks@example.org"]) }
    #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
    #expect(error?.message.contains("secret") != true)
  }

  @Test(arguments: [
    (["--mail-server", "smtps://mail.example"], "Mails need a sender: add --mail-from."),
    (["--mail-from", "tasks@example.org"], "A sender of mails needs a way to send them"),
    (["--mail-user", "ann"], "--mail-user and --mail-password-file are for a mail server"),
    (["--mail-server", "smtps://mail.example", "--mail-from", "tasks"], "The sender of mails is an address"),
    (
      ["--mail-server", "smtps://mail.example", "--mail-from", "a@b.example\r\nBcc: c@d.example"],
      "The sender of mails is"
    ),
  ]) func `settings belong together`(arguments: [String], message: String) throws {
    let error = #expect(throws: ValidationError.self) { try mail(arguments) }
    #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
  }

  @Test func `the doctor tells how mails are sent, and of a password that others can read`() throws {
    let options = ["--mail-server", "smtps://mail.example", "--mail-user", "ann", "--mail-from", "tasks@example.org"]
    for (mode, levels) in [(0o640, [Finding.Level.ok]), (0o644, [.ok, .warning])] {
      let path = try file("secret", mode: mode)
      let settings = try serveSettings(options + ["--mail-password-file", path])
      #expect(settings.mailPasswordFile == path)
      #expect(Finding.ofMail(settings.mail, passwordFile: path).map(\.level) == levels)
    }
    #expect(Finding.ofMail(nil, passwordFile: "") == [])
  }

  @Test func `config shows the file of the password, and not the password`() async throws {
    let path = try file("correct horse")
    let command = try RunningCommand(
      [
        "config", "--mail-server", "smtps://mail.example", "--mail-user", "ann", "--mail-from", "tasks@example.org",
        "--mail-password-file", path,
      ], in: world)
    #expect(try await command.ends() == 0)
    #expect(try command.said.contains(path) && !command.said.contains("horse"))
  }

  @Test func `mail-test tells that a program took a mail, or why not`() async throws {
    let script = world.folder.appending(path: "send")
    for (code, status, words) in [
      (0, 0, "\(script.path) took a mail from tasks@example.org to ann@example.net."),
      (75, 1, "the server asks to try again later: 75 queue is full"), (70, 1, "the program failed: 70 queue is full"),
    ] {
      let text = "#!/bin/sh\ncat > '\(world.folder.path)/sent'\necho 'queue is full' >&2\nexit \(code)\n"
      try Data(text.utf8).write(to: script)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script.path)
      let command = try RunningCommand(
        ["mail-test", "ann@example.net", "--mail-sendmail", script.path, "--mail-from", "tasks@example.org"], in: world)
      #expect(try await command.ends() == Int32(status))
      let told = try command.said + command.asked
      #expect(told.contains(words), "\(told)")
      let sent = try String(contentsOf: world.folder.appending(path: "sent"), encoding: .utf8)
      #expect(sent.contains("\r\nSubject: Fourfold can send mail\r\n"))
    }
  }

  @Test(arguments: [["ann@example.net"], ["ann", "--mail-sendmail", "/bin/cat", "--mail-from", "tasks@example.org"]])
  func `mail-test refuses what it can't try`(arguments: [String]) async throws {
    let command = try RunningCommand(["mail-test"] + arguments, in: world)
    #expect(try await command.ends() == 64)
  }
}
