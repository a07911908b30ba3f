import StatePages
import Tasks

/// The controls of a task's form that say how it repeats, as typed.
struct RecurrenceInput: Hashable, Sendable {
  /// The unit of the interval; nil for a task that does not repeat.
  var unit: Recurrence.Unit?
  var interval = "1"
  var weekdays: Set<Weekday> = []
  var monthDay = MonthDayKind.date
  /// The dates of a monthly recurrence, from 1 to 31, with commas; -1 for the last day beside others.
  var date = ""
  /// The place of a weekday in the month: 1 to 4, or -1.
  var place = "1"
  var weekday = Weekday.monday
  var isAfterCompletion = false
  var end = EndKind.never
  var until = ""
  var count = ""

  enum MonthDayKind: String, CaseIterable, Sendable { case date, weekday, last }
  enum EndKind: String, CaseIterable, Sendable { case never, until, count }

  /// The controls' names. The weekdays are numbered from Monday, 1.
  enum Name {
    static let unit = "repeat-unit"
    static let interval = "repeat-every"
    static let monthDay = "repeat-on"
    static let date = "repeat-date"
    static let place = "repeat-place"
    static let weekday = "repeat-weekday"
    static let basis = "repeat-from"
    static let end = "repeat-end"
    static let until = "repeat-until"
    static let count = "repeat-count"
    static func weekday(_ day: Weekday) -> String { "repeat-day-\(day.rawValue)" }
    static let all =
      [unit, interval, monthDay, date, place, weekday, basis, end, until, count]
      + Weekday.allCases.map(weekday)
  }
}

extension RecurrenceInput {
  /// The controls for a stored recurrence. Those that it doesn't need are preset with what follows from its date, or from that of the task;
  /// of a rule that they can't show, the unit and the end.
  init(_ recurrence: Recurrence?, due: Day?, today: Day) {
    let day = recurrence?.current ?? due ?? today
    let number = (day.day - 1) / 7 + 1
    (date, place, weekday) = (String(day.day), String(number > 4 ? -1 : number), day.weekday)
    guard let recurrence else { return }
    unit = recurrence.unit
    interval = String(min(recurrence.interval, Recurrence.intervals.upperBound))
    switch recurrence.pattern {
    case .daily, .yearly, nil: break
    case .weekly(let days): weekdays = Set(days)
    case .monthly(.last): monthDay = .last
    case .monthly(.days(let days)): date = days.map(String.init).joined(separator: ", ")
    case .monthly(.weekday(let day, let place)): (monthDay, weekday, self.place) = (.weekday, day, String(place))
    case .afterCompletion: isAfterCompletion = true
    }
    switch recurrence.end {
    case .never: break
    case .until(let day): (end, until) = (.until, day.iso)
    case .count(let count): (end, self.count) = (.count, String(min(count, Recurrence.counts.upperBound)))
    }
  }

  /// The controls of a form; nil if it has none.
  init?(_ form: FormBody) {
    guard let unit = form[Name.unit] else { return nil }
    self.unit = Recurrence.Unit(rawValue: unit)
    interval = form[Name.interval] ?? "1"
    weekdays = Set(Weekday.allCases.filter { form[Name.weekday($0)] != nil })
    monthDay = form[Name.monthDay].flatMap(MonthDayKind.init(rawValue:)) ?? .date
    date = form[Name.date] ?? ""
    place = form[Name.place] ?? "1"
    weekday = form[Name.weekday].flatMap { Int($0) }.flatMap(Weekday.init(rawValue:)) ?? .monday
    isAfterCompletion = form[Name.basis] == "completion"
    end = form[Name.end].flatMap(EndKind.init(rawValue:)) ?? .never
    until = form[Name.until] ?? ""
    count = form[Name.count] ?? ""
  }

  /// A control that can have an invalid value.
  enum Entry: Sendable { case interval, date, until, count }

  /// The first invalid control; nil if there is none.
  var invalid: Entry? {
    guard let unit else { return nil }
    if Self.number(interval, in: Recurrence.intervals) == nil { return .interval }
    if unit == .month, !isAfterCompletion, validMonthDay == nil { return .date }
    guard validEnd == nil else { return nil }
    return end == .until ? .until : .count
  }

  /// The text of the recurrence; empty for none, and no recurrence for invalid input.
  ///
  /// Untouched controls keep the stored recurrence, with its current date: the due date of this time may have been postponed. What was
  /// preset for another due date follows from the one in the form.
  /// - Parameters:
  ///   - stored: the recurrence to change.
  ///   - was: the due date for which the controls were preset.
  ///   - due: the due date in the same form.
  func text(changing stored: Recurrence?, was: Day?, due: Day?, today: Day) -> String {
    guard unit != nil else { return "" }
    let preset = RecurrenceInput(stored, due: was, today: today)
    if let stored, self == preset { return stored.description }
    guard let draft = draft(changing: stored, preset) else { return "?" }
    let recurrence = draft.recurrence(due: due, today: today)
    guard let stored else { return recurrence.description }
    let changed = stored.following(recurrence)
    return changed.hasRule(of: stored) ? stored.description : changed.description
  }

  private func draft(changing stored: Recurrence?, _ preset: RecurrenceInput) -> RecurrenceDraft? {
    guard let unit, let interval = Self.number(interval, in: Recurrence.intervals), let end = validEnd else {
      return nil
    }
    var draft = RecurrenceDraft(
      unit, interval: interval, weekdays: weekdays, isAfterCompletion: isAfterCompletion, end: end)
    if unit == .month, !isAfterCompletion {
      guard let day = validMonthDay else { return nil }
      let isMonthly = if case .monthly? = stored?.pattern { true } else { false }
      switch monthDay {
      case .date: draft.monthDay = !isMonthly && date == preset.date ? nil : day
      case .weekday where !isMonthly && place == preset.place && weekday == preset.weekday:
        draft.isOnWeekdayOfDue = true
      case .weekday, .last: draft.monthDay = day
      }
    }
    if case .yearly(let month, let day)? = stored?.pattern {
      draft.date = RecurrenceDraft.YearDate(month: month, day: day)
    }
    return draft
  }

  private var validMonthDay: Recurrence.MonthDay? {
    switch monthDay {
    case .date: Self.dates(date)
    case .weekday: Int(place).flatMap { [1, 2, 3, 4, -1].contains($0) ? .weekday(weekday, place: $0) : nil }
    case .last: .last
    }
  }

  private var validEnd: Recurrence.End? {
    switch end {
    case .never: .never
    case .until: Self.day(until).map(Recurrence.End.until)
    case .count: Self.number(count, in: Recurrence.counts).map(Recurrence.End.count)
    }
  }

  private static func day(_ text: String) -> Day? {
    do { return try Day(typed: text) } catch { return nil }
  }

  private static func dates(_ text: String) -> Recurrence.MonthDay? {
    let days = text.split(separator: ",", maxSplits: 28).map { number($0.trimmingPrefix(" "), in: -1...31) }
    return days.contains(nil) ? nil : Recurrence.MonthDay(days.compactMap(\.self))
  }

  private static func number(_ text: some StringProtocol, in range: ClosedRange<Int>) -> Int? {
    Int(text).flatMap { range.contains($0) ? $0 : nil }
  }
}
