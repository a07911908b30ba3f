import StatePages
import Tasks

/// The part of a task's form that says how the task repeats, with its next dates.
struct RecurrenceFields: TemplateView {
  static let fields: [String: Field<RecurrenceFields>] = [
    "showsDates": .flag(\.showsDates),
    "recurs": .flag { $0.rule != nil },
    "rule": .pieces { $0.rule.map { [$0] } ?? [] },
    "hasDates": .flag { !$0.dates.isEmpty },
    "dates": .rows(\.dates), "last": .flag(\.isLast),
    "missed": .number(upTo: Limits.missedDates - 1, \.missed),
    "skipTo": .optional(\.skipTo), "replaces": .flag(\.replaces),
    "units": .rows { Choice.units($0.input.unit) },
    "interval": .text(\.input.interval),
    "wrongInterval": .flag { $0.invalid == .interval },
    "wrongDate": .flag { $0.invalid == .date },
    "wrongUntil": .flag { $0.invalid == .until },
    "wrongCount": .flag { $0.invalid == .count },
    "weekdays": .rows { view in
      view.days.week.map { WeekdayOption($0, view.days, isChosen: view.input.weekdays.contains($0.weekday)) }
    },
    "onDate": .flag { $0.input.monthDay == .date },
    "onWeekday": .flag { $0.input.monthDay == .weekday },
    "onLast": .flag { $0.input.monthDay == .last },
    "date": .text(\.input.date),
    "places": .rows { Choice.places($0.input.place) },
    "monthWeekdays": .rows { view in
      view.days.week.map { day in
        Choice(
          String(day.weekday.rawValue), view.days.name(of: day.weekday), isSelected: day.weekday == view.input.weekday)
      }
    },
    "afterCompletion": .flag(\.input.isAfterCompletion),
    "endsNever": .flag { $0.input.end == .never },
    "endsUntil": .flag { $0.input.end == .until },
    "endsCount": .flag { $0.input.end == .count },
    "until": .text(\.input.until),
    "untilIsDate": .flag { $0.input.until.isEmpty || Day(iso: $0.input.until) != nil },
    "count": .text(\.input.count),
  ]
  private let input: RecurrenceInput
  private let days: DayPrinter
  private let rule: RecurrenceView?
  private let dates: [DateRow]
  /// Whether the series ends with the dates that are shown.
  private let isLast: Bool
  private let missed: Int?
  private let skipTo: String?
  private let showsDates: Bool
  private let invalid: RecurrenceInput.Entry?
  /// Whether the controls can't show the rule, so that changing them replaces it.
  private let replaces: Bool

  static let shownDates = 5

  init(_ content: TaskScreen.Content, for look: DisplaySettings) {
    let (task, days) = (content.task, DayPrinter(look))
    input = content.repeats ?? RecurrenceInput(task.repeats, due: task.due, today: look.today)
    replaces = task.done == nil && task.repeats.map { $0.pattern == nil } ?? false
    self.days = days
    let recurrence = task.done == nil ? Recurrence(content.input[.repeats]) : nil
    rule = recurrence.map { RecurrenceView($0, days) }
    // The dates that a late task missed do not come again.
    let next = recurrence.flatMap { $0.current < look.today ? $0.next(completedOn: look.today, at: task.time) : $0 }
    let planned = next?.upcoming(Self.shownDates + 1, at: task.time) ?? []
    let postponed = content.repeats == nil ? recurrence?.postponed(to: task.due, today: look.today) : nil
    let upcoming = postponed.map { due in [due] + planned.filter { $0 > due } } ?? planned
    dates = upcoming.prefix(Self.shownDates).map { DateRow(iso: $0.iso, text: days.weekdayAndDate($0)) }
    isLast = upcoming.count <= Self.shownDates
    let stored = task.done == nil ? task.repeats : nil
    missed = stored.flatMap {
      $0.missed(due: task.due.map { days.day($0, task.time) }, at: task.time, today: look.today)
    }
    // The dates of a typed recurrence are not saved yet.
    skipTo =
      content.repeats != nil ? nil : stored?.next(skippedOn: look.today, at: task.time).map { days.date($0.current) }
    showsDates = content.showsDates
    invalid = content.repeats?.invalid
  }

  struct DateRow: TemplateView {
    static let fields: [String: Field<DateRow>] = ["iso": .text(\.iso), "text": .text(\.text)]
    let iso, text: String
  }

  struct WeekdayOption: TemplateView {
    static let fields: [String: Field<WeekdayOption>] = [
      "number": .text { String($0.weekday.rawValue) },
      "name": .text(\.name), "short": .text(\.short), "selected": .flag(\.isChosen),
    ]
    private let weekday: Weekday
    private let name, short: String
    private let isChosen: Bool

    init(_ day: (weekday: Weekday, short: String), _ days: DayPrinter, isChosen: Bool) {
      (weekday, short) = day
      name = days.name(of: weekday)
      self.isChosen = isChosen
    }
  }
}

extension Recurrence {
  /// The due date of the open task, if only this one was postponed, to today or later.
  fileprivate func postponed(to due: Day?, today: Day) -> Day? {
    due.flatMap { $0 != current && $0 >= today ? $0 : nil }
  }
}
