import Foundation
import Tasks

/// The properties of a VTODO (RFC 5545, section 3.6.2). Where one occurs twice, the first counts; the other is a remark.
struct TodoComponent {
  private(set) var identifier: Bytes?
  private(set) var parent: Bytes?
  private(set) var children: [Bytes] = []
  /// The RECURRENCE-ID: which instance of a recurring to-do it overrides, parsed and as written.
  private(set) var instance: CalendarTime?
  private(set) var recurrence: Bytes?
  /// Whether it overrides all later instances too (RANGE=THISANDFUTURE, RFC 5545, section 3.2.13).
  private(set) var isThisAndFuture = false
  private(set) var repetition = Repetition()
  private var title: Bytes?
  private var notes: Bytes?
  private(set) var due: CalendarTime?
  private var created: CalendarTime?
  private var changed: CalendarTime?
  private var stamp: CalendarTime?
  private var sortOrder: Double?
  private(set) var start: CalendarTime?
  private var duration: Bytes?
  private var priority: Int?
  private var percent: Bytes?
  private var status: Bytes?
  private var completed: CalendarTime?
  private var isCompleted = false
  private var ownRecurrence: Recurrence?
  private var ownStart: Day?
  /// The name of its list, or of the calendar that contains it.
  var calendar: String?
  /// The section of its list.
  private var section: String?
  /// An item with the tags and the remarks.
  private var partialItem = ReadItem()

  var alarms = Alarms()

  /// More tags of one line are left out.
  private static let mostTags = 10_000
  /// The longest text of a recurrence, in bytes.
  private static let mostOfSeries = 40_000

  /// The number of its values without a place.
  var remarks: Int { partialItem.remarks.count }

  /// Stores a property; unknown ones are ignored.
  mutating func parse(_ line: ContentLine) {
    switch line.name {
    case "UID": identifier = identifier ?? CalendarText.unescaped(line.value.trimmed)
    case "RECURRENCE-ID":
      recurrence = recurrence ?? line.value.trimmed
      instance = instance ?? CalendarTime(line)
      if line.range?.equals("thisandfuture") == true { isThisAndFuture = true }
    case "RRULE", "EXRULE", "RDATE", "EXDATE": if !repetition.parse(line) { remark(line, .exceptions) }
    case "LAST-MODIFIED": keep(CalendarTime(line), in: \.changed, line, .other)
    case "CREATED": keep(CalendarTime(line), in: \.created, line, .other)
    case "DTSTAMP": stamp = stamp ?? CalendarTime(line)
    case "X-APPLE-SORT-ORDER": sortOrder = sortOrder ?? Double(line.value.trimmed.beginning(bytes: 32).text)
    case "RELATED-TO": takeRelation(line)
    case "SUMMARY": keep(line.value, in: \.title, line, .other)
    case "DESCRIPTION": keep(line.value, in: \.notes, line, .other)
    case "DUE": keep(CalendarTime(line), in: \.due, line, .date)
    case "DTSTART": keep(CalendarTime(line), in: \.start, line, .date)
    case "DURATION": keep(CalendarDuration(line.value).map { _ in line.value.trimmed }, in: \.duration, line, .duration)
    case "PRIORITY": keep(line.value.trimmed.number.flatMap { $0 < 10 ? $0 : nil }, in: \.priority, line, .other)
    case "PERCENT-COMPLETE": keep(line.value.trimmed, in: \.percent, line, .other)
    case "STATUS": keep(line.value.trimmed, in: \.status, line, .other)
    case "COMPLETED":
      keep(CalendarTime(line), in: \.completed, line, .date)
      if !line.value.trimmed.isEmpty { isCompleted = true }
    case "CATEGORIES":
      let parts = CalendarText.parts(line.value, most: Self.mostTags)
      for part in parts { partialItem.add(tag: ItemText.tag(CalendarText.unescaped(part))) }
      if parts.count == Self.mostTags { partialItem.remark(.tag) }
    case OwnProperty.recurrence:
      ownRecurrence = ownRecurrence ?? Recurrence(line.value.trimmed.prefix(Self.mostOfSeries).text)
    case OwnProperty.section: section = section ?? ItemText.name(CalendarText.unescaped(line.value))
    case OwnProperty.list: calendar = calendar ?? ItemText.name(CalendarText.unescaped(line.value))
    case OwnProperty.start: ownStart = ownStart ?? Day(iso: line.value.trimmed.text)
    default: if let reason = CalendarRest.reason(line) { remark(line, reason) }
    }
  }

  /// Keeps the first value of a property. Another one, and a text that is not understood, is a remark.
  private mutating func keep<Value>(
    _ value: Value?, in place: WritableKeyPath<TodoComponent, Value?>, _ line: ContentLine,
    _ reason: ImportRemark.Reason
  ) {
    if line.value.trimmed.isEmpty { return }
    if self[keyPath: place] != nil {
      remark(line, .other)
    } else if let value {
      self[keyPath: place] = value
    } else {
      remark(line, reason)
    }
  }

  /// Notes a property, with its name where that tells more than the reason.
  private mutating func remark(_ line: ContentLine, _ reason: ImportRemark.Reason) {
    let value = ItemText.notes(CalendarText.unescaped(line.value.beginning(bytes: Limits.notesBytes)))
    if value.isEmpty { return }
    partialItem.remark(reason, reason == .other || reason == .date ? "\(line.name): \(value)" : value)
  }

  /// A parent may name its children, too (RFC 5545, section 3.2.15).
  private mutating func takeRelation(_ line: ContentLine) {
    let other = CalendarText.unescaped(line.value.trimmed)
    if parent == nil, line.relation?.equals("parent") ?? true {
      parent = other
    } else if line.relation?.equals("child") == true {
      children.append(other)
    } else {
      remark(line, .relation)
    }
  }

  /// The reminder of an alarm; nil if the app has none like it.
  func reminder(_ trigger: AlarmTrigger, in zones: inout CalendarZones) -> Reminder? {
    let (start, due) = dates(in: &zones, nil)
    return Reminder(trigger, start: start, due: due, in: &zones)
  }

  /// Sets the reminders. Alarms that are none are remarks.
  private func parseAlarms(of item: inout ReadItem, in zones: inout CalendarZones) {
    let (set, others) = alarms.reminders { reminder($0, in: &zones) }
    item.draft.reminders = set
    for _ in 0..<others { item.remark(.reminder) }
  }

  /// Notes a line that is no property, such as the rest of a text with an unescaped line break.
  mutating func takeOther(_ line: Bytes) {
    let text = ItemText.notes(line.beginning(bytes: Limits.notesBytes))
    if !text.isEmpty { partialItem.remark(.other, text) }
  }

  /// The item that represents the to-do.
  /// - Parameters:
  ///   - depth: the number of its ancestors.
  ///   - shift: the offset from the dates as written to those of the current instance.
  ///   - series: the recurrence from that instance on; nil if it has none that the app stores.
  func item(
    in zones: inout CalendarZones, depth: Int, shift: CalendarDuration? = nil, _ series: Recurrence? = nil
  ) -> ReadItem {
    var item = partialItem
    item.identifier = identifier
    if let recurrence, let identifier { item.identifier = Array(identifier + [UInt8(ascii: "/")] + recurrence)[...] }
    if let title { item.parse(title: CalendarText.unescaped(title)) }
    if let notes { item.parse(notes: CalendarText.unescaped(notes)) }
    let (start, due) = dates(in: &zones, shift)
    item.due = zones.time(due)
    item.zone = repetition.isThere && isOpen ? zones.nameOfRule(from: anchor) : zones.name(of: due ?? self.start)
    if let name = zones.unknownName(of: self.due) ?? zones.unknownName(of: self.start) { item.remark(.zone, name) }
    if let time = zones.skipped(due) { item.remark(.skippedTime, time) }
    if let duration, self.due != nil || self.start == nil { item.remark(.duration, duration.text) }
    let begin = zones.time(start)
    if begin != item.due { item.start = begin }
    item.isSeriesRead = repetition.isThere
    parse(series, isFirst: shift.map { $0 == CalendarDuration() } ?? true, of: &item, in: &zones)
    if repetition.hasExceptions, item.repeats == nil { item.remark(.exceptions) }
    item.created = zones.moment(created)
    item.changed = zones.moment(changed)
    item.draft.priority = priorityLevel
    if alarms.count > 0 { parseAlarms(of: &item, in: &zones) }
    parse(status: &item, in: &zones)
    item.recurrence = isThisAndFuture && !repetition.isThere ? .dates : repetition.recurrence
    if item.recurrence == .dates, isOpen, let rules = repetition.written { item.remark(.rule, "RRULE:\(rules)") }
    item.mayLackTitle = true
    item.depth = depth
    item.group = section
    return item
  }

  /// The start and the due date of an instance. Of a series, the due date is that far from the start in the zone where the rule counts.
  private func dates(
    in zones: inout CalendarZones, _ shift: CalendarDuration?
  ) -> (start: CalendarTime?, due: CalendarTime?) {
    let start = shift.map { self.start?.adding($0) } ?? self.start
    if repetition.isThere, basis == .start, let start { return (start, zones.adding(distance(in: &zones), to: start)) }
    let due = dueTime(in: &zones)
    return (start, shift.map { due?.adding($0) } ?? due)
  }

  /// Takes the series, with what the app's own files add, unless another app changed the properties that it belongs to.
  private func parse(
    _ series: Recurrence?, isFirst: Bool, of item: inout ReadItem, in zones: inout CalendarZones
  ) {
    item.repeats = series
    guard isOpen || ownRecurrence == nil else { return }
    let isStartOwn = ownStart != nil && isFirst
    if let ownStart, isStartOwn { item.start = .day(ownStart) }
    guard let series, var own = ownRecurrence, hasRule(of: own, series) else { return }
    let isAsWritten = (start ?? due).map { own.begins(on: zones.wall($0, like: $0).time, item) } ?? false
    if isFirst, isAsWritten {
      (own.excluded, own.added) = (series.excluded, series.added)
    } else if own.isAfterCompletion {
      (own.current, own.end) = (series.current, series.end)
    } else {
      return
    }
    item.repeats = own
    // The start is that of the rule.
    if !isStartOwn, own.distance == CalendarDuration() { item.start = nil }
  }

  /// Whether the rule is that of the app's own property, so that no other app has changed it.
  private func hasRule(of own: Recurrence, _ series: Recurrence) -> Bool {
    if repetition.recurrence == .rules(CalendarRule.text(own, like: start ?? due)) { return true }
    guard !own.isAfterCompletion, series.rule?.text == own.rule?.text else { return false }
    switch (own.end, series.end) {
    case (.until, .until): return true
    case (_, _): return own.end == series.end
    }
  }

  /// The first date of the rule.
  var anchor: CalendarTime? { basis == .due ? due : start ?? due }

  /// Whether the rule counts from the start, or another program counted from the due date.
  var basis: Recurrence.Basis {
    guard let rule = repetition.rule, let start, let due, start.isInZone(of: due), start.day < due.day,
      !rule.counts(fromStart: start.day, due: due.day)
    else { return .start }
    return .due
  }

  /// From the start to the due date; nothing without either.
  func distance(in zones: inout CalendarZones) -> CalendarDuration {
    guard let start else { return CalendarDuration() }
    if due == nil { return duration.flatMap { CalendarDuration($0) } ?? CalendarDuration() }
    let distance = due.map { zones.duration(from: start, to: $0) } ?? CalendarDuration()
    // A due date before the start is a mistake.
    return distance.days < 0 || distance.seconds < 0 ? CalendarDuration() : distance
  }

  /// The sort key: X-APPLE-SORT-ORDER, otherwise the creation time in seconds since 2001, the default of programs that write that
  /// property.
  var order: Double {
    if let sortOrder, sortOrder.isFinite { return sortOrder }
    switch created ?? stamp {
    case .universal(let time), .local(let time, _): return Double(time.seconds - 978_307_200)
    case .day(let day): return Double(WallTime(day).seconds - 978_307_200)
    case nil: return .infinity
    }
  }

  /// Whether it was completed before another one; after it if it is not known when.
  func isClosed(before other: TodoComponent) -> Bool {
    (completed?.seconds ?? .max) <= (other.completed?.seconds ?? .max)
  }

  /// Whether it is neither completed nor cancelled.
  var isOpen: Bool { !isDone && status?.equals("cancelled") != true }

  private var isDone: Bool { status?.equals("completed") ?? (isCompleted || percent?.number == 100) }

  private func dueTime(in zones: inout CalendarZones) -> CalendarTime? {
    if let due { return due }
    if let start, let duration = duration.flatMap({ CalendarDuration($0) }) { return zones.adding(duration, to: start) }
    // An instance without DUE is due on the day it starts.
    return repetition.isThere || recurrence != nil ? start : nil
  }

  private var priorityLevel: Priority {
    switch priority ?? 0 {
    case 1...4: .high
    case 5: .medium
    case 6...9: .low
    default: .none
    }
  }

  /// Sets the status. What is neither open nor completed nor in parts is a remark.
  private func parse(status item: inout ReadItem, in zones: inout CalendarZones) {
    if isDone {
      item.status = .done(zones.time(completed))
    } else if status?.equals("cancelled") == true {
      (item.status, item.ended) = (.cancelled, zones.time(completed))
    } else {
      if isCompleted { item.remark(.other, "COMPLETED") }
      if let percent { item.parse(percent: percent) }
      // A task in process has a percentage.
      if let status, !status.equals("needs-action"), !status.equals("in-process") || (percent?.number ?? 0) == 0 {
        item.remark(.state, status.beginning(bytes: 2 * Limits.notesBytes).text)
      }
    }
  }
}

extension Recurrence {
  /// Whether a calendar with it begins at a start: at that of the rule, or on the due day if this date was put forward.
  fileprivate func begins(on start: WallTime, _ item: ReadItem) -> Bool {
    let zone = item.zone.flatMap { TimeZone(identifier: $0) } ?? .gmt
    guard let due = item.due else { return false }
    return start.day == min(firstDay(at: due.time(in: zone)), due.day(in: zone))
  }
}
