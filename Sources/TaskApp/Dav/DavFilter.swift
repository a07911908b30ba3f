import Foundation
import HTTPTypes
import RemoteLists
import Tasks

/// The filter of a calendar-query (RFC 4791, section 9.7), for tasks.
struct DavFilter {
  private enum Test {
    case nothing
    case time(ClosedRange<Date>)
    case property(String, isDefined: Bool, texts: [Text], times: [ClosedRange<Date>])
    case component(String, isDefined: Bool)
  }

  private struct Text {
    let wanted: String
    let isNegated, isExact: Bool

    func matches(_ value: String) -> Bool {
      let found = isExact ? value.contains(wanted) : value.lowercased().contains(wanted.lowercased())
      return found != isNegated
    }
  }

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
        let collation = text.attributes["collation"] ?? "i;ascii-casemap"
        guard ["i;ascii-casemap", "i;octet", "i;unicode-casemap"].contains(collation) else {
          throw DavProblem(.forbidden, .calDAV("supported-collation"))
        }
        texts.append(
          Text(
            wanted: text.text, isNegated: text.attributes["negate-condition"] == "yes", isExact: collation == "i;octet")
        )
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
