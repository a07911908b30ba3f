import Tasks

/// A part of a mail that has no parts itself (RFC 2046).
struct MailPart {
  let header: MailHeader
  let type: MailParameters
  let disposition: MailParameters
  /// The encoded content.
  let body: Bytes
  /// The outermost part whose parts are several forms of one text; nil if it is in none.
  let alternative: Int?

  init(_ header: MailHeader, _ body: Bytes, alternative: Int?) {
    (self.header, self.body, self.alternative) = (header, body, alternative)
    type = MailParameters(header["content-type"] ?? [])
    disposition = MailParameters(header["content-disposition"] ?? [])
  }

  /// The name of a file; nil if it has none.
  var name: String? { disposition.text("filename") ?? type.text("name") }

  /// Whether it is a text to read, and no file.
  var isText: Bool {
    disposition.value != "attachment" && (["", "text", "text/plain", "text/html"].contains(type.value))
      && (disposition.value == "inline" || name == nil)
  }

  var isHTML: Bool { type.value == "text/html" }

  /// Whether it is the signature of another part.
  var isSignature: Bool {
    [
      "application/pgp-signature", "application/pkcs7-signature", "application/x-pkcs7-signature",
      "application/pgp-encrypted",
    ].contains(type.value)
  }

  /// The text in UTF-8.
  /// - Parameter most: the most bytes of the encoded content that are read.
  func text(most: Int) -> Bytes {
    let bytes = TransferEncoding(header["content-transfer-encoding"]).decoded(body.prefix(most))
    let text = CharacterEncoding.decoded(bytes, charset: type.word("charset"))
    if isHTML { return MailHTML.plain(text) }
    return type.word("format") == "flowed" ? FlowedText.unfolded(text, drops: type.word("delsp") == "yes") : text
  }
}

/// The header of a mail, and its parts, read in one pass over its lines.
struct MailParts {
  /// The most parts that are looked at, and the deepest ones.
  static let (most, deepest) = (200, 10)
  /// Longer boundaries than the standard allows are common.
  private static let longestBoundary = 200

  private struct Container {
    let boundary: Bytes
    let alternative: Int?
  }

  let header: MailHeader
  private(set) var parts: [MailPart] = []
  /// How many parts are not looked at.
  private(set) var skipped = 0

  private var open: [Container] = []
  private var leaf: (header: MailHeader, start: Int)?
  private var containers = 0

  init(_ mail: Bytes) {
    var lines = MailLines(mail)
    header = MailHeader(&lines, ofPart: false)
    begin(header, at: lines.position)
    while true {
      let start = lines.position
      guard let line = lines.next() else { break }
      guard !open.isEmpty, line.begins(with: "--"), let found = boundary(line) else { continue }
      end(at: start, in: mail)
      open.removeLast(open.count - found.level - 1)
      if found.isLast {
        open.removeLast()
      } else {
        begin(MailHeader(&lines, ofPart: true), at: lines.position)
      }
    }
    end(at: mail.endIndex, in: mail)
  }

  /// The part that a line ends, or another one within which begins.
  private func boundary(_ line: Bytes) -> (level: Int, isLast: Bool)? {
    guard line.count <= Self.longestBoundary + 80 else { return nil }
    let text = line.dropFirst(2).trimmed
    for (level, container) in open.enumerated().reversed() {
      if text == container.boundary { return (level, false) }
      if text.count == container.boundary.count + 2, text.starts(with: container.boundary),
        text.suffix(2).elementsEqual("--".utf8)
      {
        return (level, true)
      }
    }
    return nil
  }

  private mutating func begin(_ header: MailHeader, at position: Int) {
    let type = MailParameters(header["content-type"] ?? [])
    if type.value.hasPrefix("multipart/"), open.count < Self.deepest, let boundary = type.bytes("boundary"),
      (1...Self.longestBoundary).contains(boundary.trimmed.count)
    {
      containers += 1
      let alternative = open.last?.alternative ?? (type.value == "multipart/alternative" ? containers : nil)
      open.append(Container(boundary: boundary.trimmed, alternative: alternative))
    } else if parts.count < Self.most {
      leaf = (header, position)
    } else {
      skipped += 1
    }
  }

  /// Ends the part that was begun, without the line break before a boundary.
  private mutating func end(at position: Int, in mail: Bytes) {
    guard let begun = leaf else { return }
    leaf = nil
    var body = mail[begun.start..<max(position, begun.start)]
    if position < mail.endIndex || mail.last == .lineFeed {
      if body.last == .lineFeed { body = body.dropLast() }
      if body.last == .carriageReturn { body = body.dropLast() }
    }
    parts.append(MailPart(begun.header, body, alternative: open.last?.alternative))
  }
}

/// Text whose lines belong together where they end with a space (RFC 3676).
enum FlowedText {
  /// - Parameter drops: whether the space at the end of a line is none of the text.
  static func unfolded(_ text: Bytes, drops: Bool) -> Bytes {
    var unfolded: [UInt8] = []
    unfolded.reserveCapacity(text.count)
    /// The depth of the quotation that the last line is of, if it goes on.
    var flowing: Int?
    var isFirst = true
    for line in Lines(text) {
      let depth = line.prefix { $0 == UInt8(ascii: ">") }.count
      var rest = line.dropFirst(depth)
      if rest.first == .space { rest = rest.dropFirst() }
      if flowing != depth {
        if !isFirst { unfolded.append(.lineFeed) }
        unfolded += line.prefix(depth)
        if depth > 0 { unfolded.append(.space) }
      }
      isFirst = false
      // Two hyphens and a space begin a signature.
      let isFlowed = rest.last == .space && !(rest.count == 3 && rest.begins(with: "-- "))
      flowing = isFlowed ? depth : nil
      unfolded += isFlowed && drops ? rest.dropLast() : rest
    }
    return unfolded[...]
  }
}
