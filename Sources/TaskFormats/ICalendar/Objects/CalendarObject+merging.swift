import Foundation
import Tasks

/// The three-way merge of texts of one task.
extension CalendarObject {
  /// The text, as a client sent it, for a task that may have been changed since the client has read it: by component and by property,
  /// what the client left as it was is as it is here by now, and everything else is as the client sent it. A set, such as the tags, has
  /// what either side added, and lacks what either side removed.
  ///
  /// - Parameters:
  ///   - base: the text that the client knew; nil if that is not known. Then nothing is removed because the client left it out.
  ///   - here: the text as it is by now.
  ///   - keepsStatus: whether the status stays as it is here, whatever this text says.
  /// - Returns: the bytes of this text, if there is nothing to take from the other one.
  package func merged(since base: CalendarObject?, with here: CalendarObject, keepsStatus: Bool = false) -> String {
    if let base, !keepsStatus, base.text.utf8.elementsEqual(here.text.utf8) { return text }
    guard let mine = components(), let theirs = here.components() else { return text }
    var merge = ObjectMerge(self, here)
    let known = base?.components()
    merge.apply(theirs.task, since: known?.task, into: mine.task, always: keepsStatus ? ["STATUS"] : [])
    for (instance, override) in mine.overrides {
      let (before, now) = (known?.overrides[instance], theirs.overrides[instance])
      if let before, now == nil {
        if override.isLike(before) { merge.remove(override) }
      } else if let now {
        merge.apply(now, since: before, into: override)
      }
    }
    // A program that knows no overrides leaves them out.
    let isKnowing = !mine.overrides.isEmpty || base.map { $0.program == program } ?? false
    let isOtherSeries = mine.task.groups["RRULE"].value != theirs.task.groups["RRULE"].value
    for (instance, override) in theirs.overrides.sorted(by: { $0.key < $1.key }) where mine.overrides[instance] == nil {
      let isRemoved = known?.overrides[instance] != nil && isKnowing
      if !isRemoved, !isOtherSeries { merge.add(override) }
    }
    return merge.text
  }

  /// Whether another text says the same in all components and properties, whatever it is written like.
  package func saysTheSame(as other: CalendarObject) -> Bool {
    guard let mine = components(), let theirs = other.components() else { return false }
    return mine.task.isLike(theirs.task) && mine.overrides.count == theirs.overrides.count
      && mine.overrides.allSatisfy { theirs.overrides[$0.key]?.isLike($0.value) ?? false }
  }
}

/// Takes lines of one object into another.
private struct ObjectMerge {
  private let mine, here: CalendarObject
  private let bytes: [UInt8]
  private var edit: ObjectEdit
  /// The time zones of the lines that were taken.
  private var zones: Set<Bytes> = []

  init(_ mine: CalendarObject, _ here: CalendarObject) {
    (self.mine, self.here) = (mine, here)
    bytes = Array(here.text.utf8)
    edit = ObjectEdit(of: mine)
  }

  /// Takes what was changed in a component since a base that the client left as it was.
  /// - Parameter always: groups that are taken in any case.
  mutating func apply(
    _ theirs: ObjectComponent, since base: ObjectComponent?, into mine: ObjectComponent, always: Set<String> = []
  ) {
    var taken = Set(mine.groups.keys).union(theirs.groups.keys)
      .filter { isTaken($0, theirs.groups[$0], base?.groups[$0], mine.groups[$0]) }
    if !isInOrder(taken, theirs, mine) { taken.subtract(Self.dates) }
    taken.formUnion(always.filter { theirs.groups[$0].value != mine.groups[$0].value })
    for name in taken.sorted() {
      replace(mine.groups[name], by: lines(of: theirs.groups[name]), in: mine)
    }
    for name in Set(mine.groups.keys).union(theirs.groups.keys).sorted() where !taken.contains(name) {
      mergeElements(theirs.groups[name], since: base?.groups[name], mine.groups[name], in: mine)
    }
    let isLater = taken.contains("DTSTART") || taken.contains("DUE")
    if isLater, !taken.contains("RRULE"), mine.groups["RRULE"].value != base?.groups["RRULE"].value {
      recount(mine)
    }
  }

  /// Takes dates that were completed here from the COUNT of a rule that a client has changed: what it sent counts from an earlier date.
  private mutating func recount(_ component: ObjectComponent) {
    let line = component.groups["RRULE"]?.lines.first { mine.lines[$0].property.name == "RRULE" }
    guard let line, let sent = mine.values()?.task.draft, let current = here.values()?.task.draft.current,
      let series = sent.repeats, case .count(let all) = series.end, series.current < current
    else { return }
    let next = series.next(completedOn: current.adding(days: -1), at: sent.time)
    let left = if case .count(let left)? = next?.end { left } else { 1 }
    let parts = mine.lines[line].property.value.trimmed.text.uppercased().split(separator: ";").map { part in
      let count = part.hasPrefix("COUNT=") ? Int(part.dropFirst("COUNT=".count)) : nil
      return count.map { "COUNT=\(max($0 - all + left, 1))" } ?? String(part)
    }
    edit.replace([line], by: edit.folded(["RRULE:" + parts.joined(separator: ";")]), after: line)
  }

  /// Groups that make sense together only: a task starts before it is due.
  private static let dates: Set<String> = ["DTSTART", "DUE", "RRULE"]

  /// Whether a group is as the client knew it, and is another one here.
  private func isTaken(
    _ name: String, _ theirs: ObjectComponent.Group?, _ base: ObjectComponent.Group?, _ mine: ObjectComponent.Group?
  ) -> Bool {
    if theirs.value == base.value { return false }
    // A program may not keep what only the app writes.
    if mine.value.isEmpty, name == OwnProperty.start { return true }
    return mine.value == base.value
  }

  /// Whether the start is not after the due date, if one of them is taken and the other one is not.
  private func isInOrder(_ taken: Set<String>, _ theirs: ObjectComponent, _ mine: ObjectComponent) -> Bool {
    guard !taken.isDisjoint(with: Self.dates) else { return true }
    func moment(_ name: String) -> Int? {
      let (component, object) = taken.contains(name) ? (theirs, here) : (mine, self.mine)
      var zones = CalendarZones()
      let line = component.groups[name]?.lines.first { object.lines[$0].property.name == name }
      return zones.moment(line.flatMap { CalendarTime(object.lines[$0].property) })
        .map { Int($0.timeIntervalSince1970) }
    }
    guard let start = moment("DTSTART"), let due = moment("DUE") else { return true }
    return start <= due
  }

  private mutating func mergeElements(
    _ theirs: ObjectComponent.Group?, since base: ObjectComponent.Group?, _ mine: ObjectComponent.Group?,
    in component: ObjectComponent
  ) {
    guard theirs?.elements != nil || mine?.elements != nil, theirs.value != base.value else { return }
    let (here, known, sent) = (theirs?.elements ?? [], base?.elements ?? [], mine?.elements ?? [])
    let values = (here: Set(here.map(\.value)), known: Set(known.map(\.value)), sent: Set(sent.map(\.value)))
    let kept = sent.filter { !values.known.contains($0.value) || values.here.contains($0.value) }
    let added = here.filter { !values.known.contains($0.value) && !values.sent.contains($0.value) }
    if kept.count == sent.count, added.isEmpty { return }
    replace(mine, by: written(kept, self.mine) + written(added, self.here), in: component)
  }

  /// The lines of some elements. Parts of equal properties are one line.
  private mutating func written(_ elements: [ObjectComponent.Element], _ object: CalendarObject) -> [UInt8] {
    let bytes = Array(object.text.utf8)
    var text: [UInt8] = []
    var parts: [(prefix: String, parts: [String])] = []
    var places: [String: Int] = [:]
    for element in elements {
      switch element.text {
      case .lines(let lines): for line in lines { text += bytes[object.lines[line].range] }
      case .part(let prefix, let part):
        if let place = places.updateValue(places[prefix] ?? parts.count, forKey: prefix) {
          parts[place].parts.append(part)
        } else {
          parts.append((prefix, [part]))
        }
      }
    }
    var writer = CalendarLines()
    for (prefix, parts) in parts { writer.add("\(prefix):\(parts.joined(separator: ","))") }
    return edit.withOwnEnds(text + writer.bytes)
  }

  private mutating func lines(of group: ObjectComponent.Group?) -> [UInt8] {
    guard let group else { return [] }
    zones.formUnion(group.lines.compactMap { here.lines[$0].property.zone })
    return edit.withOwnEnds(group.lines.flatMap { bytes[here.lines[$0].range] })
  }

  private mutating func replace(_ group: ObjectComponent.Group?, by text: [UInt8], in component: ObjectComponent) {
    edit.replace(group?.lines ?? [], by: text, after: component.end)
  }

  mutating func remove(_ component: ObjectComponent) { edit.replace(Array(component.lines), by: [], after: 0) }

  /// Adds an override of the other object.
  mutating func add(_ component: ObjectComponent) {
    zones.formUnion(component.lines.compactMap { here.lines[$0].property.zone })
    let text = edit.withOwnEnds(component.lines.flatMap { bytes[here.lines[$0].range] })
    edit.replace([], by: text, after: mine.lines.count - 2)
  }

  var text: String {
    var edit = edit
    for zone in zones.sorted(by: { $0.text < $1.text }) {
      if let text = description(of: zone) { edit.describe(zone, text) }
    }
    return edit.isNeeded ? edit.text : mine.text
  }

  /// The component of the other object that describes a time zone.
  private func description(of zone: Bytes) -> [UInt8]? {
    var begin: Int?
    var isFound = false
    for (index, line) in here.lines.enumerated() where line.component == .outer {
      let value = line.property.value.trimmed
      switch line.property.name {
      case "BEGIN" where value.equals("vtimezone"): (begin, isFound) = (index, false)
      case "TZID" where begin != nil: isFound = value.elementsEqual(zone)
      case "END" where value.equals("vtimezone"):
        if isFound, let begin { return (begin...index).flatMap { bytes[here.lines[$0].range] } }
        begin = nil
      default: break
      }
    }
    return nil
  }
}
