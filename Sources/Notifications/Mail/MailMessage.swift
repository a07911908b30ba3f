import Foundation
import NetworkAddresses

/// A notice as a mail (RFC 5322, RFC 2045 to 2047).
struct MailMessage {
  /// The most bytes of a text. Longer ones are cut.
  private static let mostBytes = 256 << 10
  /// Between the parts. No line of an encoded part can be like it: `=_` is in neither encoding.
  private static let boundary = "=_fourfold"

  let bytes: [UInt8]

  init(_ notice: Notice, from sender: Mailbox, to address: MailAddress) {
    var head = HeaderText.header("From", sender)
    head += HeaderText.header("To", Mailbox(address))
    head += HeaderText.header("Subject", notice.title)
    head += "Date: \(Self.date(notice.date))\r\n"
    head += "Message-ID: \(Self.identifier(notice.id, sender))\r\n"
    if let thread = notice.thread {
      let earlier = Self.identifier(thread, sender)
      head += "In-Reply-To: \(earlier)\r\nReferences: \(earlier)\r\n"
    }
    // Vacation replies to it would be to nobody (RFC 3834, section 5).
    head += "Auto-Submitted: auto-generated\r\n"
    if let url = notice.unsubscribe, Self.canBeInBrackets(url) {
      head += "List-Unsubscribe: <\(url)>\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n"
    }
    if notice.priority == .high { head += "Importance: high\r\n" }
    if let language = notice.language, Self.isTag(language) { head += "Content-Language: \(language)\r\n" }
    head += "MIME-Version: 1.0\r\n"
    let text = Self.part("text/plain", Self.cleaned(notice.text))
    guard let html = notice.html else {
      bytes = Array((head + text).utf8)
      return
    }
    head += "Content-Type: multipart/alternative; boundary=\"\(Self.boundary)\"\r\n\r\n"
    let parts = [text, Self.part("text/html", Self.cleaned(html))].map { "--\(Self.boundary)\r\n\($0)\r\n" }
    bytes = Array((head + parts.joined() + "--\(Self.boundary)--\r\n").utf8)
  }

  /// An identifier, which each try has (RFC 5322, section 3.6.4).
  private static func identifier(_ id: String, _ sender: Mailbox) -> String {
    "<\(id.token)@\(sender.address.domain)>"
  }

  /// A date (RFC 5322, section 3.3).
  private static func date(_ date: Date) -> String {
    let formatter = DateFormatter()
    (formatter.locale, formatter.timeZone) = (Locale(identifier: "en_US_POSIX"), .gmt)
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss '+0000'"
    return formatter.string(from: date)
  }

  private static func canBeInBrackets(_ url: String) -> Bool {
    url.hasPrefix("https://") && url.utf8.count <= 900
      && url.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: ">") }
  }

  private static func isTag(_ language: String) -> Bool {
    (2...35).contains(language.utf8.count)
      && language.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
  }

  /// The text without control characters, within the limit.
  private static func cleaned(_ text: String) -> String {
    var cleaned = String.UnicodeScalarView()
    var bytes = 0
    for scalar in text.unicodeScalars
    where scalar.properties.generalCategory != .control || "\t\n".unicodeScalars.contains(scalar) {
      bytes += UTF8.width(scalar)
      if bytes > mostBytes { break }
      cleaned.append(scalar)
    }
    return String(cleaned)
  }

  /// A part with its headers. Filters take base64 of Latin text for a disguise, and other scripts are three times as long in the other one.
  private static func part(_ type: String, _ text: String) -> String {
    let others = text.utf8.count { $0 >= 0x80 }
    let isLatin = others * 5 <= text.utf8.count
    let body =
      isLatin
      ? QuotedPrintable.encode(text)
      : Data(text.utf8).base64EncodedString(options: [
        .lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed,
      ])
    return """
      Content-Type: \(type); charset=utf-8\r
      Content-Transfer-Encoding: \(isLatin ? "quoted-printable" : "base64")\r
      \r
      \(body)\r\n
      """
  }
}

/// The encoding of text that is mostly ASCII (RFC 2045, section 6.7).
enum QuotedPrintable {
  private static let lineLength = 76

  static func encode(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { encode(line: $0) }.joined(separator: "\r\n")
  }

  private static func encode(line: Substring) -> String {
    var encoded = ""
    var column = 0
    let bytes = Array(line.utf8)
    for (index, byte) in bytes.enumerated() {
      let piece = piece(byte, isLast: index == bytes.count - 1)
      // Room for the "=" of a soft line break.
      if column + piece.count > lineLength - 1 {
        encoded += "=\r\n"
        column = 0
      }
      encoded += piece
      column += piece.count
    }
    return encoded
  }

  /// Spaces at the end of a line get lost on the way.
  private static func piece(_ byte: UInt8, isLast: Bool) -> String {
    let isSpace = byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    let isAsItIs = isSpace ? !isLast : (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "=")
    return isAsItIs ? String(UnicodeScalar(byte)) : "=" + CollectionOfOne(byte).hexadecimal.uppercased()
  }
}
