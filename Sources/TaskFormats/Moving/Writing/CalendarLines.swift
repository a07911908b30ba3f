import Tasks

/// The content lines of a calendar file, folded (RFC 5545, section 3.1).
struct CalendarLines {
  var bytes: [UInt8] = []

  /// The maximum length of a line, without its end.
  private static let most = 75

  /// Adds a line that is plain ASCII, or whose text is escaped.
  mutating func add(_ line: String) {
    var length = 0
    let text = Array(line.utf8)
    for (index, byte) in text.enumerated() {
      // Lines are folded between characters.
      let width = byte.isContinuation ? 0 : Self.width(of: text, at: index)
      if length + width > Self.most {
        bytes += "\r\n ".utf8
        length = 1
      }
      length += width
      bytes.append(byte)
    }
    bytes += "\r\n".utf8
  }

  /// Adds a property of the type TEXT; none if it is empty.
  mutating func add(_ name: String, text: String) {
    if !text.isEmpty { add("\(name):\(Self.escaped(text))") }
  }

  /// The escapes of the type TEXT (RFC 5545, section 3.3.11).
  static func escaped(_ text: String) -> String {
    var escaped: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case .lineFeed: escaped += "\\n".utf8
      case .carriageReturn: break
      case UInt8(ascii: "\\"), UInt8(ascii: ";"), UInt8(ascii: ","): escaped += [UInt8(ascii: "\\"), byte]
      default: escaped.append(byte)
      }
    }
    return String(decoding: escaped, as: UTF8.self)
  }

  /// The number of bytes of the character that begins there.
  private static func width(of text: [UInt8], at index: Int) -> Int {
    1 + text[(index + 1)...].prefix { $0.isContinuation }.count
  }
}

/// Dates in calendar files.
enum CalendarDate {
  /// The parameters and the value of a date, or of a time in a zone or without one: `;VALUE=DATE:20260131`.
  static func value(_ day: Day, _ time: ClockTime?) -> String {
    let date = day.compact
    guard let time else { return ";VALUE=DATE:\(date)" }
    let text = "\(date)T\(time.time.description.filter { $0 != ":" })00"
    // A time in UTC has no TZID (RFC 5545, section 3.2.19).
    return time.zone.map { $0 == universal ? ":\(text)Z" : ";TZID=\($0):\(text)" } ?? ":\(text)"
  }

  /// The zone of a task whose time is in UTC, as opposed to one in a zone of that name.
  static let universal = "GMT"
}
