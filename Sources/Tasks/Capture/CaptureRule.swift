/// What the phrases of a ``CaptureGrammar`` mean.
enum CaptureRule: String, Sendable {
  // Days.
  case day, dayAfterTomorrow, weekday, thisWeekday, nextWeekday, weekdayAfterNext, weekdayInWeeks, nextUnit,
    unitAfterNext
  case startOfUnit, endOfUnit, endOfNextUnit, thisWeekend, nextWeekend, inUnits, date, middleOfMonth, endOfMonth
  case endOfYear
  /// A week by its number in the year.
  case weekOfYear
  /// A date that needs a preposition or a time, since it may be something else.
  case doubtfulDate
  /// A day of a month by its number.
  case dayOfMonth
  /// A day of a month by its number alone, which may be a rank.
  case ordinalDay
  /// The days from one to another of a month.
  case dateRange
  // Days with a time.
  /// A part of a day or of a weekday; of today if none is named.
  case partOfDay
  case moment
  // Times.
  case time
  /// A time that needs a date.
  case timeOfDate
  /// A time without any other word, which may be a place in a text.
  case bareTime
  // Repeats.
  case every, everyAfterCompletion, forUnits, forTimes
  /// A repeat that needs a time, since it may be a label.
  case doubtfulEvery
  /// A part of the day or of a weekday that repeats, with a time.
  case everyPart
}

extension CaptureRule {
  /// The phrases that “on” can be before.
  static let withOn: Set<CaptureRule> = [
    .weekday, .thisWeekday, .nextWeekday, .weekdayAfterNext, .weekdayInWeeks, .date, .doubtfulDate, .dayOfMonth,
    .moment,
  ]
  /// The phrases that name no day by themselves.
  static let withoutDay: Set<CaptureRule> = timesAndRepeats.union([.doubtfulDate])
  /// The phrases that are about times or repeats.
  static let timesAndRepeats: Set<CaptureRule> = [
    .time, .timeOfDate, .bareTime, .every, .doubtfulEvery, .everyPart, .everyAfterCompletion, .forUnits, .forTimes,
  ]
}

/// The meaning of a phrase.
enum CaptureMeaning {
  case day(Day)
  /// The first and the last day.
  case span(Day, Day)
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
    // Times that people agree on are full or quarter hours by day, verses and results any numbers.
    case .bareTime:
      return self[.clock].flatMap { $0 % 15 == 0 && $0 >= 420 ? TimeOfDay(minutes: $0) : nil }.map(CaptureMeaning.time)
    case .dateRange: return span(today)
    case .partOfDay:
      let day =
        weekday.map { today.adding(days: 1).next($0) } ?? today.adding(days: self[.day] ?? self[.dayOfPart] ?? 0)
      if let time = clock(context) { return .moment(day, time) }
      guard self[.clock, .digits, .hour] == nil else { return nil }
      let time = part(context) ?? context.hours.times[2]
      return day == today && time < context.now ? .day(today) : .moment(day, time)
    case .moment:
      guard let minutes = self[.moment], let time = TimeOfDay(minutes: minutes % 1_440) else { return nil }
      let day = Day(daysSince1970: minutes / 1_440)
      return day < today ? nil : .moment(day, time)
    case .every, .doubtfulEvery, .everyAfterCompletion:
      guard var draft = recurrence(grammar) else { return nil }
      draft.isAfterCompletion = rule == .everyAfterCompletion
      return .repeats(draft, part(context) ?? self[.noon].flatMap(TimeOfDay.init(minutes:)))
    case .everyPart:
      let draft = weekday.map { RecurrenceDraft(.week, weekdays: [$0]) } ?? RecurrenceDraft(.day)
      return clock(context).map { .repeats(draft, $0) }
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
    case _: return day(grammar, context).map(CaptureMeaning.day)
    }
  }

  subscript(kinds: WordKind...) -> Int? { values.first { kinds.contains($0.kind) }?.value }
  private var weekday: Weekday? { self[.weekday].flatMap(Weekday.init(rawValue:)) }

  // MARK: Days

  private func day(_ grammar: CaptureGrammar, _ context: QuickAddContext) -> Day? {
    let (today, nextWeek) = (context.today, context.nextWeek)
    return switch rule {
    case .day: self[.day].map(today.adding(days:)).flatMap { weekday == nil || weekday == $0.weekday ? $0 : nil }
    case .dayAfterTomorrow: today.adding(days: 2)
    case .weekday: weekday.map { today.adding(days: 1).next($0) }
    case .thisWeekday: weekday.map(today.next)
    case .nextWeekday: weekday.map(nextWeek.next)
    case .weekdayAfterNext: weekday.map { nextWeek.next($0).adding(days: 7) }
    case .weekdayInWeeks: weekdayInWeeks(grammar, today)
    case .nextUnit: unit(grammar).flatMap { start(ofNext: $0, context) }
    case .unitAfterNext:
      unit(grammar).flatMap { unit in
        unit.isWeek ? nextWeek.adding(days: 7) : today.start(ofNext: unit)?.start(ofNext: unit)
      }
    case .startOfUnit: unit(grammar).flatMap(today.nextStart(of:))
    case .endOfUnit: unit(grammar).flatMap(today.end(of:))
    case .endOfNextUnit: unit(grammar).flatMap { unit in today.start(ofNext: unit)?.end(of: unit) }
    case .weekOfYear: self[.number, .numberedWeek].flatMap { today.next(week: $0, weekday ?? .monday) }
    case .thisWeekend: today.weekday == .sunday ? today : today.next(.saturday)
    case .nextWeekend: today.nextMonday.next(.saturday)
    case .middleOfMonth: date(today)
    case .endOfMonth: endOfMonth(today)
    case .endOfYear: today.end(of: CaptureGrammar.Unit(kind: .year))
    case .doubtfulDate where self[.doubtfulDate] == nil: self[.ordinal].flatMap { today.next(day: $0, weekday) }
    case .date, .doubtfulDate: date(today).flatMap { weekday == nil || weekday == $0.weekday ? $0 : nil }
    case .ordinalDay: self[.ordinal].flatMap { today.next(day: $0, nil) }
    case .dayOfMonth: self[.ordinal, .digits, .place].flatMap { today.next(day: $0, weekday) }
    case _: nil
    }
  }

  private func start(ofNext unit: CaptureGrammar.Unit, _ context: QuickAddContext) -> Day? {
    unit.isWeek ? context.nextWeek : context.today.start(ofNext: unit)
  }

  /// Some weeks after the next such weekday; nil for other units, and without any: “in two friday”.
  private func weekdayInWeeks(_ grammar: CaptureGrammar, _ today: Day) -> Day? {
    guard let (unit, count) = span(grammar), let weekday else { return nil }
    let days = unit.kind == .week ? 7 * count : unit.kind == .day ? count : 1
    return days % 7 == 0 ? today.next(weekday).adding(days: days) : nil
  }

  /// The last day of a month by its name, or of this month.
  private func endOfMonth(_ today: Day) -> Day? {
    let month = CaptureGrammar.Unit(kind: .month)
    guard let number = self[.month] else { return today.end(of: month) }
    return today.month == number ? today.end(of: month) : today.next(month: number, day: 1)?.end(of: month)
  }

  /// The first and the last of some days of a month, which may have begun; nil if they are past, or in the wrong order.
  private func span(_ today: Day) -> CaptureMeaning? {
    let numbers =
      self[.digitRange].map { [$0 / 100, $0 % 100] }
      ?? values.filter { $0.kind == .digits || $0.kind == .ordinal }.map(\.value)
    guard let month = self[.month], let first = numbers.first, let last = numbers.dropFirst().first, first < last,
      let end = self[.year].map({ Day(year: $0, month: month, day: last) }) ?? today.next(month: month, day: last),
      end >= today
    else { return nil }
    return .span(end.adding(days: first - last), end)
  }

  private func date(_ today: Day) -> Day? {
    let month = self[.month] ?? (self[.dateOfYear] ?? self[.doubtfulDate]).map { $0 / 100 }
    let number =
      rule == .middleOfMonth
      ? 15 : self[.digits, .ordinal, .place] ?? (self[.dateOfYear] ?? self[.doubtfulDate]).map { $0 % 100 }
    if let days = self[.date] {
      let day = Day(daysSince1970: days)
      return day < today ? nil : day
    }
    guard let month, let number else { return nil }
    guard let year = self[.year] else { return today.next(month: month, day: number) }
    return Day(year: year, month: month, day: number).flatMap { $0 < today ? nil : $0 }
  }
}
