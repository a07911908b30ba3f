import ArgumentParser
import Foundation
import Notifications
import Tasks

/// The options of `serve` for mails.
struct MailOptions: ParsableArguments {
  @Option(
    help: """
      The mail server that sends reminders: smtps://mail.example.org:465, or smtp://mail.example.org:587 for STARTTLS. On this machine, \
      smtp://localhost:25 is unencrypted; elsewhere only with ?security=none. (default: no mail is sent)
      """)
  var mailServer: String?
  @Option(help: "The user name at the mail server. (default: none)")
  var mailUser: String?
  @Option(help: "The file whose first line is the password at the mail server. (default: none)")
  var mailPasswordFile: String?
  @Option(help: "The sender of mails, such as \"Tasks <tasks@example.org>\".")
  var mailFrom: String?
  @Option(help: "A program that sends mails in place of a server, such as /usr/sbin/sendmail. (default: none)")
  var mailSendmail: String?
  @Option(
    help: """
      Where mails arrive that `fourfold mail-in` makes tasks of: a domain such as lists.example.org, or a mailbox such as \
      inbox@example.org, whose server takes inbox+anything@example.org, too. (default: accounts have no such address)
      """)
  var mailInDomain: String?
}

extension IncomingDomain {
  /// Where mails arrive, from a command's option, with the environment as fallback; nil if they don't.
  /// - Throws: `ValidationError` for what is neither a domain nor a mailbox.
  init?(_ options: MailOptions, _ reader: SettingsReader) throws {
    let text = reader.text("mailInDomain", options.mailInDomain, default: "")
    if text.isEmpty { return nil }
    guard let domain = IncomingDomain(text) else {
      throw ValidationError(
        "Mails arrive at a domain such as lists.example.org, or at a mailbox such as inbox@example.org, and not at \(text)."
      )
    }
    self = domain
  }
}

extension MailTransport {
  /// How mails are sent, from a command's options, with the environment as fallback; nil if they are not.
  /// - Throws: `ValidationError` for invalid values, and for a password that can't be read.
  init?(_ options: MailOptions, _ reader: SettingsReader, authorities: String?) throws {
    let address = reader.text("mailServer", options.mailServer, default: "")
    let user = reader.text("mailUser", options.mailUser, default: "")
    let passwordFile = reader.text("mailPasswordFile", options.mailPasswordFile, default: "")
    let from = reader.text("mailFrom", options.mailFrom, default: "")
    let program = reader.text("mailSendmail", options.mailSendmail, default: "")
    guard address.isEmpty || program.isEmpty else {
      throw ValidationError("Mails go through either --mail-server or --mail-sendmail, and not through both.")
    }
    guard !address.isEmpty || user.isEmpty && passwordFile.isEmpty else {
      throw ValidationError("--mail-user and --mail-password-file are for a mail server: add --mail-server.")
    }
    guard !address.isEmpty || !program.isEmpty else {
      guard from.isEmpty else {
        throw ValidationError("A sender of mails needs a way to send them: add --mail-server or --mail-sendmail.")
      }
      return nil
    }
    guard !from.isEmpty else { throw ValidationError("Mails need a sender: add --mail-from.") }
    let sender: Mailbox
    do { sender = try Mailbox(validating: from) } catch {
      throw ValidationError("The sender of mails is an address such as tasks@example.org, and not \(from).")
    }
    let way: Way =
      address.isEmpty
      ? .program(path: try Self.program(program))
      : .server(
        try Self.server(
          address, user: user.isEmpty ? nil : user, password: try Self.password(passwordFile),
          authorities: authorities))
    self.init(way, from: sender)
  }

  private static func server(
    _ address: String, user: String?, password: String?, authorities: String?
  ) throws -> MailServer {
    do {
      var server = try MailServer(parsing: address, user: user, password: password)
      server.authorities = authorities
      return server
    } catch {
      // A wrong address may have a password in it.
      switch error {
      case .notAnAddress:
        throw ValidationError(
          "A mail server is an address such as smtps://mail.example.org:465 or smtp://mail.example.org:587.")
      case .loginInside:
        throw ValidationError("The mail server's address has no login: use --mail-user and --mail-password-file.")
      case .unknownSecurity:
        throw ValidationError("smtp://… takes ?security=starttls or ?security=none; smtps://… is always encrypted.")
      case .passwordInClear:
        throw ValidationError(
          "A password is not sent without encryption: use smtps://…, or smtp://… without ?security=none.")
      case .noPassword: throw ValidationError("--mail-user needs a password: add --mail-password-file.")
      case .noUser: throw ValidationError("--mail-password-file needs a user name: add --mail-user.")
      }
    }
  }

  private static func password(_ path: String) throws -> String? {
    if path.isEmpty { return nil }
    let start: Data
    do {
      start = try FileHandle(forReadingFrom: URL(filePath: path)).read(upToCount: 4_096) ?? Data()
    } catch {
      throw ValidationError("The password of the mail server can't be read from \(path).")
    }
    let line = String(decoding: start, as: UTF8.self)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).first
    guard let line, !line.isEmpty, !line.utf8.contains(0) else {
      throw ValidationError("The first line of \(path) is no password of a mail server.")
    }
    return String(line)
  }

  private static func program(_ path: String) throws -> String {
    var isFolder: ObjCBool = false
    guard path.hasPrefix("/"), FileManager.default.fileExists(atPath: path, isDirectory: &isFolder),
      !isFolder.boolValue,
      access(path, X_OK) == 0
    else {
      throw ValidationError(
        "--mail-sendmail is a program that this user may run, such as /usr/sbin/sendmail, and not \(path).")
    }
    return path
  }
}

extension MailTransport {
  /// The way as the operator knows it.
  var described: String {
    switch way {
    case .server(let server):
      switch server.security {
      case .tls: "\(server.host):\(server.port) by TLS"
      case .starttls: "\(server.host):\(server.port) by STARTTLS"
      case .none: "\(server.host):\(server.port) without encryption"
      }
    case .program(let path): path
    }
  }
}

extension Finding {
  /// What the settings of mails tell without a mail being sent.
  static func ofMail(_ mail: MailTransport?, passwordFile path: String) -> [Finding] {
    guard let mail else { return [] }
    var findings: [Finding] = [
      .ok("mail", "sent through \(mail.described), from \(mail.from.address.text); fourfold mail-test sends one")
    ]
    let attributes: [FileAttributeKey: Any]
    do { attributes = path.isEmpty ? [:] : try FileManager.default.attributesOfItem(atPath: path) } catch {
      return findings
    }
    if let mode = attributes[.posixPermissions] as? Int, mode & 0o007 != 0 {
      findings.append(
        .warning("mail", "every user of this machine can read the password in \(path)", do: "chmod o= \(path)"))
    }
    return findings
  }
}
