import Foundation
import NetworkAddresses

/// How mails leave this machine, and whom they are from.
package struct MailTransport: Hashable, Sendable {
  package enum Way: Hashable, Sendable {
    case server(MailServer)
    /// A program that takes a message on its input, like `sendmail`.
    case program(path: String)
  }

  package let way: Way
  package let from: Mailbox

  package init(_ way: Way, from: Mailbox) { (self.way, self.from) = (way, from) }
}

/// A mail server of the operator. The SSRF policy does not apply to it.
package struct MailServer: Hashable, Sendable {
  package enum Security: String, CaseIterable, Hashable, Sendable {
    /// TLS from the beginning (RFC 8314, section 3.3).
    case tls
    /// TLS after the greeting (RFC 3207). Nothing is sent if the server does not offer it.
    case starttls
    case none
  }

  package enum Problem: Error, Hashable, Sendable {
    case notAnAddress
    /// A name or a password in the address, where others see it.
    case loginInside
    case unknownSecurity
    /// A password would cross a network without encryption.
    case passwordInClear
    case noPassword, noUser
  }

  /// The host in the canonical spelling of `HostName`.
  package let host: String
  package let port: Int
  package let security: Security
  package var user: String?
  /// Secret.
  package var password: String?
  /// The file of the trusted certificate authorities; nil for those of the system.
  package var authorities: String?
  /// The time for a message.
  package var deadline: Duration = .seconds(60)

  /// Parses `smtps://host:465`, and `smtp://host:587` for STARTTLS. On this machine, `smtp` means no encryption, and `?security=` says
  /// otherwise: `tls`, `starttls` or `none`.
  /// - Throws: ``Problem``.
  package init(parsing text: String, user: String? = nil, password: String? = nil) throws(Problem) {
    guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(),
      let standard = Self.ports[scheme], let host = parts.encodedHost.flatMap(HostName.canonical), !host.isEmpty,
      ["", "/"].contains(parts.path), parts.fragment == nil, (1...65_535).contains(parts.port ?? standard)
    else { throw .notAnAddress }
    guard parts.user == nil, parts.password == nil else { throw .loginInside }
    self.host = host
    port = parts.port ?? standard
    let isHere = Self.isLoopback(host)
    switch parts.queryItems?.first {
    case nil: security = scheme == "smtps" ? .tls : isHere ? .none : .starttls
    case let item?:
      guard item.name == "security", parts.queryItems?.count == 1, let value = item.value.flatMap(Security.init),
        (value == .tls) == (scheme == "smtps")
      else { throw .unknownSecurity }
      security = value
    }
    (self.user, self.password) = (user, password)
    if user != nil, password == nil { throw .noPassword }
    if user == nil, password != nil { throw .noUser }
    if security == .none, password != nil, !isHere { throw .passwordInClear }
  }

  private static let ports = ["smtp": 587, "smtps": 465]

  private static func isLoopback(_ host: String) -> Bool {
    host == "localhost" || HostName.address(host)?.isLoopback == true
  }

  var url: String { "\(security == .tls ? "smtps" : "smtp")://\(host):\(port)/" }
}
