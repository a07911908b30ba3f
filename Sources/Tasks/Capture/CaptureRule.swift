/// What the phrases of a ``CaptureGrammar`` mean.
enum CaptureRule: Hashable, Sendable {
  // Days.
  case day, dayAfterTomorrow, weekday, thisWeekday, nextWeekday, weekdayInWeeks, nextUnit, endOfUnit, endOfNextUnit
  case thisWeekend, nextWeekend, inUnits, date, middleOfMonth
  /// A date that needs a preposition or a time, since it may be something else.
  case doubtfulDate
  /// A day of a month by its number.
  case dayOfMonth
  // Days with a time.
  case partOfToday, moment
  // Times.
  case time
  /// A time that needs a date.
  case timeOfDate
  // Repeats.
  case every, everyAfterCompletion, forUnits, forTimes
}

extension CaptureRule {
  /// The phrases that “on” can be before.
  static let withOn: Set<CaptureRule> = [
    .weekday, .thisWeekday, .nextWeekday, .date, .doubtfulDate, .dayOfMonth, .moment,
  ]
  /// The phrases that name no day by themselves.
  static let withoutDay: Set<CaptureRule> = [
    .doubtfulDate, .time, .timeOfDate, .every, .everyAfterCompletion, .forUnits, .forTimes,
  ]
}

/// The meaning of a phrase.
enum CaptureMeaning {
  case day(Day)
  case moment(Day, TimeOfDay)
  case time(TimeOfDay)
  case repeats(RecurrenceDraft, TimeOfDay?)
  /// How long a series goes on.
  case days(Int)
  case months(Int)
  case count(Int)
}

extension CaptureMatch {
  /// The meaning; nil for a date that does not exist, or is past.
  func meaning(_ grammar: CaptureGrammar, _ context: QuickAddContext) -> CaptureMeaning? {
    let today = context.today
    switch rule {
    case .time, .timeOfDate: return time(context).map(CaptureMeaning.time)
    case .partOfToday:
      if let time = clock(context) { return .moment(today, time) }
      let time = part(context) ?? context.hours.times[2]
      return time < context.now ? .day(today) : .moment(today, time)
    case .moment:
      guard let minutes = self[.moment], let time = TimeOfDay(minutes: minutes % 1_440) else { return nil }
      let day = Day(daysSince1970: minutes / 1_440)
      return day < today ? nil : .moment(day, time)
    case .every, .everyAfterCompletion:
      guard var draft = recurrence(grammar) else { return nil }
      draft.isAfterCompletion = rule == .everyAfterCompletion
      return .repeats(draft, part(context) ?? self[.noon].flatMap(TimeOfDay.init(minutes:)))
    case .forUnits:
      guard let (unit, count) = span(grammar) else { return nil }
      return switch unit.kind {
      case .minute, .hour: nil
      case .day: .days(count)
      case .week: .days(7 * count)
      case .month: .months(count)
      case .year: .months(12 * count)
      }
    case .forTimes: return self[.number].flatMap { Recurrence.counts.contains($0) ? .count($0) : nil }
    case .inUnits: return after(grammar, context)
    case _: return day(grammar, today).map(CaptureMeaning.day)
    }
  }

  private subscript(kind: WordKind) -> Int? { values.first { $0.kind == kind }?.value }
  private var weekday: Weekday? { self[.weekday].flatMap(Weekday.init(rawValue:)) }

  // MARK: Days

  private func day(_ grammar: CaptureGrammar, _ today: Day) -> Day? {
    switch rule {
    case .day: self[.day].map(today.adding(days:))
    case .dayAfterTomorrow: today.adding(days: 2)
    case .weekday: weekday.map { today.adding(days: 1).next($0) }
    case .thisWeekday: weekday.map(today.next)
    case .nextWeekday: weekday.map(today.nextMonday.next)
    case .weekdayInWeeks: weekdayInWeeks(grammar, today)
    case .nextUnit: unit(grammar).flatMap(today.start(ofNext:))
    case .endOfUnit: unit(grammar).flatMap(today.end(of:))
    case .endOfNextUnit: unit(grammar).flatMap { unit in today.start(ofNext: unit)?.end(of: unit) }
    case .thisWeekend: today.weekday == .sunday ? today : today.next(.saturday)
    case .nextWeekend: today.nextMonday.next(.saturday)
    case .middleOfMonth: self[.month].flatMap { today.next(month: $0, day: 15) }
    case .doubtfulDate where self[.doubtfulDate] == nil: self[.ordinal].flatMap { today.next(day: $0, weekday) }
    case .date, .doubtfulDate: date(today).flatMap { weekday == nil || weekday == $0.weekday ? $0 : nil }
    case .dayOfMonth: self[.ordinal].flatMap { today.next(day: $0, weekday) }
    case _: nil
    }
  }

  private func weekdayInWeeks(_ grammar: CaptureGrammar, _ today: Day) -> Day? {
    guard let (unit, count) = span(grammar), unit.kind == .week, let weekday else { return nil }
    return today.adding(days: 7 * count - today.weekday.rawValue + weekday.rawValue)
  }

  private func date(_ today: Day) -> Day? {
    let month = self[.month] ?? (self[.dateOfYear] ?? self[.doubtfulDate]).map { $0 / 100 }
    let number =
      self[.digits] ?? self[.ordinal] ?? self[.place] ?? (self[.dateOfYear] ?? self[.doubtfulDate]).map { $0 % 100 }
    if let days = self[.date] {
      let day = Day(daysSince1970: days)
      return day < today ? nil : day
    }
    guard let month, let number else { return nil }
    guard let year = self[.year] else { return today.next(month: month, day: number) }
    return Day(year: year, month: month, day: number).flatMap { $0 < today ? nil : $0 }
  }

  // MARK: Times

  private func part(_ context: QuickAddContext) -> TimeOfDay? {
    self[.part].map { context.hours.times[$0] }
  }

  private func time(_ context: QuickAddContext) -> TimeOfDay? { clock(context) ?? part(context) }

  /// The time in digits; nil if there is none, or if it may be in the morning or in the afternoon (“at 5”).
  private func clock(_ context: QuickAddContext) -> TimeOfDay? {
    if let minutes = self[.time] ?? self[.noon] { return TimeOfDay(minutes: minutes) }
    guard let minutes = self[.clock] ?? self[.digits].map({ $0 * 60 }) else { return nil }
    if let noon = self[.meridiem] {
      return 60..<780 ~= minutes ? TimeOfDay(minutes: minutes % 720 + noon) : nil
    }
    if rule == .partOfToday || self[.part] != nil {
      // “Evening at 8”.
      let isLate = (part(context) ?? context.hours.times[2]).minutes >= 720
      return TimeOfDay(minutes: isLate && minutes < 720 ? minutes + 720 : minutes)
    }
    return self[.clock] != nil || 420...1_380 ~= minutes ? TimeOfDay(minutes: minutes) : nil
  }

  // MARK: Spans

  private func unit(_ grammar: CaptureGrammar) -> CaptureGrammar.Unit? { self[.unit].map { grammar.units[$0] } }

  /// A number of units, which have to agree with it: `1 day`, `2 days`, `a week`.
  private func span(_ grammar: CaptureGrammar) -> (CaptureGrammar.Unit, count: Int)? {
    if let span = self[.span] {
      let kinds: [CaptureGrammar.Unit.Kind] = [.day, .week, .month, .year]
      return span < 10 ? nil : (CaptureGrammar.Unit(kind: kinds[span % 10]), span / 10)
    }
    guard let unit = unit(grammar) else { return nil }
    guard let number = self[.number] else { return unit.isPlural ? nil : (unit, unit.count) }
    return number > 0 && (number == 1) != unit.isPlural ? (unit, number * unit.count) : nil
  }

  private func after(_ grammar: CaptureGrammar, _ context: QuickAddContext) -> CaptureMeaning? {
    guard let (unit, count) = span(grammar) else { return nil }
    let today = context.today
    switch unit.kind {
    case .minute, .hour:
      let minutes = context.now.minutes + count * (unit.kind == .hour ? 60 : 1)
      return TimeOfDay(minutes: minutes % 1_440).map { .moment(today.adding(days: minutes / 1_440), $0) }
    case .day:
      // “Built in a day” tells how long it takes.
      return values.count == 1 && self[.span] == nil ? nil : today.after(days: count).map(CaptureMeaning.day)
    case .week: return today.after(days: 7 * count).map(CaptureMeaning.day)
    case .month: return today.adding(months: count).map(CaptureMeaning.day)
    case .year: return today.adding(months: 12 * count).map(CaptureMeaning.day)
    }
  }

  // MARK: Repeats

  private func recurrence(_ grammar: CaptureGrammar) -> RecurrenceDraft? {
    let at = values.firstIndex { $0.kind == .unit || $0.kind == .adverb }
    let (before, days) = at.map { (values[..<$0], values[($0 + 1)...]) } ?? ([], values[...])
    guard let at else { return Self.draft(days, nil) }
    let unit = grammar.units[values[at].value]
    let isAdverb = values[at].kind == .adverb
    var interval = 1
    if let number = before.last {
      if number.kind == .place, number.value == -1 {
        return unit.kind == .day && days.isEmpty ? RecurrenceDraft(.month, monthDay: .last) : nil
      }
      guard number.value > 1, (number.kind == .number) == unit.isPlural else { return nil }
      interval = number.value
    } else if unit.isPlural, !isAdverb {
      return nil
    }
    guard let frequency = unit.frequency, Recurrence.intervals.contains(interval * unit.count) else { return nil }
    guard !days.isEmpty else { return RecurrenceDraft(frequency, interval: interval * unit.count) }
    guard var draft = Self.draft(days, frequency) else { return nil }
    draft.interval = interval * unit.count
    return draft
  }

  /// The days within a unit: weekdays of a week, days of a month, a date of a year.
  private static func draft(
    _ days: ArraySlice<(kind: WordKind, value: Int)>, _ unit: Recurrence.Unit?
  ) -> RecurrenceDraft? {
    func all(_ kinds: WordKind...) -> [Int] { days.filter { kinds.contains($0.kind) }.map(\.value) }
    var weekdays = Set(all(.weekday).compactMap(Weekday.init(rawValue:)))
    for set in all(.dayset) { weekdays.formUnion(Weekday.allCases.filter { set >> $0.rawValue & 1 == 1 }) }
    let (ordinals, month) = (all(.ordinal, .place, .digits), all(.month).first)
    guard ordinals.allSatisfy({ $0 <= 31 }) else { return nil }
    var draft: RecurrenceDraft?
    if let month {
      guard let day = ordinals.first, Day(year: 2000, month: month, day: day) != nil else { return nil }
      draft = RecurrenceDraft(.year, date: RecurrenceDraft.YearDate(month: month, day: day))
    } else if !weekdays.isEmpty, !all(.other).isEmpty {
      draft = RecurrenceDraft(.week, interval: 2, weekdays: weekdays)
    } else if let weekday = weekdays.first, let place = ordinals.first {
      guard place == -1 || 1...4 ~= place else { return nil }
      draft = RecurrenceDraft(.month, monthDay: .weekday(weekday, place: place))
    } else if !weekdays.isEmpty {
      draft = RecurrenceDraft(.week, weekdays: weekdays)
    } else if ordinals.count == 1 {
      draft = RecurrenceDraft(.month, monthDay: ordinals[0] == -1 ? .last : .date(ordinals[0]))
    } else if ordinals.count > 1 {
      draft = Recurrence.MonthDay(ordinals).map { RecurrenceDraft(.month, monthDay: $0) }
    } else if !all(.part, .noon).isEmpty {
      draft = RecurrenceDraft(.day)
    }
    return unit == nil || draft?.unit == unit ? draft : nil
  }
}

extension CaptureGrammar.Unit {
  fileprivate var frequency: Recurrence.Unit? {
    switch kind {
    case .minute, .hour: nil
    case .day: .day
    case .week: .week
    case .month: .month
    case .year: .year
    }
  }
}

extension Day {
  /// The Monday of the next week.
  public var nextMonday: Day { adding(days: 8 - weekday.rawValue) }

  /// The next such weekday, this day included.
  fileprivate func next(_ weekday: Weekday) -> Day {
    adding(days: (weekday.rawValue - self.weekday.rawValue + 7) % 7)
  }

  /// The next such day of a year, this day included; nil if there is none. 29 February may be eight years away.
  fileprivate func next(month: Int, day: Int) -> Day? {
    (0...8).lazy.compactMap { Day(year: year + $0, month: month, day: day) }.first { $0 >= self }
  }

  /// The next such day of a month, this day included, that is a weekday.
  fileprivate func next(day number: Int, _ weekday: Weekday?) -> Day? {
    let months = (0...12).map { (year: year + (month - 1 + $0) / 12, month: (month - 1 + $0) % 12 + 1) }
    let days = months.lazy.compactMap { Day(year: $0.year, month: $0.month, day: number) }
    return days.first { $0 >= self && (weekday == nil || weekday == $0.weekday) }
  }

  /// The first day of the next week, month or year; nil after ``last``, and for other units.
  fileprivate func start(ofNext unit: CaptureGrammar.Unit) -> Day? {
    switch unit.kind {
    case _ where unit.count > 1: nil
    case .week: nextMonday
    case .month: Day(year: year + month / 12, month: month % 12 + 1, day: 1)
    case .year: Day(year: year + 1, month: 1, day: 1)
    case .minute, .hour, .day: nil
    }
  }

  /// The last day of this day's month or year. Where a week ends is not agreed on.
  fileprivate func end(of unit: CaptureGrammar.Unit) -> Day? {
    switch unit.kind {
    case .day: self
    case .month, .year: start(ofNext: unit)?.adding(days: -1)
    case .minute, .hour, .week: nil
    }
  }

  fileprivate func after(days: Int) -> Day? {
    let day = adding(days: days)
    return day.daysSince(self) == days ? day : nil
  }
}
