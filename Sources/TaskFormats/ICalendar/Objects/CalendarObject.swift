import Tasks

/// A calendar object resource with one task (RFC 4791, section 4.1), as a client sent it: a VCALENDAR with a VTODO, and those that
/// override instances of it.
///
/// The text is kept as it came. ``text(showing:)`` replaces only the properties that are not what the task has by now.
package struct CalendarObject: Sendable {
  /// The size that clients are told not to exceed, in UTF-8 bytes. What other programs have written is kept up to it.
  package static let mostBytes = 256 << 10
  /// The maximum size of what a client sends, in UTF-8 bytes: with what the app's pages may have added.
  package static let mostAcceptedBytes = 384 << 10
  /// The maximum number of lines of what a client sends, folds included: a merge looks at each of them, while other writes wait.
  package static let mostLines = 10_000
  /// The maximum size of its identifier, in UTF-8 bytes.
  package static let mostIdentifierBytes = 1_000

  package let text: String
  /// The identifier of the task.
  package let uid: String
  /// The program that wrote it.
  let program: String
  let lines: [Line]

  /// Why a text is no such object: the preconditions of RFC 4791, section 5.3.2.1.
  package enum Problem: Error, Hashable, Sendable {
    /// The text is larger than ``mostAcceptedBytes``, or has more lines than ``mostLines``.
    case tooLarge
    /// The text is no well-formed calendar in UTF-8.
    case malformed
    /// The text has another component than a task.
    case component
    /// The text has a METHOD, no identifier or more than one, or not exactly one task that overrides nothing.
    case resource
  }

  /// A content line, with its folds and its end.
  struct Line {
    /// Where it stands in the bytes of the text.
    let range: Range<Int>
    let component: Component
    let property: ContentLine

    /// The component that it is a line of.
    enum Component: Hashable {
      /// A property of the task.
      case task
      /// A line of a component within the task, its BEGIN and END included; the END of the task as well.
      case inner
      /// A line of a VTODO that overrides an instance.
      case override(Int)
      /// A line of the calendar, or of a time zone.
      case outer
    }
  }

  /// Parses a text, in time and memory linear in its size.
  package init(_ bytes: [UInt8]) throws(Problem) {
    guard bytes.count <= Self.mostAcceptedBytes, bytes.count(where: { $0 == .lineFeed }) <= Self.mostLines else {
      throw .tooLarge
    }
    try self.init(whole: bytes)
  }

  private init(whole bytes: [UInt8]) throws(Problem) {
    guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else { throw .malformed }
    var reader = ObjectReader(bytes[...])
    try reader.read()
    self.text = text
    (uid, program) = (String(decoding: try reader.identifier(), as: UTF8.self), reader.program)
    lines = reader.lines
  }

  /// Reads a stored text, to which pages may have added; nil for one that is none.
  package init?(stored text: String?) {
    guard let text else { return nil }
    do throws(Problem) { try self.init(whole: Array(text.utf8)) } catch { return nil }
  }
}

/// Reads the lines of an object.
private struct ObjectReader {
  private let bytes: Bytes
  /// The beginning of the next line.
  private var next: Int
  private(set) var lines: [CalendarObject.Line] = []
  private(set) var program = ""
  private var open: [String] = []
  private var isCalendar = false
  /// The lines of the VTODO that is open, and whether it overrides an instance.
  private var start = 0
  private var isOverride = false
  private var overrides = 0
  private var tasks = 0
  private var identifiers: Set<Bytes> = []
  private var hasIdentifier = false
  private var isIdentified = true

  init(_ bytes: Bytes) {
    self.bytes = bytes
    next = bytes.startIndex + (bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
  }

  mutating func read() throws(CalendarObject.Problem) {
    while let range = nextLine() {
      var line = Unfolding.unfolded(bytes[range])[...]
      while line.last == .lineFeed { line = line.dropLast() }
      if line.trimmed.isEmpty { continue }
      guard let property = ContentLine(line) else { throw .malformed }
      try parse(property, range)
    }
    guard open.isEmpty, isCalendar else { throw .malformed }
    guard tasks + overrides > 0 else { throw .component }
  }

  func identifier() throws(CalendarObject.Problem) -> Bytes {
    guard isIdentified, identifiers.count == 1, let uid = identifiers.first, tasks == 1, !uid.isEmpty,
      uid.count <= CalendarObject.mostIdentifierBytes, uid.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
    else { throw .resource }
    return uid
  }

  /// The place of the next line, with those that continue it.
  private mutating func nextLine() -> Range<Int>? {
    guard next < bytes.endIndex else { return nil }
    let first = next
    while next < bytes.endIndex {
      let byte = bytes[next]
      next += 1
      guard byte == .lineFeed || byte == .carriageReturn else { continue }
      if byte == .carriageReturn, next < bytes.endIndex, bytes[next] == .lineFeed { next += 1 }
      guard next < bytes.endIndex, bytes[next] == .space || bytes[next] == .tab else { break }
    }
    return first..<next
  }

  private mutating func parse(_ property: ContentLine, _ range: Range<Int>) throws(CalendarObject.Problem) {
    let isBegin = property.name == "BEGIN"
    if isBegin { try begin(String(decoding: property.value.trimmed.prefix(64).map(\.uppercased), as: UTF8.self)) }
    if open.isEmpty { throw .malformed }
    let component: CalendarObject.Line.Component =
      if open.count < 2 || open[1] != "VTODO" {
        .outer
      } else if open.count == 2, !isBegin, property.name != "END" {
        .task
      } else {
        .inner
      }
    lines.append(CalendarObject.Line(range: range, component: component, property: property))
    if property.name == "END" {
      try end(String(decoding: property.value.trimmed.prefix(64).map(\.uppercased), as: UTF8.self))
    } else if component == .task {
      if property.name == "RECURRENCE-ID" { isOverride = true }
      if property.name == "UID" {
        identifiers.insert(CalendarText.unescaped(property.value.trimmed))
        hasIdentifier = true
      }
    } else if open.count == 1 {
      if property.name == "METHOD" { throw .resource }
      if property.name == "PRODID" { program = property.value.trimmed.text }
    }
  }

  private mutating func begin(_ name: String) throws(CalendarObject.Problem) {
    switch open.count {
    case 0: guard name == "VCALENDAR", !isCalendar else { throw .malformed }
    case 1:
      guard name == "VTODO" || name == "VTIMEZONE" || name.hasPrefix("X-") else { throw .component }
      (start, isOverride, hasIdentifier) = (lines.count, false, false)
    case 16...: throw .malformed
    default: break
    }
    isCalendar = true
    open.append(name)
  }

  private mutating func end(_ name: String) throws(CalendarObject.Problem) {
    guard open.popLast() == name else { throw .malformed }
    guard name == "VTODO", open.count == 1 else { return }
    if !hasIdentifier { isIdentified = false }
    guard isOverride else {
      tasks += 1
      return
    }
    overrides += 1
    for index in start..<lines.count {
      let line = lines[index]
      lines[index] = CalendarObject.Line(range: line.range, component: .override(overrides), property: line.property)
    }
  }
}
