import Tasks

extension Samples {
  static let repeatingRows: [TaskRow] = [
    repeating(61, "Water the plants", .afterCompletion(.day), interval: 3, due: -1),
    repeating(62, "Weekly report", .weekly([.friday]), due: -21),
    repeating(63, "Take out the paper", .weekly([.tuesday]), interval: 2, due: 4),
    repeating(64, "Stand-up", .weekly([.monday, .tuesday, .wednesday, .thursday, .friday]), due: 3),
    repeating(65, "Stretch", .daily, end: .count(12), due: 0),
    repeating(66, "Pay the rent", .monthly(.last), due: 10),
    repeating(67, "Club evening", .monthly(.weekday(.tuesday, place: 2)), due: 18),
    repeating(68, "Back up the photos", .monthly(.date(30)), end: .until(today.adding(days: 700)), due: 10),
    repeating(69, "Renew the insurance", .yearly(month: 2, day: 29), due: 100),
  ]

  static let repeating = TaskDetail(
    id: taskID(62), list: listID(2), listName: "Kitchen renovation",
    text: TaskDraft(
      title: "Weekly report", notes: "", due: today.adding(days: -21),
      repeats: Recurrence(.weekly([.friday]), current: today.adding(days: -21)), priority: .none),
    done: nil, created: date(now - 700_000), changed: date(now - 700_000), version: changeID(33))

  /// A form with a number that no recurrence has.
  static let typedRecurrence: RecurrenceInput = {
    var typed = RecurrenceInput(repeating.repeats, due: repeating.due, today: today)
    (typed.unit, typed.interval, typed.end, typed.until) = (.month, "0", .until, "next year")
    return typed
  }()
  static let badRecurrence = TaskInput(title: "Weekly report", due: today.iso, repeats: "?")
  static let invalidRecurrence = InvalidInput(FieldProblem(.repeats, .notARecurrence))

  private static func repeating(
    _ id: Int64, _ title: String, _ pattern: Recurrence.Pattern, interval: Int = 1, end: Recurrence.End = .never,
    due: Int
  ) -> TaskRow {
    let day = today.adding(days: due)
    return TaskRow(
      id: taskID(id), list: listID(2), title: title, hasNotes: false, due: day,
      repeats: Recurrence(pattern, interval: interval, end: end, current: day), priority: .none, done: nil,
      version: changeID(30))
  }
}
