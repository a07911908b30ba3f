import Tasks

/// A mail that was received: what a task is made of (RFC 5322, RFC 2045 to 2047).
///
/// Reading takes one pass, and stops at these bounds: no mail takes more time or memory than its bytes.
package struct ReceivedMail: Hashable, Sendable {
  /// The most bytes of a mail that are read. The rest is attachments.
  package static let mostBytes = 20 << 20
  /// The most bytes of its texts that are decoded.
  private static let mostTextBytes = 1 << 20
  /// The most attachments that are named.
  package static let mostNames = 20
  /// The most addresses that are looked at.
  private static let mostRecipients = 50

  /// The subject, or else the first line of its text, as the title of a task; nil if it has neither.
  package let title: String?
  /// The plain text, or that of the HTML, as notes of a task. What is too long for a title is at its beginning.
  package let text: String
  /// The names of files that it has, or their types; at most ``mostNames`` of them.
  package let attachments: [String]
  /// The number of files, those without a name here included.
  package let attachmentCount: Int
  /// Whether a program sent it by itself: an auto-reply, a bounce, or mail in bulk. These are not to be answered, nor acted upon.
  package let isAutomatic: Bool
  /// The addresses that it was delivered to, by its header, the surest first.
  package let recipients: [String]
  /// What every copy of it has in common: its identifier, or what it consists of if it has none.
  package let identity: [UInt8]

  /// Reads a mail; nil for what is none.
  package init?(_ bytes: [UInt8]) {
    var mail = bytes[...].prefix(Self.mostBytes)
    // Programs that store mails in one file begin each with such a line.
    if mail.begins(with: "from ") {
      var lines = MailLines(mail)
      _ = lines.next()
      mail = mail[lines.position...]
    }
    let parts = MailParts(mail)
    let header = parts.header
    guard header.isOfMail else { return nil }
    let (subject, rest) = ItemText.titleAndRest(Self.line(header["subject"]))
    let text = ItemText.notes(Self.text(of: parts.parts))
    title = subject ?? ItemText.title(ofNotes: text)
    self.text = rest.isEmpty ? text : ItemText.notes(Array("\(rest)\n\n\(text)".utf8)[...])
    let files = parts.parts.filter { !$0.isText && !$0.isSignature }
    attachments = files.prefix(Self.mostNames).map { part in
      let name = part.name.flatMap { ItemText.name(Array($0.utf8)[...]) }
      return name ?? ItemText.name(Array(part.type.value.utf8)[...]) ?? "?"
    }
    attachmentCount = files.count + parts.skipped
    isAutomatic = Self.isAutomatic(header)
    recipients = Self.recipients(header)
    if let id = header["message-id"], !id.isEmpty, id.count <= 1_000 {
      identity = Array("id ".utf8) + id
    } else {
      let fields = ["date", "from", "subject"].map { Array(header[$0] ?? []) }
      identity = Array("mail ".utf8) + fields.joined(separator: [0]) + [0] + parts.parts.flatMap { Array($0.body) }
    }
  }

  private static func line(_ value: Bytes?) -> Bytes {
    let decoded = value.map(EncodedWords.decoded) ?? ""
    return Array(decoded.split(whereSeparator: \.isWhitespace).joined(separator: " ").utf8)[...]
  }

  /// The text of the parts that are to be read: of several forms of one text the plain one, if it says something.
  private static func text(of parts: [MailPart]) -> Bytes {
    var texts: [(alternative: Int?, isHTML: Bool, text: Bytes)] = []
    var rest = mostTextBytes
    for part in parts where part.isText && rest > 0 {
      let text = part.text(most: rest)
      rest -= min(part.body.count, rest)
      if !text.trimmed.isEmpty { texts.append((part.alternative, part.isHTML, text)) }
    }
    let plain = Set(texts.filter { !$0.isHTML }.compactMap(\.alternative))
    var joined: [UInt8] = []
    for text in texts where !(text.isHTML && text.alternative.map(plain.contains) == true) {
      if !joined.isEmpty { joined += "\n\n".utf8 }
      joined += text.text.trimmed
    }
    return joined[...]
  }

  /// Whether a header tells of a program (RFC 3834), of a mail that could not be delivered, or of mail in bulk.
  private static func isAutomatic(_ header: MailHeader) -> Bool {
    if let value = header["auto-submitted"].map({ MailParameters($0).value }), value != "no" { return true }
    if let value = header["precedence"].map({ MailParameters($0).value }),
      ["bulk", "junk", "list", "auto_reply"].contains(value)
    {
      return true
    }
    if header["x-autoreply"] != nil || header["x-autorespond"] != nil { return true }
    if let path = header["return-path"], path.elementsEqual("<>".utf8) { return true }
    return header["content-type"].map { MailParameters($0).value } == "multipart/report"
  }

  private static func recipients(_ header: MailHeader) -> [String] {
    var found: [String] = []
    for name in ["x-original-to", "delivered-to", "envelope-to", "x-envelope-to", "x-delivered-to", "to", "cc"] {
      for value in header.all(name) {
        let separators = Set(" \t<>,;\"()".utf8)
        for word in value.prefix(16 << 10).split(whereSeparator: separators.contains) {
          guard found.count < mostRecipients else { return found }
          let address = word.text.lowercased()
          if word.count <= 320, word.contains(UInt8(ascii: "@")), !found.contains(address) { found.append(address) }
        }
      }
    }
    return found
  }
}
