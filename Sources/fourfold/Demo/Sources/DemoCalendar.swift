import Tasks

/// An iCalendar file of tasks (RFC 5545) as a calendar server would write it: lines end with CR LF and are folded at 75 bytes.
struct DemoCalendar {
  private var lines: [String]

  /// Creates a calendar without tasks.
  init(named name: String) {
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Fourfold//Demo//EN", "X-WR-CALNAME:\(Self.escaped(name))"]
  }

  /// Adds a task.
  /// - Parameters:
  ///   - id: a unique identifier.
  ///   - parent: the parent task.
  ///   - properties: additional lines.
  mutating func add(_ id: String, _ title: String, part parent: String? = nil, _ properties: String...) {
    lines += ["BEGIN:VTODO", "UID:\(id)@choir.example", "DTSTAMP:20260101T080000Z", "SUMMARY:\(Self.escaped(title))"]
    if let parent { lines.append("RELATED-TO;RELTYPE=PARENT:\(parent)@choir.example") }
    lines += properties + ["END:VTODO"]
  }

  /// The content of the file.
  var text: String {
    (lines + ["END:VCALENDAR", ""]).map(Self.folded).joined(separator: "\r\n")
  }

  /// A due date without a time.
  static func due(_ day: Day) -> String { "DUE;VALUE=DATE:\(digits(day))" }

  /// A due date with a floating time, without a time zone.
  static func due(_ day: Day, at time: String) -> String { "DUE:\(digits(day))T\(time)00" }

  /// A completion date, at noon UTC.
  static func completed(_ day: Day) -> String { "COMPLETED:\(digits(day))T120000Z" }

  static func note(_ text: String) -> String { "DESCRIPTION:\(escaped(text))" }

  private static func digits(_ day: Day) -> String { day.iso.filter { $0 != "-" } }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing(";", with: "\\;").replacing(",", with: "\\,").replacing(
      "\n", with: "\\n")
  }

  private static func folded(_ line: String) -> String {
    var rows = [""]
    for character in line {
      let size = rows[rows.count - 1].utf8.count + character.utf8.count
      if size > 73 { rows.append("") }
      rows[rows.count - 1].append(character)
    }
    return rows.joined(separator: "\r\n ")
  }
}
