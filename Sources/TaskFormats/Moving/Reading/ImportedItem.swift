import Foundation
import Tasks

/// An item of a file as a task of the app. What tasks can't hold goes to the notes where it is text, and is remarked.
struct ImportedItem {
  private(set) var task: PortableTask
  private(set) var remarks: [(reason: ImportRemark.Reason, value: String)] = []
  private let takesRest: Bool

  init(_ item: ReadItem, title: String, _ context: ImportContext) {
    takesRest = context.takesRest
    let zone = item.zone.flatMap { TimeZone(identifier: $0) } ?? context.zone
    var draft = item.draft
    draft.title = title
    draft.due = item.due?.day(in: zone)
    draft.time = draft.due == nil ? nil : item.due.flatMap { Self.time($0, item.zone, context.zone) }
    draft.repeats = item.isSeriesRead && !item.status.isOpen ? nil : item.repeats
    task = PortableTask(uid: "", draft: draft, created: item.created, changed: item.changed, deleted: item.deleted)
    (task.section, task.comments) = (item.group, item.comments)
    if context.isFollowed, let name = task.takeNamedAssignee() { remark(.person, name) }
    tellOtherHour(of: item.due)
    takeOldDue()
    for (reason, value) in item.remarks { apply(reason, value) }
    apply(start: item.start, in: zone)
    apply(tags: item.tags, areMarked: item.hasMarkedTags)
    apply(item.status, item, zone, context)
    if task.draft.repeats.map({ !counts($0, item, in: zone) }) ?? true {
      task.draft.repeats = nil
      apply(item.recurrence, item, in: zone)
    }
    apply(item.completionInterval, item)
    // A day is that of its time zone.
    for case let time? in [item.created, item.changed, item.deleted] where time > context.now.addingTimeInterval(86_400)
    { remark(.futureTime, FileMoment.text(time)) }
  }

  /// Notes a value; text goes to the notes.
  mutating func remark(_ reason: ImportRemark.Reason, _ value: String = "") { remarks.append((reason, value)) }

  /// Completes an open subtask with its task, as the app does.
  mutating func complete(with task: Date) {
    guard self.task.completed == nil, self.task.deleted == nil else { return }
    (self.task.completed, self.task.percent) = (task, nil)
    remark(.openSubtask)
  }

  /// A moment keeps the zone that the file names.
  private static func time(_ due: ItemTime, _ name: String?, _ zone: TimeZone) -> ClockTime? {
    guard let name, let own = TimeZone(identifier: name) else { return due.time(in: zone) }
    return due.time(in: own).map { ClockTime($0.time, zone: $0.zone == nil ? nil : name) }
  }

  /// Remarks on the second of two moments that have the same time on the clock: a task has the first.
  private mutating func tellOtherHour(of due: ItemTime?) {
    guard case .moment(let moment)? = due,
      let (day, clock) = task.draft.due.flatMap({ day in task.draft.time.map { (day, $0) } }),
      let zone = clock.zone.flatMap({ TimeZone(identifier: $0) }),
      abs(day.moment(at: clock.time, in: zone).timeIntervalSince(moment)) >= 60
    else { return }
    remark(.skippedTime, FileMoment.text(moment))
  }

  private mutating func apply(_ reason: ImportRemark.Reason, _ value: String) {
    let isText = reason.fate == .inNotes && !value.isEmpty
    if isText, !append(value) { remark(.longNotes, value) } else { remark(reason, value) }
  }

  /// Appends a paragraph to the notes if it fits.
  private mutating func append(_ text: String) -> Bool {
    guard takesRest else { return false }
    let more = ItemText.notes(Array(text.utf8)[...])
    let space = task.draft.notes.isEmpty || more.isEmpty ? "" : "\n\n"
    guard task.draft.notes.utf8.count + space.utf8.count + more.utf8.count <= Limits.notesBytes else { return false }
    // In place, because there may be thousands of comments.
    task.draft.notes += space
    task.draft.notes += more
    return true
  }

  /// The first day that dates may have.
  private static let earliest = Day(daysSince1970: 0)

  /// A date before 1970 is a mistake, such as that of a year with two digits. It stays in the notes.
  private mutating func takeOldDue() {
    guard let due = task.draft.due, due < Self.earliest else { return }
    let rule = task.draft.repeats?.ruleText
    (task.draft.due, task.draft.time, task.draft.repeats) = (nil, nil, nil)
    apply(.oldDate, due.iso)
    if let rule { apply(.rule, rule) }
  }

  /// A start is a day. Its time is left out, and so is a start after the due date.
  private mutating func apply(start: ItemTime?, in zone: TimeZone) {
    guard let start else { return }
    let day = start.day(in: zone)
    if day < Self.earliest { return apply(.oldDate, day.iso) }
    if let due = task.draft.due, day > due { return remark(.lateStart, day.iso) }
    if let time = start.time(in: zone), time.time != .midnight { remark(.startTime, "\(day.iso) \(time.time)") }
    task.draft.start = day
  }

  /// Words become tags, the rest stays in the notes.
  private mutating func apply(tags: [String], areMarked: Bool) {
    let names = areMarked ? tags.map { String($0.dropFirst()) } : tags
    let others = names.filter { !task.draft.tags.insert(named: $0) }
    if others.isEmpty { return }
    let isInNotes = append(others.joined(separator: ", "))
    for name in others { remark(isInNotes ? .tag : .longNotes, name) }
  }

  private mutating func apply(_ status: ItemStatus, _ item: ReadItem, _ zone: TimeZone, _ context: ImportContext) {
    switch status {
    case .open: task.percent = status.percent
    case .done(let time): complete(at: time, item, zone, context)
    case .cancelled:
      complete(at: item.ended, item, zone, context)
      remark(.closed)
    }
  }

  /// A completion in the future is now.
  private mutating func complete(
    at time: ItemTime?, _ item: ReadItem, _ zone: TimeZone, _ context: ImportContext
  ) {
    let now = context.now
    let moment = time.map { Self.moment($0, zone) }
    task.completed = min(moment ?? (context.completesNow ? item.changed ?? now : .unknown), now)
    guard let time, let moment, moment > now else { return }
    switch time {
    case .day(let day): if day > Day(of: now, in: zone) { remark(.futureTime, day.iso) }
    case .local, .moment: remark(.futureTime, FileMoment.text(moment))
    }
  }

  /// Noon stands for a whole day.
  private static func moment(_ time: ItemTime, _ zone: TimeZone) -> Date {
    switch time {
    case .moment(let moment): moment
    case .local(let day, let time): day.moment(at: time, in: zone)
    case .day(let day): day.moment(at: TimeOfDay(minutes: 720) ?? .midnight, in: zone)
    }
  }

  /// A rule that own tasks don't have stays in the notes, as written. Completed tasks don't repeat.
  private mutating func apply(_ recurrence: ItemRecurrence, _ item: ReadItem, in zone: TimeZone) {
    switch recurrence {
    case .none: return
    case _ where !item.status.isOpen: return remark(.closedRule, recurrence.written)
    case .dates: return remark(.exceptions)
    case .unworkable: return remark(.unworkableRule)
    case .rules(let rule):
      task.draft.repeats = task.draft.due.flatMap { due in
        item.isSeriesRead
          ? nil
          : Recurrence(
            rule: rule, due: due, start: item.start?.day(in: zone), at: task.draft.time, in: zone, passed: item.passed)
      }
      if task.draft.repeats == nil { apply(.rule, recurrence.written) }
    }
  }

  /// Whether the rule counts on the days of the task: in a zone without an IANA name, its days may be others.
  private func counts(_ series: Recurrence, _ item: ReadItem, in zone: TimeZone) -> Bool {
    guard item.isSeriesRead, item.instance == nil, item.zone == nil, case .moment? = item.due else { return true }
    return series.current == item.due?.day(in: zone)
  }
}

extension ImportedItem {
  /// A task that repeats after its completion needs a due date. Without one, its interval stays in the notes.
  private mutating func apply(_ interval: (count: Int, unit: Recurrence.Unit)?, _ item: ReadItem) {
    guard let interval else { return }
    let words = "every! \(interval.count) \(interval.unit.rawValue)"
    if !item.status.isOpen {
      remark(.closedRule, words)
    } else if let due = task.draft.due {
      task.draft.repeats = Recurrence(.afterCompletion(interval.unit), interval: interval.count, current: due)
    } else {
      apply(.rule, words)
    }
  }
}

extension ItemRecurrence {
  /// The rules as a calendar has them.
  fileprivate var written: String {
    switch self {
    case .rules(let text): text.split(separator: "\n").map { "RRULE:\($0)" }.joined(separator: "\n")
    case .none, .dates, .unworkable: ""
    }
  }
}
