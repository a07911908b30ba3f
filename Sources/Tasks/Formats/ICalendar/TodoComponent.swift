/// The properties of a VTODO (RFC 5545, section 3.6.2). Where one occurs twice, the first counts.
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
  private var place: Double?
  private(set) var start: CalendarTime?
  private var duration: CalendarDuration?
  private var priority: Int?
  private var percent: Int?
  private var status: Bytes?
  private var completed: CalendarTime?
  private var isCompleted = false
  private var ownRecurrence: Recurrence?
  private var ownStart: Day?
  /// The name of its list, or of the calendar that contains it.
  var calendar: String?
  /// An item with the tags and the remarks.
  private var tags = ReadItem()

  /// More tags of one line are left out.
  private static let mostTags = 10_000

  /// The number of its values without a place.
  var remarks: Int { tags.remarks.count }

  /// Stores a property; unknown ones are ignored.
  mutating func take(_ line: ContentLine) {
    switch line.name {
    case "UID": identifier = identifier ?? CalendarText.unescaped(line.value.trimmed)
    case "RECURRENCE-ID":
      recurrence = recurrence ?? line.value.trimmed
      instance = instance ?? CalendarTime(line)
      if line.range?.equals("thisandfuture") == true { isThisAndFuture = true }
    case "RRULE", "EXRULE", "RDATE", "EXDATE": repetition.take(line)
    case "LAST-MODIFIED": changed = changed ?? CalendarTime(line)
    case "CREATED": created = created ?? CalendarTime(line)
    case "DTSTAMP": stamp = stamp ?? CalendarTime(line)
    case "X-APPLE-SORT-ORDER": place = place ?? Double(line.value.trimmed.beginning(bytes: 32).text)
    case "RELATED-TO": takeRelation(line)
    case "SUMMARY": title = title ?? line.value
    case "DESCRIPTION": notes = notes ?? line.value
    case "DUE": due = due ?? time(line)
    case "DTSTART": start = start ?? time(line)
    case "DURATION": duration = duration ?? CalendarDuration(line.value)
    case "PRIORITY": priority = priority ?? line.value.trimmed.number
    case "PERCENT-COMPLETE": percent = percent ?? line.value.trimmed.number
    case "STATUS": status = status ?? line.value.trimmed
    case "COMPLETED":
      completed = completed ?? time(line)
      isCompleted = true
    case "CATEGORIES":
      let parts = CalendarText.parts(line.value, most: Self.mostTags)
      for part in parts { tags.add(tag: ItemText.tag(CalendarText.unescaped(part))) }
      if parts.count == Self.mostTags { tags.remark(.tag) }
    case OwnProperty.recurrence: ownRecurrence = ownRecurrence ?? Recurrence(line.value.trimmed.prefix(200).text)
    case OwnProperty.list: calendar = calendar ?? ItemText.name(CalendarText.unescaped(line.value))
    case OwnProperty.start: ownStart = ownStart ?? Day(iso: line.value.trimmed.text)
    default: takeRest(line)
    }
  }

  /// A text that is no time is a remark.
  private mutating func time(_ line: ContentLine) -> CalendarTime? {
    let time = CalendarTime(line)
    let text = line.value.trimmed.beginning(bytes: 200).text
    if time == nil, !text.isEmpty { tags.remark(.date, "\(line.name): \(text)") }
    return time
  }

  /// A parent may name its children, too (RFC 5545, section 3.2.15).
  private mutating func takeRelation(_ line: ContentLine) {
    let other = CalendarText.unescaped(line.value.trimmed)
    if line.relation?.equals("parent") ?? true {
      parent = parent ?? other
    } else if line.relation?.equals("child") == true {
      children.append(other)
    } else {
      takeRest(line)
    }
  }

  /// Notes a property that tasks don't have.
  private mutating func takeRest(_ line: ContentLine) {
    guard let reason = CalendarRest.reason(line) else { return }
    let value = ItemText.notes(CalendarText.unescaped(line.value.beginning(bytes: Limits.notesBytes)))
    if !value.isEmpty { tags.remark(reason, reason == .other ? "\(line.name): \(value)" : value) }
  }

  /// Notes a VALARM.
  mutating func addAlarm() { tags.remark(.reminder) }

  /// The item that represents the to-do.
  /// - Parameters:
  ///   - depth: the number of its ancestors.
  ///   - shift: the offset from the dates as written to those of the current instance.
  ///   - passed: the number of instances before that; nil if it is not known.
  func item(
    in zones: inout CalendarZones, depth: Int, shift: CalendarDuration? = nil, passed: Int? = 0
  ) -> ReadItem {
    var item = tags
    item.identifier = identifier
    if let recurrence, let identifier { item.identifier = Array(identifier + [UInt8(ascii: "/")] + recurrence)[...] }
    if let title { item.take(title: CalendarText.unescaped(title)) }
    if let notes { item.take(notes: CalendarText.unescaped(notes)) }
    item.due = zones.time(shift.map { dueTime?.adding($0) } ?? dueTime)
    item.zone = zones.name(of: dueTime ?? self.start)
    if let name = zones.unknownName(of: dueTime) ?? zones.unknownName(of: self.start) { item.remark(.zone, name) }
    let start = zones.time(shift.map { self.start?.adding($0) } ?? self.start)
    if start != item.due { item.start = start }
    item.series.passed = passed
    if repetition.isThere {
      let first = (due: zones.time(dueTime), start: zones.time(self.start))
      item.series.firstDue = first.due
      if first.start != first.due { item.series.firstStart = first.start }
      item.series.due = item.due
    }
    takeOwn(&item)
    if repetition.hasExceptions { item.remark(.exceptions) }
    item.created = zones.moment(created)
    item.changed = zones.moment(changed)
    item.priority = priorityLevel
    item.status = status(in: &zones)
    item.recurrence = isThisAndFuture && !repetition.isThere ? .dates : repetition.recurrence
    if item.recurrence == .dates, isOpen, let rules = repetition.written { item.remark(.rule, "RRULE:\(rules)") }
    item.mayLackTitle = true
    item.depth = depth
    return item
  }

  /// Takes what the app's own files add, unless another app changed the properties that it belongs to.
  private func takeOwn(_ item: inout ReadItem) {
    guard item.series.passed == 0, isOpen || ownRecurrence == nil else { return }
    if let ownRecurrence, repetition.recurrence == .rules(CalendarRule.text(ownRecurrence, like: start ?? due)) {
      item.repeats = ownRecurrence
      // The start is that of the rule.
      item.start = nil
    }
    if let ownStart { item.start = .day(ownStart) }
  }

  /// The sort key: X-APPLE-SORT-ORDER, otherwise the creation time in seconds since 2001, the default of programs that write that
  /// property.
  var order: Double {
    if let place, place.isFinite { return place }
    switch created ?? stamp {
    case .universal(let time), .local(let time, _): return Double(time.seconds - 978_307_200)
    case .day(let day): return Double(WallTime(day).seconds - 978_307_200)
    case nil: return .infinity
    }
  }

  /// Whether it is neither completed nor cancelled.
  var isOpen: Bool { !isDone && status?.equals("cancelled") != true }

  private var isDone: Bool { status?.equals("completed") ?? (isCompleted || percent == 100) }

  private var dueTime: CalendarTime? {
    if let due { return due }
    if let start, let duration { return start.adding(duration) }
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

  private func status(in zones: inout CalendarZones) -> RemoteStatus {
    if isDone { return .done(zones.time(completed)) }
    return status?.equals("cancelled") == true ? .cancelled : .open(percent: min(percent ?? 0, 100))
  }
}
