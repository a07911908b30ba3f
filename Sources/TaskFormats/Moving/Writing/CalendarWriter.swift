package import Foundation
package import Tasks

/// Writes tasks as a calendar file (RFC 5545). Several lists are one calendar, because many programs read the first one only; each to-do
/// then names its list in a property of our own. The trash is left out.
///
/// The due date of a repeating task is its DTSTART as well, as other programs write it, because rules count from there. What the
/// standard can't say is in properties of our own (``OwnProperty``), which the app's reader takes as long as no other program changed
/// the properties that they belong to.
package struct CalendarWriter: ListWriter {
  /// What a task is written as.
  package enum Component: Hashable, Sendable {
    /// A VTODO.
    case todos
    /// A VEVENT, if it has a due date.
    case events
  }

  /// The bytes that were written and not taken yet.
  package var bytes: [UInt8] {
    get { lines.bytes }
    set { lines.bytes = newValue }
  }

  private var lines = CalendarLines()
  private let component: Component
  private let now: Date
  private let severalLists: Bool
  private var isInCalendar = false
  /// The name of the current list, if there are several.
  private var list: String?
  /// The time zones that the current calendar describes.
  private var zones: Set<String> = []
  /// The identifiers of the previous task and its ancestors.
  private var ancestors: [String] = []
  private var count = 0

  /// Begins a file.
  /// - Parameters:
  ///   - component: what a task is written as.
  ///   - now: stands for a time of change that is not known.
  ///   - severalLists: whether the file will have several lists.
  package init(_ component: Component, now: Date, severalLists: Bool = false) {
    (self.component, self.now, self.severalLists) = (component, now, severalLists)
  }

  package mutating func begin(_ list: PortableList, role: Role) { begin(list: list.name) }

  private mutating func begin(list name: String?) {
    list = severalLists || isInCalendar ? name : nil
    if !isInCalendar {
      lines.add("BEGIN:VCALENDAR")
      lines.add("VERSION:2.0")
      lines.add("PRODID:-//Fourfold//Fourfold//EN")
      if !severalLists { lines.add("X-WR-CALNAME", text: name ?? "") }
    }
    (isInCalendar, ancestors) = (true, [])
  }

  /// Writes a component, and before it the time zone that it is the first one to use.
  package mutating func append(_ task: PortableTask, parent: String?) {
    if !isInCalendar { begin(list: nil) }
    ancestors = Array(ancestors.prefix(task.depth)) + [task.uid]
    if task.deleted != nil { return }
    if component == .events, task.draft.due == nil { return }
    if task.draft.due != nil { addZone(task.draft.time?.zone) }
    count += 1
    switch component {
    case .todos: addTodo(task)
    case .events: addEvent(task)
    }
  }

  /// Ends the file. A file without lists is an empty calendar.
  package mutating func end() {
    if !isInCalendar { begin(list: nil) }
    lines.add("END:VCALENDAR")
    isInCalendar = false
  }

  private mutating func addTodo(_ task: PortableTask) {
    let parent = ancestors.count > 1 ? ancestors[ancestors.count - 2] : nil
    addTodo(TodoValues(task, parent: parent, order: Int64(count)))
  }

  private mutating func addTodo(_ values: TodoValues) {
    let task = values.task
    lines.add("BEGIN:VTODO")
    addCommon(task)
    if let list { lines.add(OwnProperty.list, text: list) }
    if let section = task.section { lines.add(OwnProperty.section, text: section) }
    if let parent = values.parent { lines.add("RELATED-TO", text: parent) }
    if let order = values.order { lines.add("X-APPLE-SORT-ORDER:\(order)") }
    add(TodoProperties.due(task.draft))
    add(TodoProperties.start(task.draft, isOpen: task.completed == nil))
    if task.completed == nil { add(TodoProperties.rule(task.draft)) }
    add(TodoProperties.status(task))
    add(TodoProperties.alarms(task.draft, from: "END"))
    lines.add("END:VTODO")
  }

  /// The text of a calendar object resource for a task that no client has sent (RFC 4791, section 4.1).
  package static func object(_ values: TodoValues) -> String {
    let moment = values.task.changed ?? values.task.created ?? Date(timeIntervalSince1970: 0)
    var writer = CalendarWriter(.todos, now: moment)
    writer.begin(list: nil)
    if values.task.draft.due != nil { writer.addZone(values.task.draft.time?.zone) }
    writer.addTodo(values)
    writer.end()
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private mutating func addZone(_ zone: String?) {
    if let zone, zone != CalendarDate.universal, zones.insert(zone).inserted { add(CalendarZoneText.lines(zone)) }
  }

  private mutating func add(_ properties: [String]) {
    for line in properties { lines.add(line) }
  }

  /// Completed tasks have a check mark, because events have no such status.
  private mutating func addEvent(_ task: PortableTask) {
    guard let due = task.draft.due else { return }
    lines.add("BEGIN:VEVENT")
    addCommon(task, mark: task.completed == nil ? "" : "✓ ")
    lines.add("DTSTART" + CalendarDate.value(due, task.draft.time))
    // An event at the due date has only one date of a rule that counts from the start.
    if task.completed == nil, let repeats = task.draft.repeats, repeats.distance == CalendarDuration() {
      add(TodoProperties.rule(task.draft).filter { !$0.hasPrefix("X-") })
    }
    // Tasks don't make a person busy.
    lines.add("TRANSP:TRANSPARENT")
    if task.completed == nil { add(TodoProperties.alarms(task.draft, from: "START")) }
    lines.add("END:VEVENT")
  }

  private mutating func addCommon(_ task: PortableTask, mark: String = "") {
    let draft = task.draft
    lines.add("UID", text: task.uid)
    lines.add("DTSTAMP:" + CalendarMoment.text(task.changed ?? task.created ?? now))
    if let created = task.created { lines.add("CREATED:" + CalendarMoment.text(created)) }
    if let changed = task.changed { lines.add("LAST-MODIFIED:" + CalendarMoment.text(changed)) }
    lines.add("SUMMARY", text: mark + draft.title)
    lines.add("DESCRIPTION", text: draft.notes)
    add(TodoProperties.priority(draft.priority))
    add(TodoProperties.categories(draft.tags.tags.map { CalendarLines.escaped($0.name) }))
  }
}
