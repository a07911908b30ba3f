import ArgumentParser
import Foundation
import NetworkAddresses
import Notifications
import TaskApp
import Tasks

/// `fourfold mail-test`.
struct MailTest: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "mail-test", abstract: "Sends a mail, and tells whether the mail server took it.",
    // The derived one would name `serve` as a part of the command.
    usage: "fourfold mail-test <address> [<options of fourfold serve>]",
    discussion: """
      It takes the options of `fourfold serve` and reads the same environment. A mail that the server took may still be refused on its \
      way: look into the mailbox, and into its folder of spam.

      Example: fourfold mail-test ann@example.org --mail-server smtps://mail.example.org --mail-user tasks \
      --mail-password-file /etc/fourfold/mail-password --mail-from tasks@example.org

      Exit codes: 0 if the mail was taken; 1 if not; 64 for wrong options.
      """)

  @Argument(help: "The address that the mail is for.")
  var address: String
  @OptionGroup(visibility: .hidden) var serve: Serve

  func run(on console: Console) async throws {
    let settings = try ServeSettings(serve, ProcessInfo.processInfo.environment)
    guard let mail = settings.mail else {
      throw ValidationError("No mail is set up: add --mail-server and --mail-from.")
    }
    let receiver: MailAddress
    do { receiver = try MailAddress(validating: address) } catch {
      throw ValidationError("A mail address is one such as ann@example.org, and not \(address).")
    }
    let notice = Notice(
      id: "test.\(String.randomHexadecimal(bytes: 16))", title: "Fourfold can send mail",
      text: "This mail was sent by fourfold mail-test. Reminders will come the same way.\n")
    do {
      try await settings.notifications.send(notice, to: .mail(receiver))
      console.say("\(mail.described) took a mail from \(mail.from.address.text) to \(receiver.text).")
    } catch {
      throw CommandProblem("No mail was sent through \(mail.described): \(error.words)")
    }
  }
}

extension SendingFailure {
  /// The failure in words for an operator.
  var words: String {
    switch self {
    case .noMail: "no mail is set up."
    case .noSuchHost: "the name of the server is not known."
    case .nameLookup: "the name of the server can't be looked up right now."
    case .refused: "the server refuses connections at this port."
    case .unreachable: "the server can't be reached."
    case .insecure: "the address has to be one of https."
    case .blockedAddress: "the address is one that nothing is sent to."
    case .blockedPort(let port): "nothing is sent to port \(port)."
    case .noTLS: "the server does not offer STARTTLS."
    case .handshake: "the server and this machine agree on no encryption. smtps:// is for port 465, smtp:// for 587."
    case .certificate(let problem): "the server's certificate \(Self.words(problem))."
    case .authentication(let reply): "the user name or the password was not accepted\(reply.end)"
    case .rejected(let reply): "it was refused\(reply.end)"
    case .deferred(let reply): "the server asks to try again later\(reply.end)"
    case .timedOut(let isSent):
      "the server did not answer in time\(isSent ? "; the mail may arrive all the same." : ".")"
    case .cutOff(let isSent): "the server ended the connection\(isSent ? "; the mail may arrive all the same." : ".")"
    case .tooLarge: "the server's answer is too long."
    case .malformed: "what answers is no mail server."
    case .program(let reply): "the program failed\(reply.end)"
    case .cancelled: "it was interrupted."
    }
  }

  private static func words(_ problem: CertificateProblem) -> String {
    switch problem {
    case .untrusted: "was issued by an authority that is not trusted. SSL_CERT_FILE names a file of others"
    case .selfSigned: "is signed by itself. SSL_CERT_FILE names a file of trusted ones"
    case .expired: "has expired"
    case .notYetValid: "is not valid yet"
    case .otherName: "is one of another name"
    }
  }
}

extension ServerReply {
  /// The end of a sentence, with the code and the server's words.
  fileprivate var end: String {
    switch (status, text) {
    case (0, ""): "."
    case (0, _): ": \(text)"
    case (_, ""): " (\(status))."
    case (_, _): ": \(status) \(text)"
    }
  }
}
