import Foundation
import NetworkAddresses

/// The address of a mailbox (RFC 5321, section 4.1.2): a local part without quotes, and a domain.
///
/// The local part is ASCII: a mail server would have to know SMTPUTF8 for others. A domain of other letters becomes punycode.
package struct MailAddress: Hashable, Sendable {
  package enum Problem: Error, Hashable, Sendable {
    case blank
    case tooLong(limit: Int)
    /// There is no `@`, or something around it that no address has.
    case malformed
    /// The part before the `@` has letters that are not ASCII.
    case notASCII
  }

  /// The maximum length in bytes (RFC 5321, section 4.5.3.1.3, without the brackets).
  package static let mostBytes = 254
  private static let mostLocalBytes = 64

  /// The address, with the domain in lower case.
  package let text: String

  /// - Throws: ``Problem``.
  package init(validating typed: String) throws(Problem) {
    let typed = typed.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !typed.isEmpty else { throw .blank }
    guard typed.utf8.count <= Self.mostBytes else { throw .tooLong(limit: Self.mostBytes) }
    guard let sign = typed.lastIndex(of: "@") else { throw .malformed }
    let local = typed[..<sign]
    guard local.utf8.allSatisfy({ $0 < 0x80 }) else { throw .notASCII }
    guard local.utf8.count <= Self.mostLocalBytes else { throw .tooLong(limit: Self.mostLocalBytes) }
    guard Self.isDotAtom(local), let domain = Self.domain(typed[typed.index(after: sign)...]) else { throw .malformed }
    text = "\(local)@\(domain)"
    guard text.utf8.count <= Self.mostBytes else { throw .tooLong(limit: Self.mostBytes) }
  }

  package var domain: String { String(text[text.index(after: text.lastIndex(of: "@") ?? text.startIndex)...]) }

  /// A name, and no address of a machine.
  private static func domain(_ typed: Substring) -> String? {
    // What would end the host of a URL is in no domain.
    guard !typed.isEmpty, !typed.contains(where: { "/?#:@[]%\\".contains($0) || $0.isWhitespace }),
      let encoded = URLComponents(string: "https://\(typed)/")?.encodedHost, let host = HostName.canonical(encoded),
      HostName.address(host) == nil, !host.contains("_")
    else { return nil }
    let labels = host.split(separator: ".")
    return labels.contains { $0.hasPrefix("-") || $0.hasSuffix("-") } ? nil : host
  }

  /// Whether it is letters, digits and the special characters of an atom, with single points between them (RFC 5322, section 3.2.3).
  private static func isDotAtom(_ local: Substring) -> Bool {
    local.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { atom in
      !atom.isEmpty
        && atom.utf8.allSatisfy { byte in
          switch byte {
          case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
          case UInt8(ascii: "0")...UInt8(ascii: "9"): true
          default: "!#$%&'*+-/=?^_`{|}~".utf8.contains(byte)
          }
        }
    }
  }
}

/// An address with the name of whom it belongs to: `Fourfold <tasks@example.org>`.
package struct Mailbox: Hashable, Sendable {
  package let name: String?
  package let address: MailAddress

  package init(_ address: MailAddress, name: String? = nil) { (self.address, self.name) = (address, name) }

  /// Parses an address, or a name followed by one in angle brackets.
  /// - Throws: ``MailAddress/Problem``.
  package init(validating typed: String) throws(MailAddress.Problem) {
    guard let open = typed.lastIndex(of: "<"), typed.hasSuffix(">") else {
      self.init(try MailAddress(validating: typed))
      return
    }
    let name = HeaderText.clean(typed[..<open].filter { $0 != "\"" })
    self.init(
      try MailAddress(validating: String(typed[typed.index(after: open)...].dropLast())),
      name: name.isEmpty ? nil : name)
  }
}
