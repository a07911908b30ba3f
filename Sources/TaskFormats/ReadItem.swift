import Foundation
import Tasks

/// A parsed item of any format.
struct ReadItem {
  /// The identifier of the item in the file, such as a UID.
  var identifier: Bytes?
  var title: String?
  /// Whether its format allows tasks without a title.
  var mayLackTitle = false
  /// The fields that tasks have as they are here. The others take more than the item to tell.
  var draft = TaskDraft(title: "", notes: "", due: nil, priority: .none)
  var due: ItemTime?
  var start: ItemTime?
  /// The IANA name of the due date's time zone, if the file names one that own tasks can have.
  var zone: String?
  var recurrence = ItemRecurrence.none
  /// The series, of formats that say all of it.
  var repeats: Recurrence?
  /// Whether ``repeats`` is the series, or nil because the app doesn't store it.
  var isSeriesRead = false
  /// The RECURRENCE-ID of the component that overrides this instance.
  var instance: Bytes?
  /// How long after its completion it is due again.
  var completionInterval: (count: Int, unit: Recurrence.Unit)?
  /// The number of dates of its rule before it; nil if it is not known, so that a limited number can't be counted.
  var passed: Int?
  var status = ItemStatus.open(percent: 0)
  /// When it was cancelled, if it was and the file tells.
  var ended: ItemTime?
  var group: String?
  var depth = 0
  private(set) var tags: [String] = []
  /// Whether the first character of each tag is the mark of its kind, as in `@home`.
  var hasMarkedTags = false
  var created: Date?
  var changed: Date?
  /// When it was moved to the trash.
  var deleted: Date?
  /// The comments of an export of this app.
  var comments: [PortableComment] = []
  /// What own tasks don't have.
  private(set) var remarks: [(reason: ImportRemark.Reason, value: String)] = []
  /// The number of further remarks, which are not kept.
  private(set) var moreRemarks: [ImportRemark.Reason: Int] = [:]

  private static let mostRemarks = 10_000
  /// The longest text of a recurrence, in bytes.
  private static let mostOfSeries = 40_000
  /// Bounds the search for duplicates.
  private static let mostTags = 64

  /// Sets the title; the rest of a text that is too long is added to the notes.
  mutating func parse(title bytes: Bytes) {
    let (title, rest) = ItemText.titleAndRest(bytes)
    self.title = title
    if !rest.isEmpty { remark(.longTitle) }
    if bytes.count > Limits.notesBytes { remark(.longNotes) }
    append(notes: rest)
  }

  /// Sets the notes.
  mutating func parse(notes bytes: Bytes) {
    if bytes.count > Limits.notesBytes { remark(.longNotes) }
    append(notes: ItemText.notes(bytes))
  }

  /// Adds a paragraph to the notes.
  mutating func append(notes more: String) {
    if more.isEmpty { return }
    draft.notes = draft.notes.isEmpty ? more : ItemText.notes(Array((draft.notes + "\n\n" + more).utf8)[...])
  }

  /// Adds a tag unless it is a duplicate. Beyond the limit, it is a remark.
  mutating func add(tag: String?) {
    guard let tag, !tags.contains(tag) else { return }
    if tags.count < Self.mostTags { tags.append(tag) } else { remark(.tag, tag) }
  }

  /// Notes a value that own tasks don't have.
  mutating func remark(_ reason: ImportRemark.Reason, _ value: String = "") {
    if remarks.count < Self.mostRemarks {
      remarks.append((reason, value))
    } else {
      moreRemarks[reason, default: 0] += 1
    }
  }
}

extension ReadItem {
  /// Takes the percentage of an open task: `40`, `40%`. Others stay in the notes.
  mutating func parse(percent text: Bytes) {
    let number = (text.last == UInt8(ascii: "%") ? text.dropLast() : text).number
    if let number { status = .open(percent: min(number, 100)) }
    if number ?? 100 >= 100 { remark(.state, number.map { "\($0)%" } ?? text.text) }
  }

  /// Takes the time of the day of the due date, which comes first: `14:05`, `2:05 pm`, `14:05 Europe/Berlin`.
  mutating func parse(time text: Bytes) {
    let words = text.prefix(100).text.split(whereSeparator: TypedText.isSpace)
    guard case .day(let day)? = due, let (time, count) = ClockWords.time(words.map { $0.lowercased() }[...]) else {
      return remark(.date, text.text)
    }
    let name = words.dropFirst(count).joined(separator: " ")
    let zone = ZoneName.timeZone(Array(name.utf8)[...])
    if !name.isEmpty, zone == nil { remark(.zone, name) }
    if AccountSettings.isTimeZone(name) { self.zone = name }
    due = zone.map { moment(day, time, in: $0) } ?? .local(day, time)
  }

  /// The moment of a time in a zone. One that the clocks skip there is later, and a remark.
  package mutating func moment(_ day: Day, _ time: TimeOfDay, in zone: TimeZone) -> ItemTime {
    let moment = day.moment(at: time, in: zone)
    if TimeOfDay(of: moment, in: zone) != time { remark(.skippedTime, "\(day) \(time)") }
    return .moment(moment)
  }

  /// Takes a recurrence of an own task, a rule of RFC 5545, or English words. The due date comes first.
  mutating func parse(repeats text: Bytes, in zone: TimeZone) {
    if text.isEmpty { return }
    let rule = text.begins(with: "rrule:") ? text.dropFirst(6) : text
    let due = due?.day(in: zone)
    if let own = Recurrence(text.prefix(Self.mostOfSeries).text)
      ?? due.flatMap({ TableValue.recurrence(text, due: $0) })
    {
      repeats = own
      recurrence = .rules(own.standardRuleText)
    } else if rule.begins(with: "freq="), rule.count <= Limits.ruleBytes {
      recurrence = .rules(rule.text)
      passed = 0
    } else {
      remark(.rule, text.text)
    }
  }

  /// Takes a rule of RFC 5545, which may count from the completion. The due date is its first one.
  package mutating func parse(rule: String, isAfterCompletion: Bool) {
    guard isAfterCompletion else {
      recurrence = rule.utf8.count <= Limits.ruleBytes ? .rules(rule) : .dates
      passed = 0
      return
    }
    if let summary = RecurrenceSummary(rule), summary.days == .first, summary.end == .never,
      Recurrence.intervals.contains(summary.interval)
    {
      completionInterval = (summary.interval, summary.unit)
    } else {
      remark(.rule, "RRULE:\(rule)")
    }
  }
}
