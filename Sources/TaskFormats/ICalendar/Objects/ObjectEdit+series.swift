import Foundation
import Tasks

/// The dates of a task in the text of its object.
extension ObjectEdit {
  /// - Parameter shown: the component of the current instance.
  mutating func showDates(
    _ now: PortableTask, instead was: PortableTask, in shown: CalendarObject.Line.Component = .task
  ) {
    var (mine, theirs) = (now.draft, was.draft)
    // A rule without a date rests, and has no form in a calendar.
    if mine.due == nil { mine.repeats = nil }
    if theirs.due == nil { theirs.repeats = nil }
    let isDueOtherwise = !mine.isDue(like: theirs)
    let isStartOtherwise = mine.start != theirs.start
    let isRepeatingOtherwise = mine.repeats != theirs.repeats
    guard isDueOtherwise || isStartOtherwise || isRepeatingOtherwise else { return }
    // The zone of a series is that of its rule.
    let due = mine.repeats == nil && isInUTC("DUE") ? mine.inUTC() : mine
    if shown != .task, !isRepeatingOtherwise {
      if isDueOtherwise { replace(["DUE", "DURATION"], in: shown, by: TodoProperties.due(due)) }
      return
    }
    var goesOn = false
    if now.completed == nil, let next = mine.repeats, let former = theirs.repeats {
      goesOn = next.goesOn(from: former, at: mine.time, former: theirs.time)
    }
    if goesOn, let repeats = due.repeats, isRepeatingOtherwise { advance(to: repeats, due) }
    if !goesOn, isRepeatingOtherwise { replaceSeries(by: due, isOpen: now.completed == nil) }
    let isOfRule = mine.repeats.map { $0.current == mine.due && $0.distance == theirs.repeats?.distance } ?? false
    let isOtherType = isDueOtherwise && object.has("DTSTART") && !hasStart(for: due)
    // A rule counts from the start.
    let isStartWritten =
      isStartOtherwise || isOtherType || isRepeatingOtherwise || isDueOtherwise && mine.repeats != nil
    // The due date as written may be that of another date of the series than the current one. A duration from the start leads to the next
    // due date, too.
    let isDueWritten = isDueOtherwise || isStartWritten && (mine.repeats ?? theirs.repeats) != nil && !isWritten(due)
    if isDueWritten, !(isOfRule && object.has("DURATION") && !object.has("DUE")) {
      replace(["DUE", "DURATION"], by: TodoProperties.due(due))
    }
    if isStartWritten { replace(["DTSTART"], by: TodoProperties.start(due, isOpen: now.completed == nil)) }
    if goesOn || !isRepeatingOtherwise, now.completed == nil, let repeats = due.repeats {
      showOwn(repeats, due, isStartOtherwise)
    }
    if isDueOtherwise || isRepeatingOtherwise, let zone = due.time?.zone, due.due != nil { describe(zone) }
  }

  /// Shows a later date of the series that is there. What is said of later dates stays.
  private mutating func advance(to repeats: Recurrence, _ draft: TaskDraft) {
    let rule = indices(of: ["RRULE"], in: .task)
    if repeats.rule == nil {
      replace(rule, by: [])
    } else if case .count(let count) = repeats.end, let line = rule.first {
      let parts = object.lines[line].property.value.trimmed.text.split(separator: ";")
      let others = parts.map { $0.uppercased().hasPrefix("COUNT=") ? "COUNT=\(count)" : $0 }
      replace(rule, by: ["RRULE:" + others.joined(separator: ";")])
    }
    if let anchor = repeats.anchor { insert(folded(TodoProperties.instances("EXDATE", [anchor], draft))) }
    var zones = object.zones
    let current = SeriesClock(repeats, at: draft.time).start
    // What is left out before the start is left out for good.
    for (name, first) in [("RDATE", current), ("EXDATE", repeats.firstStart(at: draft.time))] {
      for index in indices(of: [name], in: .task) {
        let dates = CalendarTime.all(object.lines[index].property)
        let later = dates.filter { time in
          let (wall, isDay) = zones.wall(time, like: draft.anchor)
          return wall >= first || (isDay || name == "EXDATE") && wall.day == first.day
        }
        if later.count < dates.count { replace([index], by: later.map { name + $0.written }) }
      }
    }
    removeOverrides(draft) { $0 >= current || $0.day == current.day }
  }

  /// Shows another series, with the overrides of its dates.
  private mutating func replaceSeries(by draft: TaskDraft, isOpen: Bool) {
    replace(
      ["RRULE", "RDATE", "EXDATE", "EXRULE", OwnProperty.recurrence, OwnProperty.start],
      by: isOpen ? TodoProperties.rule(draft) : [])
    removeOverrides(draft) { draft.repeats?.has($0, at: draft.time) ?? false }
  }

  /// The app's own properties, where there are any, or where the rest can't say it: a start of its own, and one date on another day.
  private mutating func showOwn(_ repeats: Recurrence, _ draft: TaskDraft, _ isStartOtherwise: Bool) {
    if isStartOtherwise || object.has(OwnProperty.start) {
      let own = TodoProperties.ownStart(draft, repeats)
      if !own.isEmpty || object.has(OwnProperty.start) { replace([OwnProperty.start], by: own) }
    }
    guard object.has(OwnProperty.recurrence) || draft.due != repeats.current else { return }
    replace([OwnProperty.recurrence], by: ["\(OwnProperty.recurrence):\(repeats)"])
  }

  /// Removes the overrides of some instances. What is said of completed ones stays, and so does an override of all later ones.
  private mutating func removeOverrides(_ draft: TaskDraft, except isKept: (WallTime) -> Bool) {
    var zones = object.zones
    let overrides = object.lines.indices.filter { object.lines[$0].isOverride }
    for indices in Dictionary(grouping: overrides, by: { object.lines[$0].component }).values {
      let properties = indices.map { object.lines[$0].property }
      guard let line = properties.first(where: { $0.name == "RECURRENCE-ID" }), line.range == nil,
        let instance = CalendarTime(line), !CalendarObject.isClosed(properties),
        !isKept(zones.wall(instance, like: draft.anchor).time)
      else { continue }
      for index in indices { replaced[index] = [] }
    }
  }

  /// Whether DUE is as the app would write it.
  private func isWritten(_ draft: TaskDraft) -> Bool {
    let written = TodoProperties.due(draft).first.flatMap { ContentLine(Array($0.utf8)[...]) }
    return property("DUE").flatMap { CalendarTime($0) } == written.flatMap { CalendarTime($0) }
  }

  /// Whether DTSTART has the type of a due date, and is not later.
  private func hasStart(for draft: TaskDraft) -> Bool {
    guard let due = draft.due, let line = property("DTSTART"), let start = CalendarTime(line) else { return true }
    switch start {
    case .day(let day): return draft.time == nil && day <= due
    case .universal(let time), .local(let time, _): return draft.time != nil && time.day < due
    }
  }

  private func property(_ name: String) -> ContentLine? {
    object.lines.first { $0.component == .task && $0.property.name == name }?.property
  }

  private func isInUTC(_ name: String) -> Bool {
    if let line = property(name), case .universal? = CalendarTime(line) { true } else { false }
  }

  /// Adds the description of a time zone, unless it is there.
  private mutating func describe(_ zone: String) {
    guard zone != "UTC", zone != CalendarDate.universal else { return }
    describe(Array(zone.utf8)[...], folded(CalendarZoneText.lines(zone)))
  }
}

extension CalendarObject {
  /// The component that overrides the current instance of a series, or that of the task.
  var componentOfCurrentInstance: Line.Component {
    guard lines.contains(where: \.isOverride), let instance = item()?.instance else { return .task }
    return lines.first {
      $0.isOverride && $0.property.name == "RECURRENCE-ID" && $0.property.value.trimmed == instance
    }?
    .component ?? .task
  }

  /// The time zones that it names or describes.
  var zones: CalendarZones {
    var zones = CalendarZones()
    var zone: ZoneComponent?
    for line in lines where line.component == .outer {
      let name = line.property.value.trimmed
      switch line.property.name {
      case "BEGIN" where name.equals("vtimezone"): zone = ZoneComponent()
      case "BEGIN": zone?.beginObservance(isStandard: name.equals("standard"))
      case "END" where name.equals("vtimezone"):
        if let zone { zones.add(zone) }
        zone = nil
      case "END": zone?.endObservance()
      case _: zone?.parse(line.property)
      }
    }
    return zones
  }
}

extension CalendarObject.Line {
  fileprivate var isOverride: Bool { if case .override = component { true } else { false } }
}

extension TaskDraft {
  /// The due date as it anchors a rule: it tells the zone of the rule.
  fileprivate var anchor: CalendarTime {
    let day = due ?? Day(daysSince1970: 0)
    guard let time else { return .day(day) }
    let wall = WallTime(day, seconds: time.time.minutes * 60)
    guard let zone = time.zone else { return .local(wall, zone: nil) }
    return zone == CalendarDate.universal ? .universal(wall) : .local(wall, zone: Array(zone.utf8)[...])
  }

  /// The task, with its due date in UTC if it has a time zone.
  fileprivate func inUTC() -> TaskDraft {
    guard let due, let moment = time?.moment(on: due) else { return self }
    return with {
      $0.due = Day(of: moment, in: .gmt)
      $0.time = ClockTime(TimeOfDay(of: moment, in: .gmt), zone: CalendarDate.universal)
    }
  }
}

extension CalendarTime {
  /// The parameters and the value of a property.
  fileprivate var written: String {
    switch self {
    case .day(let day): ";VALUE=DATE:\(day.compact)"
    case .universal(let time): ":\(time.compact)Z"
    case .local(let time, let zone): (zone.map { ";TZID=\"\($0.text)\"" } ?? "") + ":\(time.compact)"
    }
  }
}
