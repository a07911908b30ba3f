import Foundation
import HTTPTypes
import RemoteLists
import TaskFormats
import Tasks

/// The filter of a calendar-query (RFC 4791, section 9.7), for tasks.
struct DavFilter {
  private enum Test {
    case nothing
    case time(ClosedRange<Date>)
    case property(String, isDefined: Bool, texts: [Text], times: [ClosedRange<Date>])
    case component(String, isDefined: Bool)

    /// The number of tests that it makes of each task.
    var count: Int {
      switch self {
      case .nothing, .time, .component: 1
      case .property(_, _, let texts, let times): max(1, texts.count + times.count)
      }
    }

    /// The size of its texts.
    var bytes: Int {
      switch self {
      case .nothing, .time, .component: 0
      case .property(_, _, let texts, _): texts.reduce(0) { $0 + $1.wanted.bytes.count }
      }
    }
  }

  /// A text that a value contains or lacks.
  private struct Text {
    let wanted: BytePattern
    let collation: Collation
    let isNegated: Bool

    init(_ text: String, _ collation: Collation, isNegated: Bool) {
      (wanted, self.collation, self.isNegated) = (BytePattern(collation.folded(text)), collation, isNegated)
    }

    func matches(_ value: String) -> Bool { wanted.isFound(in: collation.folded(value)) != isNegated }
  }

  private enum Collation: String {
    case ascii = "i;ascii-casemap"
    case octet = "i;octet"
    case unicode = "i;unicode-casemap"

    func folded(_ text: String) -> [UInt8] {
      switch self {
      case .octet: Array(text.utf8)
      case .ascii: text.utf8.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 + 32 : $0 }
      case .unicode: Array(text.lowercased().utf8)
      }
    }
  }

  /// The maximum number of tests, and of bytes of all texts.
  private static let (mostTests, mostBytes) = (50, 1 << 10)

  private var tests: [Test] = []

  /// - Throws: a ``DavProblem`` for a filter that is not supported.
  init(_ filter: XMLElement?) throws(DavProblem) {
    guard let calendar = filter?.first(.calDAV("comp-filter")) else { return }
    guard calendar.attributes["name"]?.uppercased() == "VCALENDAR" else { throw Self.unsupported }
    for component in calendar.children(.calDAV("comp-filter")) {
      let isMissing = component.first(.calDAV("is-not-defined")) != nil
      guard component.attributes["name"]?.uppercased() == "VTODO" else {
        if !isMissing { tests.append(.nothing) }
        continue
      }
      if isMissing { tests.append(.nothing) }
      for test in component.children { try add(test) }
    }
    guard tests.reduce(0, { $0 + $1.count }) <= Self.mostTests,
      tests.reduce(0, { $0 + $1.bytes }) <= Self.mostBytes
    else { throw Self.unsupported }
  }

  private mutating func add(_ test: XMLElement) throws(DavProblem) {
    let name = test.attributes["name"]?.uppercased() ?? ""
    let isDefined = test.first(.calDAV("is-not-defined")) == nil
    switch test.name {
    case .calDAV("time-range"): tests.append(.time(try Self.range(test)))
    case .calDAV("prop-filter"):
      guard test.first(.calDAV("param-filter")) == nil else { throw Self.unsupported }
      var texts: [Text] = []
      for text in test.children(.calDAV("text-match")) {
        guard let collation = Collation(rawValue: text.attributes["collation"] ?? "i;ascii-casemap") else {
          throw DavProblem(.forbidden, .calDAV("supported-collation"))
        }
        texts.append(Text(text.text, collation, isNegated: text.attributes["negate-condition"] == "yes"))
      }
      var times: [ClosedRange<Date>] = []
      for time in test.children(.calDAV("time-range")) { times.append(try Self.range(time)) }
      tests.append(.property(name, isDefined: isDefined, texts: texts, times: times))
    case .calDAV("comp-filter"):
      // What is inside of an alarm can't be asked for.
      guard test.children.allSatisfy({ $0.name == .calDAV("is-not-defined") }) else { throw Self.unsupported }
      tests.append(.component(name, isDefined: isDefined))
    default: break
    }
  }

  private static let unsupported = DavProblem(.forbidden, .calDAV("supported-filter"))

  private static func range(_ element: XMLElement) throws(DavProblem) -> ClosedRange<Date> {
    func moment(_ name: String, _ otherwise: Date) throws(DavProblem) -> Date {
      guard let text = element.attributes[name] else { return otherwise }
      guard let moment = CalendarObject.moment(text) else { throw DavProblem(.badRequest, .calDAV("valid-filter")) }
      return moment
    }
    let (start, end) = (try moment("start", .distantPast), try moment("end", .distantFuture))
    guard start <= end else { throw DavProblem(.badRequest, .calDAV("valid-filter")) }
    return start...end
  }

  /// Whether a text passes all tests.
  func matches(_ text: String) -> Bool {
    if tests.isEmpty { return true }
    guard let object = CalendarObject(stored: text) else { return false }
    return tests.allSatisfy { test in
      switch test {
      case .nothing: return false
      case .time(let range): return object.overlaps(range)
      case .component(let name, let isDefined): return object.hasInner(name) == isDefined
      case .property(let name, let isDefined, let texts, let times):
        let values = object.properties(name)
        guard isDefined else { return values.isEmpty }
        return values.contains { value in
          texts.allSatisfy { $0.matches(value) } && (times.isEmpty || times.contains { object.has(name, in: $0) })
        }
      }
    }
  }
}

/// Bytes to search for in linear time (Knuth, Morris, Pratt). The searches of the standard library take the product of both lengths.
struct BytePattern: Sendable {
  let bytes: [UInt8]
  /// For each prefix, the length of its longest proper prefix that is also its suffix.
  private var borders: [Int]

  init(_ bytes: [UInt8]) {
    (self.bytes, borders) = (bytes, Array(repeating: 0, count: bytes.count))
    for index in bytes.indices.dropFirst() { borders[index] = length(after: bytes[index], borders[index - 1]) }
  }

  /// The number of matching bytes after another one.
  private func length(after byte: UInt8, _ matching: Int) -> Int {
    var matching = matching
    while matching > 0, bytes[matching] != byte { matching = borders[matching - 1] }
    return bytes[matching] == byte ? matching + 1 : 0
  }

  func isFound(in value: [UInt8]) -> Bool {
    if bytes.isEmpty { return true }
    var matching = 0
    for byte in value {
      matching = length(after: byte, matching)
      if matching == bytes.count { return true }
    }
    return false
  }
}
