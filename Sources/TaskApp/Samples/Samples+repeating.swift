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

  /// A task with subtasks, two of which have subtasks of their own, and another task.
  static let outline: [TaskRow] = [
    step(
      70, "Renovate the kitchen", progress: SubtaskProgress(done: 1, total: 3), OutlinePosition(depth: 0, height: 2)),
    step(71, "Measure the walls", in: 70, done: true, at: 0, of: 3, depth: 1),
    step(
      72, "Order the material", in: 70, progress: SubtaskProgress(done: 0, total: 2),
      OutlinePosition(depth: 1, siblings: RowPosition(before: 1, total: 3), height: 1)),
    step(73, "Tiles", in: 72, at: 0, of: 2, depth: 2),
    step(74, "Glue, for the wet corner", in: 72, at: 1, of: 2, depth: 2),
    step(
      75, "Lay the tiles", in: 70, progress: SubtaskProgress(done: 2, total: 12), subtasks: .folded,
      OutlinePosition(depth: 1, siblings: RowPosition(before: 2, total: 3))),
    step(
      76, "Sort the photos", progress: SubtaskProgress(done: 40, total: 800), subtasks: .elsewhere,
      OutlinePosition(depth: 0)),
    step(77, "Water the plants", OutlinePosition(depth: 0)),
  ]

  private static func step(
    _ id: Int64, _ title: String, in parent: Int64, done: Bool = false, at index: Int, of count: Int, depth: Int
  ) -> TaskRow {
    step(
      id, title, in: parent, done: done,
      OutlinePosition(depth: depth, siblings: RowPosition(before: index, total: count)))
  }

  private static func step(
    _ id: Int64, _ title: String, in parent: Int64? = nil, done: Bool = false, progress: SubtaskProgress? = nil,
    subtasks: SubtasksDisplay = .shown, _ place: OutlinePosition
  ) -> TaskRow {
    let titles: [Int64: String] = [70: "Renovate the kitchen", 72: "Order the material"]
    return TaskRow(
      id: taskID(id), list: listID(2), title: title, hasNotes: false, due: nil, priority: .none,
      done: done ? date(afternoon) : nil, version: changeID(30),
      parent: parent.map { ParentTask(id: taskID($0), title: titles[$0] ?? "") }
    ).placed(at: place, progress: progress, subtasks: subtasks)
  }
}
