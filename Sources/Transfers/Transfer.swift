package import NetworkAddresses
package import Tasks

/// A request to a server, or a message for a mail server, that libcurl sends to one checked address. Nothing is redirected.
package struct Transfer: Sendable {
  package enum Content: Sendable {
    case request(method: String, headers: [(name: String, value: String)], body: [UInt8])
    /// A message (RFC 5322) with lines that end with CR LF, and the envelope's addresses without brackets.
    case mail(from: String, to: String, message: [UInt8])
  }

  /// A `http`, `https`, `smtp` or `smtps` address with a host in the canonical spelling of `HostName`, and without login.
  package var url: String
  /// The only address that is connected to. The certificate must be for the name in the URL.
  package var address: IPAddress
  package var content: Content
  package var login: (user: String, password: String)?
  /// Whether the message goes over TLS only (RFC 3207); for `smtp`.
  package var upgradesToTLS = false
  /// Whether the connection may be one of an earlier transfer, and is kept for later ones.
  package var sharesConnections = false
  /// The file of the trusted certificate authorities; nil for those of the system.
  package var authorities: String?
  package var connectTimeout: Duration = .seconds(10)
  /// The time for all of it, from the connection to the end of the response.
  package var deadline: Duration = .seconds(30)
  /// The bytes of a response that are read.
  package var limit = 16 << 10

  package init(_ content: Content, to url: String, at address: IPAddress) {
    (self.content, self.url, self.address) = (content, url, address)
  }
}

package struct TransferResponse: Hashable, Sendable {
  /// The status of HTTP, or the reply code of SMTP.
  package var status: Int
  /// The beginning of the body, or the text of a mail server's last reply.
  package var body: [UInt8]
  /// Whether the body was longer than the limit.
  package var isCut = false
}

package struct TransferFailure: Error, Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case refused, unreachable, cutOff, timedOut, malformed, tooLarge, cancelled
    /// The mail server does not offer TLS.
    case noTLS
    case handshake
    case certificate(CertificateProblem)
    /// The mail server did not accept the user name or the password.
    case login
    /// The mail server refused the sender, the recipient or the message.
    case reply
    /// A failure with a code of libcurl.
    case other(UInt32)
  }

  package var kind: Kind
  /// Whether the server may have got all of the request or message.
  package var isSent = false
  /// The server's last reply, or the beginning of its response; nil if there was none.
  package var response: TransferResponse?

  package init(_ kind: Kind) { self.kind = kind }
}
