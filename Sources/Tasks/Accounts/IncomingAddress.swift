package import Foundation

/// A mail address of an account: a mail to it becomes a task of the Inbox.
package struct IncomingAddress: Hashable, Sendable {
  package let id: IncomingAddressID
  /// What tells it from those of other accounts: ``nameLength`` letters and digits. Whoever knows it can add tasks.
  package let name: String
  package let made: Date
  /// When the last mail to it became a task; nil if none did.
  package let used: Date?
  /// When it was ended; nil while mails are taken.
  package let ended: Date?

  package init(id: IncomingAddressID, name: String, made: Date, used: Date? = nil, ended: Date? = nil) {
    (self.id, self.name, self.made, self.used, self.ended) = (id, name, made, used, ended)
  }

  package static let nameLength = 20
  /// Letters and digits that a person can type, in lower case: mail servers may change the case. Each has five random bits.
  private static let alphabet = Array("abcdefghijkmnpqrstuvwxyz23456789")

  package static func randomName() -> String {
    String((0..<nameLength).map { _ in alphabet[Int.random(in: 0..<alphabet.count)] })
  }

  /// The name in an address such as `inbox+k3v9…@lists.example`: what stands before the at sign, after the last plus. Nil if it can be none.
  package static func name(in address: some StringProtocol) -> String? {
    let local = address.drop { $0 == "<" || $0.isWhitespace }.prefix { $0 != "@" }
    let part = local.split(separator: "+", omittingEmptySubsequences: false).last?.lowercased() ?? ""
    return part.count == nameLength && part.allSatisfy(alphabet.contains) ? part : nil
  }
}

/// The id of such an address.
package typealias IncomingAddressID = Identifier<IncomingAddress>

/// Where mails of accounts arrive: a domain, or a mailbox with parts of its own after a plus (RFC 5233).
package struct IncomingDomain: Hashable, Sendable {
  private let mailbox: String?
  private let domain: String

  /// Creates it from valid parts.
  package init(mailbox: String?, domain: String) { (self.mailbox, self.domain) = (mailbox, domain) }

  /// Parses `lists.example`, or `inbox@lists.example`; nil for anything else.
  package init?(_ text: String) {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false).map(String.init)
    guard (1...2).contains(parts.count), text.utf8.count <= 200, let domain = parts.last else { return nil }
    let labels = domain.split(separator: ".", omittingEmptySubsequences: false)
    func isWord(_ text: some StringProtocol, besides marks: String) -> Bool {
      !text.isEmpty && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || marks.contains($0)) }
    }
    guard labels.allSatisfy({ isWord($0, besides: "-") && $0.first != "-" && $0.last != "-" }) else { return nil }
    self.domain = domain.lowercased()
    mailbox = parts.count == 2 ? parts[0] : nil
    if let mailbox, !isWord(mailbox, besides: "-_.") { return nil }
  }

  /// The address with a name.
  package func address(_ name: String) -> String {
    mailbox.map { "\($0)+\(name)@\(domain)" } ?? "\(name)@\(domain)"
  }
}
