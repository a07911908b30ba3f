import Tasks

/// When a VALARM goes off (RFC 5545, section 3.8.6.3).
enum AlarmTrigger {
  /// So long after the due date, or before it where negative.
  case due(CalendarDuration)
  /// So long after the start of the task.
  case start(CalendarDuration)
  case moment(CalendarTime)

  /// Nil for a line that is no TRIGGER.
  init?(_ line: ContentLine) {
    guard line.name == "TRIGGER" else { return nil }
    if let duration = CalendarDuration(line.value) {
      self = line.related?.equals("end") == true ? .due(duration) : .start(duration)
    } else if let time = CalendarTime(line) {
      self = .moment(time)
    } else {
      return nil
    }
  }
}

/// The VALARMs of a task, of which a bounded number is read.
struct Alarms {
  private(set) var count = 0
  private var triggers: [AlarmTrigger] = []

  /// More alarms are left out.
  private static let most = 50

  mutating func begin() { count += 1 }

  /// Stores when the alarm goes off that was begun last. Of several triggers, the first one counts.
  mutating func parse(_ line: ContentLine) {
    guard triggers.count < min(count, Self.most), let trigger = AlarmTrigger(line) else { return }
    triggers.append(trigger)
  }

  /// The reminders, and how many alarms are none, up to a bound.
  /// - Parameter reminder: the reminder of a trigger; nil if the app has none like it.
  func reminders(_ reminder: (AlarmTrigger) -> Reminder?) -> (set: ReminderSet, others: Int) {
    let found = triggers.compactMap(reminder)
    let set = ReminderSet(found)
    let others = count - found.count + Set(found).count - set.reminders.count
    return (set, min(max(others, 0), Self.most))
  }
}

extension Reminder {
  /// The reminder of an alarm; nil for an alarm after the due date, one to the second, and one longer before it than reminders can be.
  ///
  /// A day without a time counts from ``morning``, so that an alarm at its midnight is a reminder some hours before.
  /// - Parameters:
  ///   - start: the start of the task. An alarm counts from the due date if there is none.
  ///   - due: the due date, with its time or without.
  init?(_ trigger: AlarmTrigger, start: CalendarTime?, due: CalendarTime?, in zones: inout CalendarZones) {
    var after: CalendarDuration
    switch trigger {
    case .moment(let time):
      // The standard has such moments in UTC only.
      guard case .universal = time, let moment = zones.moment(time) else { return nil }
      self.init(at: moment)
      return
    case .due(let duration): after = duration
    case .start(let duration):
      after = duration
      guard let start else { break }
      guard let due else { return nil }
      let length = zones.duration(from: start, to: due)
      after = CalendarDuration(days: after.days - length.days, seconds: after.seconds - length.seconds)
    }
    guard let due else { return nil }
    let morning = if case .day = due { Self.morning.minutes } else { 0 }
    guard after.seconds.isMultiple(of: 60) else { return nil }
    let minutes = morning - after.days * 1_440 - after.seconds / 60
    guard (0...Self.mostMinutes).contains(minutes) else { return nil }
    self = .before(minutes: minutes)
  }

  /// The time of a day from which reminders of a task without a time count in calendars. They can't tell the reader's own.
  static let morning = DayHours.standard.times[0]

  /// The lines of an alarm that shows the title of its task.
  /// - Parameters:
  ///   - end: the end of its component from which it counts: `END` in a VTODO, where that is the due date.
  ///   - isWholeDay: whether the task is due on a day without a time.
  func alarm(_ title: String, from end: String, isWholeDay: Bool) -> [String] {
    let trigger: String
    switch self {
    case .before(let minutes):
      let after = (isWholeDay ? Self.morning.minutes : 0) - minutes
      let (days, rest) = (abs(after) / 1_440, abs(after) % 1_440)
      // A duration without days has a time, and one with whole days has none.
      let text = (days > 0 ? "\(days)D" : "") + (rest > 0 || days == 0 ? "T\(rest)M" : "")
      trigger = "TRIGGER;RELATED=\(end):\(after < 0 ? "-" : "")P\(text)"
    case .at:
      trigger = "TRIGGER;VALUE=DATE-TIME:" + (moment.map(CalendarMoment.text) ?? "")
    }
    return ["BEGIN:VALARM", "ACTION:DISPLAY"] + TodoProperties.text("DESCRIPTION", title) + [trigger, "END:VALARM"]
  }
}

extension TodoProperties {
  /// The alarms of a task.
  static func alarms(_ draft: TaskDraft, from end: String) -> [String] {
    draft.reminders.reminders.filter { $0.moment != nil || draft.due != nil }
      .flatMap { $0.alarm(draft.title, from: end, isWholeDay: draft.time == nil) }
  }
}
