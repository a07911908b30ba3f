import Foundation
import TaskFormats
import Tasks
import TestSupport

/// Random tasks with all kinds of values.
struct RandomTasks {
  private var random: Seeded

  init(seed: UInt64) { random = Seeded(seed) }

  private static let words = [
    "Milk", "a, b; c", "\"quoted\"", "back\\slash", "*bold*", "_low_", "[x]", "<b>", "&amp;", "# no", "1. one",
    "e\u{301}", "👩‍🌾", "x", "due", "+1", "~~", "`code`", "Ünïcödé", "日本語のタスク", "https://choir.example/a_b", "100%",
    "(A)", "2026-01-01", "{}", "|", "=", "!", "a\u{2028}b", "RTL עברית",
  ]
  private static let zones = ["Europe/Berlin", "America/New_York", "Asia/Kolkata", "UTC", "Australia/Lord_Howe"]

  /// Tasks in their order, each directly before its descendants.
  mutating func tasks(_ count: Int) -> [PortableTask] {
    var depth = -1
    // The steps of a completed task are completed.
    var completed: [Date?] = []
    return (0..<count).map { number in
      depth = Int.random(in: 0...min(depth + 1, PortableTask.deepest), using: &random)
      var task = task(number, depth: depth)
      completed = Array(completed.prefix(depth))
      if task.completed == nil, let above = completed.last ?? nil { (task.completed, task.percent) = (above, nil) }
      completed.append(task.completed)
      return task
    }
  }

  private mutating func task(_ number: Int, depth: Int) -> PortableTask {
    let isDone = chance(3)
    let milliseconds = Int.random(in: 1_000_000_000_000...1_700_000_000_000, using: &random)
    let created = Self.moment(milliseconds)
    var task = PortableTask(
      uid: "uid-\(number),;:\(Int.random(in: 0..<1_000_000, using: &random))", draft: draft(), created: created,
      changed: Self.moment(milliseconds + Int.random(in: 0..<100_000_000, using: &random)), depth: depth)
    if isDone { task.completed = min(task.changed ?? created, importDate) }
    if !isDone, chance(3) { task.percent = Int.random(in: 1...99, using: &random) }
    return task
  }

  private mutating func draft() -> TaskDraft {
    let due = chance(2) ? day() : nil
    let time = due != nil && chance(2) ? clock() : nil
    let start = chance(3) ? (due ?? day()).adding(days: -Int.random(in: 0...9, using: &random)) : nil
    let tags = (0..<Int.random(in: 0...3, using: &random)).compactMap { Tag(["home", "Büro", "a/b", "日本", "x.y"][$0]) }
    return TaskDraft(
      title: text(words: 1...8), notes: chance(2) ? notes() : "", due: due, time: time,
      repeats: due.flatMap { chance(2) ? recurrence(due: $0) : nil }, start: start, tags: TagSet(tags),
      priority: Priority.allCases.randomElement(using: &random) ?? .none)
  }

  private mutating func text(words: ClosedRange<Int>) -> String {
    let count = Int.random(in: words, using: &random)
    return (0..<count).map { _ in Self.words.randomElement(using: &random) ?? "" }.joined(separator: " ")
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private mutating func notes() -> String {
    let lines = (0..<Int.random(in: 1...6, using: &random)).map { _ in chance(4) ? "" : text(words: 1...12) }
    return lines.joined(separator: "\n").trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private mutating func day() -> Day { Day(daysSince1970: Int.random(in: 19_000...22_000, using: &random)) }

  private static func moment(_ milliseconds: Int) -> Date { Date(timeIntervalSince1970: Double(milliseconds) / 1_000) }

  /// No time that clocks skip.
  private mutating func clock() -> ClockTime {
    let minutes = Int.random(in: 240..<1_380, using: &random)
    return ClockTime(
      TimeOfDay(minutes: minutes) ?? .midnight, zone: chance(2) ? Self.zones.randomElement(using: &random) : nil)
  }

  private mutating func recurrence(due: Day) -> Recurrence {
    let patterns: [Recurrence.Pattern] = [
      .daily, .weekly([due.weekday]), .weekly([.monday, .thursday]), .monthly(.date(due.day)), .monthly(.last),
      .monthly(.weekday(.friday, place: -1)), .yearly(month: due.month, day: due.day), .afterCompletion(.week),
    ]
    let ends: [Recurrence.End] = [.never, .never, .until(due.adding(days: 400)), .count(7)]
    let moved = [0, 0, 0, -3, 2].randomElement(using: &random) ?? 0
    return Recurrence(
      patterns.randomElement(using: &random) ?? .daily, interval: Int.random(in: 1...3, using: &random),
      end: ends.randomElement(using: &random) ?? .never, current: due.adding(days: moved))
  }

  private mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }
}
