import Foundation
import Tasks

/// The properties of one component of an object: of the task, or of an override. Properties that say one thing together, such as STATUS and
/// COMPLETED, are a group, and so are the components within, such as VALARM.
struct ObjectComponent {
  /// A group of content lines.
  struct Group {
    /// The indices of its lines.
    fileprivate(set) var lines: [Int] = []
    /// What the lines say, whatever they are written like; empty if that is what a component without them says.
    fileprivate(set) var value = ""
    /// The members of a set, such as the tags of CATEGORIES; nil for a group that is one value.
    fileprivate(set) var elements: [Element]?

    fileprivate mutating func add(_ more: [Element], _ indices: [Int]) {
      lines += indices
      if elements?.append(contentsOf: more) == nil { elements = more }
    }
  }

  /// A member of a set, which one program may add while another one removes a different one.
  struct Element {
    /// What it says, whatever it is written like.
    let value: String
    /// The content line of the property, unfolded.
    let text: Written

    enum Written {
      /// A line of its own, or a component: its lines as they are in the object.
      case lines([Int])
      /// A part of the value of a line that begins like this, up to the colon.
      case part(prefix: String, String)
    }
  }

  /// The indices of its lines, BEGIN and END included.
  private(set) var lines: Range<Int>
  /// The index of the last of its first properties, after which others are added.
  let end: Int
  /// The groups by their names.
  private(set) var groups: [String: Group] = [:]

  /// - Parameter lines: the indices of the lines of the component in the object.
  fileprivate init(_ lines: Range<Int>, of object: CalendarObject, _ bytes: [UInt8]) {
    self.lines = lines
    let inner = lines.dropFirst().first { ["BEGIN", "END"].contains(object.lines[$0].property.name) }
    end = (inner ?? lines.upperBound) - 1
    var reader = GroupReader(object: object, bytes: bytes)
    for index in lines.dropFirst().dropLast() { reader.parse(index) }
    groups = reader.groups()
  }

  /// Whether it says the same as another one.
  func isLike(_ other: ObjectComponent) -> Bool {
    Set(groups.keys).union(other.groups.keys).allSatisfy { groups[$0].value == other.groups[$0].value }
  }
}

extension ObjectComponent.Group? {
  /// What a group says, which is nothing if there is none.
  var value: String { self?.value ?? "" }
}

extension CalendarObject {
  /// The component of the task, and the overrides of its instances by these.
  func components() -> (task: ObjectComponent, overrides: [String: ObjectComponent])? {
    let bytes = Array(text.utf8)
    var task: ObjectComponent?
    var overrides: [String: ObjectComponent] = [:]
    var (begin, depth) = (0, 0)
    for (index, line) in lines.enumerated() {
      if line.property.name == "BEGIN" {
        depth += 1
        if depth == 2 { begin = index }
      } else if line.property.name == "END" {
        depth -= 1
        guard depth == 1, line.property.value.trimmed.equals("vtodo") else { continue }
        let component = ObjectComponent(begin..<(index + 1), of: self, bytes)
        if let instance = instance(in: begin..<(index + 1)) {
          overrides[instance] = component
        } else {
          task = component
        }
      }
    }
    return task.map { ($0, overrides) }
  }

  /// The instance that a component overrides; nil for the task itself.
  private func instance(in range: Range<Int>) -> String? {
    let line = lines[range].first {
      if case .override = $0.component { $0.property.name == "RECURRENCE-ID" } else { false }
    }
    return line.map { line in
      (line.property.range?.equals("thisandfuture") == true ? "+" : "") + GroupReader.moment(of: line.property)
    }
  }
}

/// Sorts the lines of a component into groups.
private struct GroupReader {
  let object: CalendarObject
  let bytes: [UInt8]
  private var found: [String: ObjectComponent.Group] = [:]
  /// The lines of the component within that is open, and its depth.
  private var inner: [Int] = []
  private var depth = 0

  init(object: CalendarObject, bytes: [UInt8]) { (self.object, self.bytes) = (object, bytes) }

  /// Properties that tell of the text rather than of the task. They are those of the newest text.
  private static let ofText: Set<String> = [
    "UID", "DTSTAMP", "LAST-MODIFIED", "SEQUENCE", "CREATED", "RECURRENCE-ID", OwnProperty.kept, OwnProperty.list,
    OwnProperty.section,
  ]

  /// The group of a property, if that has another name.
  private static let joined = [
    "PERCENT-COMPLETE": "STATUS", "COMPLETED": "STATUS", "DURATION": "DUE", "EXRULE": "RRULE",
    OwnProperty.recurrence: "RRULE",
  ]

  /// Properties whose value is a set of values, divided by commas.
  private static let ofParts: Set<String> = ["CATEGORIES", "EXDATE", "RDATE"]

  /// Properties that a component may have several of (RFC 5545, section 3.6.2; RFC 7986; RFC 9253).
  private static let ofLines: Set<String> = [
    "ATTACH", "ATTENDEE", "COMMENT", "CONCEPT", "CONFERENCE", "CONTACT", "IMAGE", "LINK", "RELATED-TO", "REFID",
    "REQUEST-STATUS", "RESOURCES",
  ]

  mutating func parse(_ index: Int) {
    let line = object.lines[index]
    let name = line.property.name
    if depth > 0 || name == "BEGIN" {
      inner.append(index)
      depth += name == "BEGIN" ? 1 : name == "END" ? -1 : 0
      if depth == 0 { takeInner() }
      return
    }
    if Self.ofText.contains(name) { return }
    if line.isParent(within: name) {
      found["PARENT", default: .init()].lines.append(index)
    } else if Self.ofParts.contains(name) {
      found[name, default: .init()].add(parts(of: line.property, index), [index])
    } else if Self.ofLines.contains(name) {
      found[name, default: .init()].add([.init(value: plain(index), text: .lines([index]))], [index])
    } else {
      found[Self.joined[name] ?? name, default: .init()].lines.append(index)
    }
  }

  /// Takes a component within, such as an alarm. One with an identifier is a group of its own.
  private mutating func takeInner() {
    let name = object.lines[inner[0]].property.value.trimmed.text.uppercased()
    let uid = inner.first { ["UID", "X-WR-ALARMUID"].contains(object.lines[$0].property.name) }
    if let uid {
      found["\(name) \(object.lines[uid].property.value.trimmed.text)", default: .init()].lines += inner
    } else {
      let value = inner.map(plain).joined(separator: "\n")
      found["BEGIN:\(name)", default: .init()].add([.init(value: value, text: .lines(inner))], inner)
    }
    inner = []
  }

  private func parts(of property: ContentLine, _ index: Int) -> [ObjectComponent.Element] {
    let line = unfolded(index)
    let prefix = line.dropLast(property.value.count + 1).text
    return CalendarText.parts(property.value, most: 10_000).map { part in
      let text = part.trimmed.text
      let value: String =
        if property.name == "CATEGORIES" {
          CalendarText.unescaped(part.trimmed).text
        } else {
          Self.moment(CalendarTime(part, type: property.type, zone: property.zone), otherwise: text)
        }
      return .init(value: value, text: .part(prefix: prefix, text))
    }
  }

  /// The groups, with what they say.
  func groups() -> [String: ObjectComponent.Group] {
    var groups = found
    for (name, group) in found {
      let value: String
      if let elements = group.elements {
        value = elements.map(\.value).sorted().joined(separator: "\n")
      } else {
        value = self.value(of: name, group.lines.map { object.lines[$0].property }, group.lines)
      }
      groups[name]?.value = value
    }
    return groups
  }

  private func value(of name: String, _ properties: [ContentLine], _ indices: [Int]) -> String {
    func first(_ name: String) -> ContentLine? { properties.first { $0.name == name } }
    switch name {
    case "SUMMARY", "DESCRIPTION", "PARENT":
      return properties.first.map { CalendarText.unescaped($0.value).trimmed.text } ?? ""
    case "PRIORITY":
      let number = properties.first?.value.trimmed.number ?? 0
      return number == 0 ? "" : String(number)
    case "DTSTART": return properties.first.map(Self.moment) ?? ""
    case "DUE":
      return first("DUE").map(Self.moment) ?? first("DURATION").map { "after \($0.value.trimmed.text)" } ?? ""
    case "RRULE":
      return properties.filter { !OwnProperty.all.contains($0.name) }.map { "\($0.name):\(rule($0.value))" }.sorted()
        .joined(separator: "\n")
    case "STATUS": return status(first("STATUS"), first("COMPLETED"), first("PERCENT-COMPLETE"))
    case OwnProperty.start: return properties.first?.value.trimmed.text ?? ""
    default: return indices.map(plain).joined(separator: "\n")
    }
  }

  private func status(_ status: ContentLine?, _ completed: ContentLine?, _ percent: ContentLine?) -> String {
    let word = status?.value.trimmed.text.uppercased()
    let time = completed.flatMap { CalendarTime($0) }
    let part = percent?.value.trimmed.number ?? 0
    if word == "COMPLETED" || word == nil && (time != nil || part == 100) {
      return "COMPLETED \(Self.moment(time, otherwise: ""))"
    }
    if word == "CANCELLED" { return "CANCELLED" }
    return part > 0 ? "\(part) %" : word == "IN-PROCESS" ? "IN-PROCESS" : ""
  }

  /// The parts of a rule in one order.
  private func rule(_ value: Bytes) -> String {
    value.trimmed.text.uppercased().split(separator: ";").sorted().joined(separator: ";")
  }

  static func moment(of property: ContentLine) -> String {
    moment(CalendarTime(property), otherwise: property.value.trimmed.text)
  }

  /// A time in a form that is the same in all time zones; a day, and a time on every clock, in forms of their own.
  private static func moment(_ time: CalendarTime?, otherwise text: String) -> String {
    var zones = CalendarZones()
    switch time {
    case nil: return text
    case .day(let day)?: return day.iso
    case .universal(let time)?: return String(time.seconds)
    case .local(let wall, let zone)?:
      let isKnown = zone != nil && zones.unknownName(of: time) == nil
      if isKnown, let moment = zones.moment(time) { return String(Int(moment.timeIntervalSince1970)) }
      return "\(wall.seconds) \(zone?.text ?? "")"
    }
  }

  /// A line as it would be without folds, its name in upper case.
  private func plain(_ index: Int) -> String {
    let line = unfolded(index)
    let name = object.lines[index].property.name
    return name + line.dropFirst(name.utf8.count).text
  }

  private func unfolded(_ index: Int) -> Bytes {
    var line = Unfolding.unfolded(bytes[object.lines[index].range])[...]
    while line.last == .lineFeed { line = line.dropLast() }
    return line
  }
}

extension CalendarObject.Line {
  /// Whether it names the parent of its component.
  fileprivate func isParent(within name: String) -> Bool {
    name == "RELATED-TO" && (property.relation?.equals("parent") ?? true)
  }
}
