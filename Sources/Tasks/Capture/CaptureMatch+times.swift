extension CaptureMatch {
  /// The time of day; nil if it may be in the morning or in the afternoon (“at 5”).
  func time(_ context: QuickAddContext) -> TimeOfDay? { clock(context) ?? (hasHour ? nil : part(context)) }

  /// The time that a part of the day means.
  func part(_ context: QuickAddContext) -> TimeOfDay? { self[.part].map { context.hours.times[$0] } }

  private var hasHour: Bool { self[.clock, .dottedClock, .digits, .hour] != nil }

  /// The time with an hour; nil if there is none, or if it may be in the morning or in the afternoon.
  func clock(_ context: QuickAddContext) -> TimeOfDay? {
    if let minutes = self[.time] { return TimeOfDay(minutes: minutes) }
    guard let minutes else { return self[.noon].flatMap(TimeOfDay.init(minutes:)) }
    if let noon = self[.meridiem] { return 60..<780 ~= minutes ? TimeOfDay(minutes: minutes % 720 + noon) : nil }
    if self[.noon] != nil {
      // “Noon” is around twelve: 11:30, 12:00, 1:30 p.m.
      return TimeOfDay(minutes: minutes < 600 ? minutes + 720 : minutes)
    }
    if rule == .partOfDay || self[.part] != nil {
      // “Evening at 8”. At night it is twelve to five, or eight to eleven.
      let part = part(context) ?? context.hours.times[2]
      let isNight = part == context.hours.times[3]
      if isNight, 720..<780 ~= minutes || minutes < 360 && rule == .partOfDay { return nil }
      let isLate = part.minutes >= 720 && minutes < 720 && !(isNight && minutes < 360)
      return TimeOfDay(minutes: isLate ? minutes + 720 : minutes)
    }
    // “Half past three” is said of the afternoon.
    if self[.fraction, .quarter] != nil, self[.clock] == nil, 60..<360 ~= minutes {
      return TimeOfDay(minutes: minutes + 720)
    }
    return self[.clock, .oclock] != nil || 420...1_380 ~= minutes ? TimeOfDay(minutes: minutes) : nil
  }

  /// The hour and its minutes as they are said.
  private var minutes: Int? {
    let least = (self[.oclock] ?? 0) * 60
    if let clock = self[.clock, .dottedClock] { return clock < min(least, 420) ? nil : clock }
    let hours = values.filter { $0.kind == .hour || $0.kind == .hourNumber }.map(\.value)
    guard let hour = hours.isEmpty ? self[.digits] : hours.reduce(0, +), hour <= 24, hour * 60 >= least else {
      return nil
    }
    let more = self[.number, .quarter] ?? 0
    guard more < 60 else { return nil }
    return hour * 60 + (self[.fraction] ?? 0) + (self[.sign] ?? 1) * more
  }
}
