import Foundation
import Tasks

/// Reads the to-dos of a calendar file (RFC 5545).
///
/// Unknown components are skipped with their content. A file that ends inside a component is truncated: it is refused, because
/// the missing to-dos would look deleted.
struct CalendarReader<Collector: ItemCollector> {
  private var open: [String] = []
  /// The names of the calendars in the file, and that of the current one.
  private var titles: [String] = []
  private var places: [String: Int] = [:]
  private var calendarTitle: String?
  private var calendarStart = 0
  private var todos: [TodoComponent] = []
  private var todo: TodoComponent?
  private var zones = CalendarZones()
  private var zone: ZoneComponent?
  private var appointments = 0
  /// The number of values without a place in all to-dos.
  private var remarks = 0
  private var builder: Collector
  private let now: Date

  /// - Parameter text: the file with its lines unfolded.
  static func read(
    _ text: Bytes, at now: Date, into builder: Collector
  ) throws(UnreadableList) -> Collector.Output {
    var reader = CalendarReader(builder: builder, now: now)
    for line in Lines(text) {
      try builder.limit.check()
      if let property = ContentLine(line) { try reader.parse(property) } else { reader.todo?.takeOther(line) }
    }
    guard reader.open.isEmpty else { throw .broken }
    return try reader.output()
  }

  private init(builder: Collector, now: Date) { (self.builder, self.now) = (builder, now) }

  private mutating func parse(_ line: ContentLine) throws(UnreadableList) {
    switch line.name {
    case "BEGIN": try begin(Self.name(line.value))
    case "END": end(Self.name(line.value))
    default: takeProperty(line)
    }
  }

  private mutating func takeProperty(_ line: ContentLine) {
    switch open.last ?? "" {
    case "VCALENDAR":
      if line.name == "X-WR-CALNAME" || line.name == "NAME" { takeTitle(line.value) }
      if line.name == "X-WR-CALDESC" || line.name == "DESCRIPTION" {
        builder.omit(.description, count: 1, examples: [CalendarText.unescaped(line.value)])
      }
    case "VTODO": todo?.parse(line)
    case "VALARM": todo?.alarms.parse(line)
    case "VTIMEZONE", "STANDARD", "DAYLIGHT": zone?.parse(line)
    default: break
    }
  }

  /// Names the calendar. Its to-dos may precede its name.
  private mutating func takeTitle(_ value: Bytes) {
    guard calendarTitle == nil, let name = ItemText.name(CalendarText.unescaped(value)) else { return }
    calendarTitle = name
    addTitle(name)
  }

  private mutating func addTitle(_ name: String) {
    guard titles.count < Self.mostTitles, places[name] == nil else { return }
    places[name] = titles.count
    titles.append(name)
  }

  private static var mostTitles: Int { 1_000 }
  /// Bounds the memory of the to-dos.
  private static var mostRemarks: Int { 2_000_000 }

  private mutating func begin(_ name: String) throws(UnreadableList) {
    // VTODO can't be nested: the previous one has no END.
    if name == "VTODO" || name == "VCALENDAR", open.contains("VTODO") { end("VTODO", isWhole: false) }
    guard open.count < 16 else { throw .tooDeep }
    open.append(name)
    switch name {
    case "VTODO":
      guard todos.count < builder.mostItems else { throw .tooManyTasks }
      guard remarks <= Self.mostRemarks else { throw .tooComplex }
      todo = TodoComponent()
    case "VEVENT": appointments += 1
    case "VJOURNAL": builder.remark(.appointment)
    case "VALARM": todo?.alarms.begin()
    case "VCALENDAR": (calendarTitle, calendarStart) = (nil, todos.count)
    case "VTIMEZONE": zone = ZoneComponent()
    case "STANDARD", "DAYLIGHT": zone?.beginObservance(isStandard: name == "STANDARD")
    default: break
    }
  }

  private mutating func end(_ name: String, isWhole: Bool = true) {
    guard let place = open.lastIndex(of: name) ?? placeEnded(byMisspelt: name) else {
      // An END without BEGIN.
      if name == "VTODO" { builder.skip() }
      return
    }
    if name == "VTODO", open[place] != name { builder.skip() }
    let ended = open[place]
    for inner in open[place...].reversed() {
      switch inner {
      case "VTODO":
        remarks += todo?.remarks ?? 0
        if let todo, isWhole, inner == ended {
          todos.append(todo)
          if let name = todo.calendar { addTitle(name) }
        } else {
          builder.skip()
        }
        todo = nil
      case "VTIMEZONE":
        if let zone { zones.add(zone) }
        zone = nil
      case "STANDARD", "DAYLIGHT": zone?.endObservance()
      case "VCALENDAR":
        for index in calendarStart..<todos.count where todos[index].calendar == nil {
          todos[index].calendar = calendarTitle
        }
      default: break
      }
    }
    open.removeSubrange(place...)
  }

  /// The index of the innermost component, if its BEGIN line or this END line has an unknown, misspelt name: `END:VTOOD`.
  private func placeEnded(byMisspelt name: String) -> Int? {
    guard let innermost = open.last, !name.hasPrefix("X-"), !innermost.hasPrefix("X-") else { return nil }
    // The file may be truncated here.
    if innermost.hasPrefix(name) { return nil }
    return components.contains(name) && components.contains(innermost) ? nil : open.count - 1
  }

  private mutating func output() throws(UnreadableList) -> Collector.Output {
    let isOneList = titles.count < 2
    sort(isOneList: isOneList)
    var identified: [Bytes: Int] = [:]
    for (index, todo) in todos.enumerated() where todo.recurrence == nil {
      if let identifier = todo.identifier, identified[identifier] == nil { identified[identifier] = index }
    }
    let parents = parents(identified)
    let repeating = try RepeatingTodos(todos, now: now, in: &zones, within: builder.limit)
    var current: String?
    for (index, depth) in TaskHierarchy(parents: parents).places {
      if !isOneList, depth == 0, todos[index].calendar != current {
        current = todos[index].calendar
        try builder.begin(PortableList(name: current))
      }
      guard var item = repeating.item(at: index, in: &zones, depth: depth) else { continue }
      if let parent = todos[index].parent, identified[parent] == nil { item.remark(.relation, parent.text) }
      try builder.add(item)
    }
    return builder.output(.iCalendar, title: isOneList ? titles.first : nil, appointments: appointments)
  }

  /// The index of each to-do's parent, which either of them names.
  private func parents(_ places: [Bytes: Int]) -> [Int?] {
    var parents = todos.map { todo in todo.parent == todo.identifier ? nil : todo.parent.flatMap { places[$0] } }
    for (index, todo) in todos.enumerated() where todo.recurrence == nil {
      for child in todo.children.compactMap({ places[$0] }) where child != index && todos[child].parent == nil {
        parents[child] = parents[child] ?? index
      }
    }
    return parents
  }

  /// CalDAV servers return the objects of a collection in any order. Calendars of several names are lists of their own.
  private mutating func sort(isOneList: Bool) {
    let keys = todos.indices.map { index in
      (isOneList ? -1 : todos[index].calendar.flatMap { places[$0] } ?? -1, todos[index].order, index)
    }
    // To-dos are large, so their places are sorted.
    todos = keys.sorted { $0 < $1 }.map { todos[$0.2] }
  }

  private static func name(_ value: Bytes) -> String {
    String(decoding: value.trimmed.prefix(64).map(\.uppercased), as: UTF8.self)
  }
}

/// The components of RFC 5545 and its extensions (RFC 7953, RFC 9073).
private let components: Set<String> = [
  "VCALENDAR", "VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY", "VTIMEZONE", "STANDARD", "DAYLIGHT", "VALARM",
  "VAVAILABILITY", "AVAILABLE", "PARTICIPANT", "VLOCATION", "VRESOURCE",
]

/// The properties of a to-do that tasks don't have (RFC 5545, section 3.6.2; RFC 7986).
enum CalendarRest {
  /// The reason that a property has no place; nil for those that say nothing about the task.
  static func reason(_ line: ContentLine) -> ImportRemark.Reason? {
    switch line.name {
    case "LOCATION", "GEO", "X-APPLE-STRUCTURED-LOCATION": return .place
    case "URL", "CONFERENCE": return .link
    case "COMMENT", "CONTACT": return .comment
    case "ATTACH", "IMAGE": return .attachment
    case "ATTENDEE", "ORGANIZER": return .person
    case "COLOR": return .look
    case "RESOURCES": return .other
    case "CLASS": return line.value.trimmed.equals("public") ? nil : .other
    // What the app writes itself, and bookkeeping of protocols and programs.
    case "SEQUENCE", "REQUEST-STATUS", "RECURRENCE-ID", "DTSTAMP", "METHOD": return nil
    default: return isBookkeeping(line.name) ? nil : .other
    }
  }

  private static func isBookkeeping(_ name: String) -> Bool {
    let prefixes = [
      "X-FOURFOLD-", "X-MOZ-", "X-EVOLUTION-", "X-RADICALE-", "X-OC-", "X-APPLE-", "X-MICROSOFT-", "X-LIC-",
    ]
    return prefixes.contains { name.hasPrefix($0) }
  }
}
