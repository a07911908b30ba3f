package import NetworkAddresses
package import Tasks

/// Why a notice was not sent.
package enum SendingFailure: Error, Hashable, Sendable {
  /// The operator has set up no mail.
  case noMail
  case noSuchHost
  /// The name lookup failed temporarily.
  case nameLookup
  /// The connection was refused.
  case refused
  case unreachable
  /// The address is `http`, and the operator allows no such ones.
  case insecure
  case blockedAddress(SSRFPolicy.BlockedRange)
  case blockedPort(Int)
  /// The mail server does not offer the encryption that is asked for.
  case noTLS
  /// The encryption could not be agreed on.
  case handshake
  case certificate(CertificateProblem)
  /// The password or the token was not accepted.
  case authentication(ServerReply)
  /// The server refused the notice for good.
  case rejected(ServerReply)
  /// The server asks to try again later.
  case deferred(ServerReply)
  case timedOut(isSent: Bool)
  /// The connection ended before there was an answer.
  case cutOff(isSent: Bool)
  /// The notice, or the answer to it, has too many bytes.
  case tooLarge
  /// The answer is not one of such a server.
  case malformed
  /// The program that sends mails could not be started, or failed, with what it said.
  case program(ServerReply)
  /// The sending was cancelled, and it is not known whether anything was sent.
  case cancelled

  /// Whether the same may succeed later, without another destination. Passwords, certificates and names are put right by others.
  package var isTemporary: Bool {
    switch self {
    case .noMail, .insecure, .blockedAddress, .blockedPort, .rejected, .tooLarge: false
    case .noSuchHost, .nameLookup, .refused, .unreachable, .noTLS, .handshake, .certificate, .authentication, .deferred,
      .timedOut, .cutOff, .malformed, .program, .cancelled:
      true
    }
  }

  /// Whether the notice may have been taken although there was no answer, so that another try may be a double.
  package var mayHaveArrived: Bool {
    switch self {
    case .timedOut(let isSent), .cutOff(let isSent): isSent
    case .cancelled, .malformed: true
    case .noMail, .noSuchHost, .nameLookup, .refused, .unreachable, .insecure, .blockedAddress, .blockedPort, .noTLS,
      .handshake, .certificate, .authentication, .rejected, .deferred, .tooLarge, .program:
      false
    }
  }

  /// The name of the failure, for words and metrics.
  package var code: String {
    switch self {
    case .noMail: "no-mail"
    case .noSuchHost: "no-such-host"
    case .nameLookup: "name-lookup"
    case .refused: "refused"
    case .unreachable: "unreachable"
    case .insecure: "insecure"
    case .blockedAddress: "blocked-address"
    case .blockedPort: "blocked-port"
    case .noTLS: "no-tls"
    case .handshake: "handshake"
    case .certificate: "certificate"
    case .authentication: "authentication"
    case .rejected: "rejected"
    case .deferred: "deferred"
    case .timedOut: "timed-out"
    case .cutOff: "cut-off"
    case .tooLarge: "too-large"
    case .malformed: "malformed"
    case .program: "program"
    case .cancelled: "cancelled"
    }
  }

  /// What the server said; nil if it did not say why.
  package var reply: ServerReply? {
    switch self {
    case .authentication(let reply), .rejected(let reply), .deferred(let reply), .program(let reply): reply
    case .noMail, .noSuchHost, .nameLookup, .refused, .unreachable, .insecure, .blockedAddress, .blockedPort, .noTLS,
      .handshake, .certificate, .timedOut, .cutOff, .tooLarge, .malformed, .cancelled:
      nil
    }
  }
}
