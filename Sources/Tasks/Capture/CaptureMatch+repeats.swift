extension CaptureMatch {
  // MARK: Spans

  /// The unit of the phrase.
  func unit(_ grammar: CaptureGrammar) -> CaptureGrammar.Unit? { self[.unit].map { grammar.units[$0] } }

  /// A number of units, which have to agree with it: `1 day`, `2 days`, `a week`.
  func span(_ grammar: CaptureGrammar) -> (CaptureGrammar.Unit, count: Int)? {
    if let span = self[.span] {
      return Self.span(span / 100, grammar.units[span % 100])
    }
    guard let unit = unit(grammar) else { return nil }
    guard let number = self[.number] else { return unit.isPlural == true ? nil : (unit, unit.count) }
    return Self.span(number, unit)
  }

  private static func span(_ number: Int, _ unit: CaptureGrammar.Unit) -> (CaptureGrammar.Unit, count: Int)? {
    number > 0 && (number == 1) != unit.isPlural ? (unit, number * unit.count) : nil
  }

  /// A day or a moment in some time; nil after ``Day/last``.
  func after(_ grammar: CaptureGrammar, _ context: QuickAddContext) -> CaptureMeaning? {
    guard let (unit, count) = span(grammar) else { return nil }
    let today = context.today.adding(days: self[.day] ?? 0)
    switch unit.kind {
    case .minute, .hour:
      if today != context.today { return nil }
      let minutes = context.now.minutes + count * (unit.kind == .hour ? 60 : 1)
      return TimeOfDay(minutes: minutes % 1_440).map { .moment(today.adding(days: minutes / 1_440), $0) }
    case .day:
      // “Built in a day” tells how long it takes.
      let isLength = values.count == 1 && self[.span] == nil && count == 1
      return isLength ? nil : today.after(days: count).map(CaptureMeaning.day)
    case .week: return today.after(days: 7 * count).map(CaptureMeaning.day)
    case .month: return today.adding(months: count).map(CaptureMeaning.day)
    case .year: return today.adding(months: 12 * count).map(CaptureMeaning.day)
    }
  }

  // MARK: Repeats

  /// The recurrence; nil if the words contradict each other.
  func recurrence(_ grammar: CaptureGrammar) -> RecurrenceDraft? {
    let at = values.firstIndex { $0.kind == .unit || $0.kind == .adverb }
    let (before, days) = at.map { (values[..<$0], values[($0 + 1)...]) } ?? ([], values[...])
    guard let at else { return Self.draft(days, nil) }
    let unit = grammar.units[values[at].value]
    let isAdverb = values[at].kind == .adverb
    var interval = 1
    if let number = before.last {
      if number.value == -1 {
        return unit.kind == .day && days.isEmpty ? RecurrenceDraft(.month, monthDay: .last) : nil
      }
      guard number.value > 1, unit.isPlural == nil || (number.kind == .number) == unit.isPlural else { return nil }
      interval = number.value
    } else if unit.isPlural == true, !isAdverb {
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
    var weekdays = Set(all(.weekday, .weekdayName).compactMap(Weekday.init(rawValue:)))
    for set in all(.dayset, .repeatedDays, .dayRange) {
      weekdays.formUnion(Weekday.allCases.filter { set >> $0.rawValue & 1 == 1 })
    }
    let (ordinals, months) = (all(.ordinal, .place, .edge, .digits), all(.month))
    guard ordinals.allSatisfy({ $0 <= 31 }) else { return nil }
    var draft: RecurrenceDraft?
    if months.count == 1, ordinals.count == 1 {
      guard Day(year: 2000, month: months[0], day: ordinals[0]) != nil else { return nil }
      draft = RecurrenceDraft(.year, date: RecurrenceDraft.YearDate(month: months[0], day: ordinals[0]))
    } else if !months.isEmpty {
      guard months.count == ordinals.count else { return nil }
      draft = RecurrenceDraft.YearDate(Array(zip(months, ordinals))).map { RecurrenceDraft(.year, date: $0) }
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
