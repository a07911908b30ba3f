import Foundation
import GRDB
import Tasks
import TestSupport
import Testing

@testable import TaskStore

/// A year of reminders beside a model that knows nothing but the tasks, and the calendar of Foundation.
struct ReminderYearTests {
  private struct Sent: Hashable {
    let task: Int64
    let moment: Date
  }

  private struct MirroredTask {
    let id: Int64
    let due: String?
    let time: String?
    let reminders: [String]
  }

  /// The open tasks of a list.
  private static func tasks(of list: ListID, in store: TaskStore) async throws -> [MirroredTask] {
    try await store.read { db in
      try Row.fetchAll(
        db, sql: "SELECT id, due, time, reminders FROM tasks WHERE list = ? AND done IS NULL AND deleted IS NULL",
        arguments: [list.value]
      ).map { row in
        let reminders: String? = row[3]
        return MirroredTask(
          id: row[0], due: row[1], time: row[2], reminders: reminders?.split(separator: " ").map(String.init) ?? [])
      }
    }
  }

  /// The moment of a reminder such as `30m`, by the calendar of Foundation.
  private static func moment(_ reminder: String, of task: MirroredTask, _ calendar: Calendar) -> Date? {
    guard let due = task.due, let count = Int(reminder.dropLast()) else { return nil }
    let (day, clock) = (due.split(separator: "-").compactMap { Int($0) }, task.time ?? "09:00")
    let time = clock.split(separator: ":").compactMap { Int($0) }
    let before = reminder.last == "d" ? count : 0
    let seconds = reminder.last == "h" ? count * 3_600 : reminder.last == "m" ? count * 60 : 0
    let parts = DateComponents(year: day[0], month: day[1], day: day[2] - before, hour: time[0], minute: time[1])
    return calendar.date(from: parts)?.addingTimeInterval(-Double(seconds))
  }

  @Test(arguments: ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe"])
  func `a year of moves, series, completions, undos and downtime reminds of everything once`(zone: String) async throws
  {
    let world = try await World().register("Ana")
    try await RemindingTests.setZone(zone, world)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: zone))
    let start = RemindingTests.moment("2026-01-01T00:00Z")
    world.clock.hold(at: start)
    let (list, mine) = (try await world.list(), world.mine)
    _ = try await world.channel()
    var random = Seeded(58)
    let first = try #require(Day(iso: "2026-01-02"))
    let drafts = try (0..<100).map { number in
      let due = first.adding(days: Int.random(in: 0..<360, using: &random))
      let time = ["", "06:30", "09:00", "17:45"].randomElement(using: &random) ?? ""
      let reminders = ["0m", "30m", "2h", "1d", "0m 1d", "7d"].randomElement(using: &random) ?? ""
      let repeats = number % 20 == 0 ? "\(due.iso) FREQ=DAILY;INTERVAL=9" : ""
      return try TaskDraft(
        validating: TaskInput(title: "\(number)", due: due.iso, time: time, repeats: repeats, reminders: reminders))
    }
    _ = try await mine.addTasks(drafts, to: list, submission: .fresh())

    var sent: Set<Sent> = []
    var (missed, doubled, unexpected, atNight) = (0, 0, 0, 0)
    var mirror = try await Self.tasks(of: list, in: world.store)
    var next: Date? = start
    var hour = 0
    while hour < 366 * 24 {
      // Nothing runs for up to thirty hours, now and then.
      hour += Int.random(in: 0..<200, using: &random) == 0 ? Int.random(in: 2...30, using: &random) : 1
      let now = start.addingTimeInterval(Double(hour) * 3_600)
      world.clock.hold(at: now)
      var expected: Set<Sent> = []
      for task in mirror {
        for moment in task.reminders.compactMap({ Self.moment($0, of: task, calendar) }) {
          guard moment <= now, moment > max(now.addingTimeInterval(-86_400), start) else { continue }
          if task.time == nil, calendar.component(.hour, from: moment) < 7 { atNight += 1 }
          expected.insert(Sent(task: task.id, moment: moment))
        }
      }
      expected.subtract(sent)
      var found: Set<Sent> = []
      if next.map({ $0 <= now }) ?? false {
        for delivery in try await world.begin({ .sent }) {
          guard case .task(let task) = delivery.subject else { continue }
          let one = Sent(task: task.id.value, moment: delivery.moment)
          if sent.contains(one) || !found.insert(one).inserted { doubled += 1 }
        }
        next = try await world.store.planReminders(of: world.account, in: "UTC")
      }
      missed += expected.subtracting(found).count
      unexpected += found.subtracting(expected).count
      sent.formUnion(found)
      guard hour % 7 == 0, let task = mirror.randomElement(using: &random).map({ TaskID($0.id) }) else { continue }
      let today = Day(of: now, in: calendar.timeZone)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: try await mine.setDue(task, to: today.adding(days: Int.random(in: 0...20, using: &random)))
      case 1: try await mine.complete(task, on: today)
      case 2:
        let deleted = try await mine.deleteTask(task)
        if let change = deleted.change { try await mine.undo(change) }
      case 3:
        let done = try await mine.complete(task, on: today)
        if let change = done.change { try await mine.undo(change) }
      default:
        let found = try await mine.task(task)
        try await mine.editTask(task, found.text.with { $0.title += "!" }, version: found.version)
      }
      mirror = try await Self.tasks(of: list, in: world.store)
      // A task that was changed is looked at again.
      next = now
    }
    #expect((missed, doubled, unexpected, atNight) == (0, 0, 0, 0))
    #expect(sent.count > 100)
  }
}
