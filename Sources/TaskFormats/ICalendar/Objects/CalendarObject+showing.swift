import Foundation
import Tasks

extension CalendarObject {
  /// The text with what the task has by now. Only properties that are not so already are replaced, each where it was; the same bytes if
  /// there are none.
  ///
  /// If there are any, LAST-MODIFIED is the time of the change, if the text has that property.
  /// - Parameter was: what the text says; nil to read it.
  package func text(showing now: TodoValues, insteadOf was: TodoValues? = nil) -> String {
    guard var was = was ?? values() else { return text }
    // A series that was completed as a whole says its rule still.
    if isClosed { was.task.draft.restoreSeries(of: now.task.draft, sentAs: self) }
    var edit = ObjectEdit(of: self)
    edit.show(now, instead: was)
    let isRemindedOtherwise = isReminded(otherwiseThan: now.task.draft, after: edit)
    guard edit.isNeeded || isRemindedOtherwise else { return text }
    if let changed = now.task.changed, has("LAST-MODIFIED") {
      edit.replace(["LAST-MODIFIED"], by: ["LAST-MODIFIED:" + CalendarMoment.text(changed)])
    }
    return isRemindedOtherwise
      ? CalendarObject(stored: edit.text)?.text(showing: now.task.draft) ?? edit.text : edit.text
  }

  /// The text with properties that an earlier text has and this one lacks altogether, if its program may not know them: another program
  /// wrote the earlier one, or they were kept so before. These are properties of programs, and the parent.
  ///
  /// A program that leaves out what it wrote itself has removed it, and so has one that sends what it doesn't know. Beyond ``mostBytes``
  /// nothing is kept.
  package func keepingUnknown(of earlier: CalendarObject) -> String {
    let isOther = earlier.program != program
    let kept = Set(earlier.properties(OwnProperty.kept).flatMap { $0.split(separator: ",").map(String.init) })
    if has(OwnProperty.kept) || !isOther && kept.isEmpty { return text }
    let names = Set(lines.filter { $0.component == .task }.map(\.property.name))
    let lost = earlier.lines.filter { line in
      let name = line.property.name
      guard line.component == .task, !names.contains(name), isOther || kept.contains(name) else { return false }
      return line.isParent || name.hasPrefix("X-") && !OwnProperty.all.contains(name)
    }
    if lost.isEmpty { return text }
    var edit = ObjectEdit(of: self)
    let bytes = Array(earlier.text.utf8)
    edit.insert(lost.flatMap { bytes[$0.range] })
    edit.replace(
      [OwnProperty.kept], by: ["\(OwnProperty.kept):\(Set(lost.map(\.property.name)).sorted().joined(separator: ","))"])
    return edit.text.utf8.count <= Self.mostBytes ? edit.text : text
  }

  func has(_ name: String) -> Bool { lines.contains { $0.component == .task && $0.property.name == name } }
}

/// Replaces lines of an object.
struct ObjectEdit {
  let object: CalendarObject
  private let bytes: [UInt8]
  private let lineEnd: [UInt8]
  /// What each of some lines becomes, by its index.
  var replaced: [Int: [UInt8]] = [:]
  /// What comes after a line.
  var inserted: [Int: [UInt8]] = [:]
  private(set) var isNeeded = false
  /// The component that a page shows: the task, or the one that overrides its current instance.
  private let shown: CalendarObject.Line.Component

  init(of object: CalendarObject) {
    self.object = object
    shown = object.componentOfCurrentInstance
    bytes = Array(object.text.utf8)
    let first = bytes.firstIndex(of: .lineFeed) ?? 0
    lineEnd = first > 0 && bytes[first - 1] == .carriageReturn ? [.carriageReturn, .lineFeed] : [.lineFeed]
  }

  mutating func show(_ now: TodoValues, instead was: TodoValues) {
    let (mine, theirs) = (now.task.draft, was.task.draft)
    let hasOtherNotes = !TypedText.same(mine.notes, theirs.notes)
    // A title may be that of the notes.
    if !TypedText.same(mine.title, theirs.title) || hasOtherNotes && shown == .task && !object.has("SUMMARY") {
      replace(["SUMMARY"], in: shown, by: TodoProperties.text("SUMMARY", mine.title))
    }
    if hasOtherNotes { replace(["DESCRIPTION"], in: shown, by: TodoProperties.text("DESCRIPTION", mine.notes)) }
    if mine.priority != theirs.priority { replace(["PRIORITY"], in: shown, by: TodoProperties.priority(mine.priority)) }
    if Set(mine.tags.tags.map(\.key)) != Set(theirs.tags.tags.map(\.key)) { showTags(mine.tags, instead: theirs.tags) }
    showDates(now.task, instead: was.task, in: shown)
    if !isSameStatus(now.task, was.task) {
      replace(["STATUS", "PERCENT-COMPLETE", "COMPLETED"], by: TodoProperties.status(now.task))
    }
    if now.parent != was.parent { replaceParent(by: now.parent) }
    // Without one, no property had its place.
    if let order = now.order, let written = was.order, order != written {
      replace(["X-APPLE-SORT-ORDER"], by: ["X-APPLE-SORT-ORDER:\(order)"])
    }
  }

  private func isSameStatus(_ now: PortableTask, _ was: PortableTask) -> Bool {
    guard let completed = now.completed, let written = was.completed else {
      return now.completed == nil && was.completed == nil && now.percent == was.percent
    }
    // A completion in the future was taken for one at that time.
    return written.timeIntervalSince(completed) > -1
  }

  /// Keeps the categories that are no tags.
  private mutating func showTags(_ now: TagSet, instead was: TagSet) {
    let parts = indices(of: ["CATEGORIES"], in: shown)
      .flatMap { CalendarText.parts(object.lines[$0].property.value, most: 1_000) }
    let kept = parts.filter { part in
      let words = CalendarText.unescaped(part).text.split(whereSeparator: \.isWhitespace)
      guard let tag = Tag(words.joined(separator: "-")), was.contains(tag) else { return true }
      return now.contains(tag)
    }
    let added = now.tags.filter { !was.contains($0) }.map { CalendarLines.escaped($0.name) }
    replace(["CATEGORIES"], in: shown, by: TodoProperties.categories(kept.map { $0.trimmed.text } + added))
  }

  private mutating func replaceParent(by parent: String?) {
    let parents = object.lines.indices.filter { object.lines[$0].isParent }
    replace(parents, by: parent.map { TodoProperties.text("RELATED-TO", $0) } ?? [])
  }

  /// Replaces all properties of some names by others, at the place of the first one.
  mutating func replace(_ names: Set<String>, in component: CalendarObject.Line.Component = .task, by lines: [String]) {
    replace(indices(of: names, in: component), in: component, by: lines)
  }

  /// The indices of the properties of some names in a component, without those of components within it.
  func indices(of names: Set<String>, in component: CalendarObject.Line.Component) -> [Int] {
    var depth = 0
    return object.lines.indices.filter { index in
      let line = object.lines[index]
      guard line.component == component else { return false }
      if line.property.name == "BEGIN" { depth += 1 }
      if line.property.name == "END" { depth -= 1 }
      return depth == (component == .task ? 0 : 1) && names.contains(line.property.name)
    }
  }

  mutating func replace(_ indices: [Int], in component: CalendarObject.Line.Component = .task, by lines: [String]) {
    let text = folded(lines)
    for (place, index) in indices.enumerated() { replaced[index] = place == 0 ? text : [] }
    if indices.isEmpty { insert(text, in: component) }
    isNeeded = true
  }

  /// Replaces some lines by a text, at the place of the first one; without lines, inserts the text after another one.
  mutating func replace(_ lines: [Int], by text: [UInt8], after line: Int) {
    for (place, index) in lines.enumerated() { replaced[index] = place == 0 ? text : [] }
    if lines.isEmpty { inserted[line, default: []] += text }
    isNeeded = true
  }

  /// Lines of another object, with the line ends of this one.
  func withOwnEnds(_ text: [UInt8]) -> [UInt8] {
    let plain = text.filter { $0 != .carriageReturn }
    return lineEnd.count == 1 ? plain : plain.flatMap { $0 == .lineFeed ? lineEnd : [$0] }
  }

  mutating func describe(_ zone: Bytes, _ text: [UInt8]) {
    let isThere = object.lines.contains {
      $0.component == .outer && $0.property.name == "TZID" && $0.property.value.trimmed.elementsEqual(zone)
    }
    guard !isThere, let first = object.lines.firstIndex(where: { $0.component != .outer }), first > 0 else { return }
    inserted[first - 1, default: []] += withOwnEnds(text)
  }

  /// Adds lines after the first properties of the task, or at the beginning of an override.
  mutating func insert(_ text: [UInt8], in component: CalendarObject.Line.Component = .task) {
    let first = object.lines.firstIndex { $0.component == component } ?? 0
    let end =
      component == .task
      ? object.lines[first...].firstIndex { $0.component != .task } ?? object.lines.endIndex : first + 1
    inserted[end - 1, default: []] += text
  }

  func folded(_ lines: [String]) -> [UInt8] {
    var writer = CalendarLines()
    for line in lines { writer.add(line) }
    return lineEnd.count == 2 ? writer.bytes : writer.bytes.filter { $0 != .carriageReturn }
  }

  var text: String {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count + 1_024)
    var next = 0
    for (index, line) in object.lines.enumerated() where replaced[index] != nil || inserted[index] != nil {
      if let other = replaced[index] {
        text += bytes[next..<line.range.lowerBound] + other
      } else {
        text += bytes[next..<line.range.upperBound]
      }
      text += inserted[index] ?? []
      next = line.range.upperBound
    }
    return String(decoding: text + bytes[next...], as: UTF8.self)
  }
}
