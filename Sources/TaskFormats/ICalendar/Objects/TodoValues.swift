package import Foundation
package import Tasks

/// An object, and what it says.
package struct ReadObject: Sendable {
  package let object: CalendarObject
  package let values: TodoValues

  package init(object: CalendarObject, values: TodoValues) { (self.object, self.values) = (object, values) }

  /// Nil for a text that is no object.
  package init?(stored text: String?) {
    guard let object = CalendarObject(stored: text), let values = object.values() else { return nil }
    self.init(object: object, values: values)
  }
}

/// What a task has in common with a VTODO.
package struct TodoValues: Hashable, Sendable {
  /// The text, dates and status of the task.
  package var task: PortableTask
  /// The identifier of the task that it is a subtask of; nil if it is none.
  package var parent: String?
  /// The place of the task among those of its list; nil if the object names none.
  package var order: Int64?

  package init(_ task: PortableTask, parent: String? = nil, order: Int64? = nil) {
    (self.task, self.parent, self.order) = (task, parent, order)
  }
}

extension TodoValues {
  /// The values, as a client sent them, for a task that may have been changed since the client has read it: what the client
  /// changed is taken, what it left as it was is what the task has by now.
  /// - Parameters:
  ///   - base: what the client knew.
  ///   - now: what the task has.
  package func merged(since base: TodoValues, into now: TodoValues) -> TodoValues {
    var merged = now
    let (mine, was) = (task.draft, base.task.draft)
    if !TypedText.same(mine.title, was.title) { merged.task.draft.title = mine.title }
    if !TypedText.same(mine.notes, was.notes) { merged.task.draft.notes = mine.notes }
    if mine.priority != was.priority { merged.task.draft.priority = mine.priority }
    if mine.repeats != was.repeats || !mine.isDue(like: was) {
      merged.task.draft.due = mine.due
      merged.task.draft.time = mine.time
      merged.task.draft.repeats = mine.repeats
    }
    if mine.start != was.start { merged.task.draft.start = mine.start }
    for tag in was.tags.tags where !mine.tags.contains(tag) { merged.task.draft.tags.remove(tag) }
    for tag in mine.tags.tags where !was.tags.contains(tag) && merged.task.draft.tags.tags.count < Limits.tagsPerTask {
      merged.task.draft.tags.insert(tag)
    }
    merged.task.draft.reminders = mine.reminders.merged(since: was.reminders, into: now.task.draft.reminders)
    if !task.isDone(like: base.task) { (merged.task.completed, merged.task.percent) = (task.completed, task.percent) }
    if parent != base.parent { merged.parent = parent }
    if let order, order != base.order { merged.order = order }
    if let start = merged.task.draft.start, let due = merged.task.draft.due, start > due {
      merged.task.draft.start = nil
    }
    return merged
  }
}

extension TaskDraft {
  /// Whether it is due at the same moment as another one, possibly in another time zone.
  func isDue(like other: TaskDraft) -> Bool {
    if due == other.due, time == other.time { return true }
    guard let due, let theirs = other.due, let moment = time?.moment(on: due),
      let other = other.time?.moment(on: theirs)
    else { return false }
    return moment == other
  }
}

extension PortableTask {
  /// Whether it is open or completed like another one, as far as that tells.
  fileprivate func isDone(like base: PortableTask) -> Bool {
    guard let completed, let other = base.completed else {
      return completed == nil && base.completed == nil && percent == base.percent
    }
    return completed == .distantFuture || other == .distantFuture || abs(completed.timeIntervalSince(other)) < 1
  }
}

extension ClockTime {
  /// The moment of a time in a time zone; nil for one on every clock.
  func moment(on day: Day) -> Date? { zone.flatMap { TimeZone(identifier: $0) }.map { day.moment(at: time, in: $0) } }
}

extension CalendarObject {
  /// What the text says, as the app's own tasks have it; nil if that can't be worked out. What tasks don't have stays in the text only.
  ///
  /// The result depends on nothing else. A completion without a time is in the distant future, and a moment in UTC is due there.
  package func values() -> TodoValues? {
    guard let item = item() else { return nil }
    let context = ImportContext(
      zone: .gmt, now: .distantFuture, limits: .standard, choices: ImportChoices(), untitled: Self.untitled,
      takesRest: false, completesNow: true, progress: { _ in })
    let title = item.title ?? ItemText.title(ofNotes: item.draft.notes) ?? Self.untitled
    var values = TodoValues(ImportedItem(item, title: title, context).task)
    values.task.uid = uid
    values.parent = parent
    values.order = order
    return values
  }

  /// The task, or the current instance of its series; nil if that can't be worked out.
  func item() -> ReadItem? {
    do throws(UnreadableList) {
      // Long past, so that a series is at its first open instance.
      return try CalendarReader.read(
        Unfolding.unfolded(Array(text.utf8)[...])[...], at: Date(timeIntervalSince1970: -1e11), into: OneItem(uid: uid))
    } catch {
      return nil
    }
  }

  /// Whether the task itself is completed or cancelled, not only all dates of its series.
  var isClosed: Bool { Self.isClosed(lines.lazy.filter { $0.component == .task }.map(\.property)) }

  /// Whether a component with these properties is completed or cancelled.
  static func isClosed(_ properties: some Sequence<ContentLine>) -> Bool {
    properties.contains { property in
      let value = property.value.trimmed
      return property.name == "STATUS"
        ? value.equals("completed") || value.equals("cancelled") : property.name == "COMPLETED" && !value.isEmpty
    }
  }

  /// The title of a task without one.
  static let untitled = "…"

  /// The identifier of the first parent that it names: RELTYPE is PARENT unless it says otherwise (RFC 5545, section 3.2.15).
  private var parent: String? {
    let line = lines.first { $0.isParent && !$0.property.value.trimmed.isEmpty }
    let parent = line.map { CalendarText.unescaped($0.property.value.trimmed).text }
    return parent == uid ? nil : parent
  }

  private var order: Int64? {
    let line = lines.first { $0.component == .task && $0.property.name == "X-APPLE-SORT-ORDER" }
    guard let number = line.flatMap({ Double($0.property.value.trimmed.beginning(bytes: 32).text) }),
      abs(number) < Self.largestOrder
    else { return nil }
    return line.flatMap { Int64($0.property.value.trimmed.beginning(bytes: 32).text) } ?? Int64(number)
  }

  /// Leaves room for others on both sides.
  private static let largestOrder = Double(Int64(1) << 60)
}

extension CalendarObject.Line {
  var isParent: Bool {
    component == .task && property.name == "RELATED-TO" && (property.relation?.equals("parent") ?? true)
  }
}

/// The item of an object: that of the task itself, or of its current instance.
private struct OneItem: ItemCollector {
  let uid: String
  private var item: ReadItem?
  private var isOwn = false
  let mostItems = CalendarObject.mostBytes / 64
  let limit = ReadingLimit(.seconds(2))

  init(uid: String) { self.uid = uid }

  mutating func add(_ item: ReadItem) {
    if isOwn { return }
    isOwn = item.identifier.map { $0.elementsEqual(uid.utf8) } ?? false
    if isOwn || self.item == nil { self.item = item }
  }

  mutating func begin(_ list: PortableList) {}
  mutating func skip() {}
  mutating func remark(_ reason: ImportRemark.Reason) {}
  mutating func omit(_ reason: ImportRemark.Reason, count: Int, examples: [Bytes]) {}
  func output(_ format: PortableFormat, title: String?, appointments: Int) -> ReadItem? { item }
}

extension TaskDraft {
  /// The task, with a due time in UTC on the clock of its reader. A task that repeats stays in UTC, where its rule counts.
  package func localized(in zone: TimeZone) -> TaskDraft {
    guard repeats == nil, let due, let own = time?.zone, own == "GMT" || own == "UTC",
      let moment = time?.moment(on: due)
    else { return self }
    return with {
      $0.due = Day(of: moment, in: zone)
      $0.time = ClockTime(TimeOfDay(of: moment, in: zone), zone: zone.identifier)
    }
  }

  /// Takes a rule that the standard can't say from the task, if a client has sent the part of it that the standard can say. A client keeps
  /// the app's own property when it moves the date. A completed series is its current date, as that is shown, with its rule.
  package mutating func restoreSeries(of task: TaskDraft, sentAs object: CalendarObject) {
    guard let rule = task.repeats else { return }
    // Completing the series is completing its current date, as it is shown.
    if object.isClosed, let open = object.reopened.values()?.task.draft, open.repeats?.hasRule(of: rule) == true {
      self = open
      return
    }
    guard let due, task.due != nil, repeats != nil || object.isClosed,
      !object.has(OwnProperty.recurrence) || repeats.map({ $0.ruleText == rule.ruleText }) ?? true,
      let line = object.lines.first(where: { $0.component == .task && $0.property.name == "RRULE" }),
      line.property.value.trimmed.elementsEqual(CalendarRule.text(rule, at: task.time).utf8)
    else { return }
    repeats = rule
    if self.due != task.due { repeats?.current = due }
  }
}
