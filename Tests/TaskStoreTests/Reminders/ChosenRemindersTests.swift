import Foundation
import GRDB
import Tasks
import TestSupport
import Testing

@testable import TaskStore

/// What an account chooses to be told, what a day's message tells of others, and the shares of accounts.
final class ChosenRemindersTests {
  let world, ben: World
  let list: ListID
  let channel: ReminderChannelID
  var mine: AccountStore<StoreError> { world.mine }

  init() async throws {
    let first = try World()
    (world, ben) = (try await first.register("Ana"), try await first.register("Ben"))
    list = try await world.list()
    for someone in [world, ben] { try await RemindingTests.setZone("Europe/Berlin", someone) }
    world.clock.hold(at: RemindingTests.moment("2026-11-30T12:00Z"))
    channel = try await world.channel()
    world.clock.hold(at: RemindingTests.moment("2026-12-01T06:00Z"))
  }

  @discardableResult
  private func add(_ title: String, due: String, _ time: String = "", _ reminders: String = "") async throws -> TaskID {
    let draft = try TaskDraft(validating: TaskInput(title: title, due: due, time: time, reminders: reminders))
    return try await mine.addTasks([draft], to: list, submission: .fresh()).tasks[0]
  }

  private func remind(at text: String) async throws -> [String] {
    world.clock.hold(at: RemindingTests.moment(text))
    return try await world.remind()
  }

  @Test func `a member is reminded of tasks for nobody only as long as it wants to be`() async throws {
    try await world.share(list, with: ben.account, as: .viewer)
    world.clock.hold(at: RemindingTests.moment("2026-11-30T12:00Z"))
    _ = try await ben.channel()
    world.clock.hold(at: RemindingTests.moment("2026-12-01T06:00Z"))
    #expect(try await ben.mine.sharing(of: list).reminds)
    try await ben.mine.setReminds(false, of: list)
    #expect(try await !ben.mine.sharing(of: list).reminds)
    try await add("Milk", due: "2026-12-01", "09:00", "0m")
    #expect(try await remind(at: "2026-12-01T08:00Z") == ["Milk"])
    try await mine.setReminds(false, of: list)
    try await add("Oats", due: "2026-12-02", "09:00", "0m")
    #expect(try await remind(at: "2026-12-02T08:00Z") == [])
    // In a list of its own, an account is reminded of all.
    try await ben.mine.leave(list)
    try await add("Bread", due: "2026-12-03", "09:00", "0m")
    #expect(try await remind(at: "2026-12-03T08:00Z") == ["Bread"])
  }

  @Test func `where a phone rings by itself, only the tasks of the day are sent`() async throws {
    try await add("Call", due: "2026-12-01", "09:00", "0m")
    try await mine.set(ReminderSettings(digest: TimeOfDay("07:00"), phoneRings: true))
    #expect(try await mine.reminderSettings().phoneRings)
    #expect(try await remind(at: "2026-12-01T08:00Z") == ["day 2026-12-01: | Call |"])
    try await mine.set(ReminderSettings(digest: nil))
    try await add("Again", due: "2026-12-01", "10:00", "0m")
    world.clock.hold(at: RemindingTests.moment("2026-12-01T09:00Z"))
    _ = try await world.store.planReminders(of: world.account, in: "UTC")
    try await mine.set(ReminderSettings(digest: nil, phoneRings: true))
    #expect(try await remind(at: "2026-12-01T09:01Z") == [])
  }

  @Test func `the message of a day names what others gave to the reader and changed, and how many more there are`()
    async throws
  {
    try await world.share(list, with: ben.account, as: .editor)
    try await mine.set(ReminderSettings(digest: TimeOfDay("07:00")))
    var tasks: [TaskID] = []
    for number in 0..<12 { tasks.append(try await add("Task \(number)", due: "")) }
    world.clock.hold(at: RemindingTests.moment("2026-12-01T20:00Z"))
    let given = try await ben.mine.task(tasks[3])
    try await ben.mine.editTask(
      given.id, given.text.with { $0.assignee = .account(self.world.account) }, version: given.version)
    for task in tasks where task != tasks[3] { try await ben.mine.complete(task, on: #require(Day(iso: "2026-12-01"))) }
    world.clock.hold(at: RemindingTests.moment("2026-12-02T06:00Z"))
    _ = try await world.store.planReminders(of: world.account, in: "UTC")
    let begun = try await world.store.beginDeliveries(9, share: 9, besides: [], in: "UTC")
    guard case .day(let day)? = begun.first?.subject else {
      Issue.record("no message")
      return
    }
    #expect(day.changes.count == Limits.dayChanges && day.changedByOthers == 12)
    #expect(day.changes.first?.title == "Task 3" && day.changes.first?.effect == .assigned)
    #expect(day.changes.first?.who == "Ben")
    #expect(day.changes.dropFirst().allSatisfy { $0.effect == .completed })
    #expect(day.changes[1].title == "Task 11")
  }

  @Test func `an account with many slow channels leaves room for the others`() async throws {
    for _ in 0..<4 { _ = try await world.channel() }
    try await add("Call", due: "2026-12-01", "09:00", "0m")
    world.clock.hold(at: RemindingTests.moment("2026-12-01T08:00Z"))
    _ = try await world.store.planReminders(of: world.account, in: "UTC")
    let begun = try await world.store.beginDeliveries(
      9, share: 2, besides: [], accountShare: 3, underWay: [world.account: 1], in: "UTC")
    #expect(begun.count == 2)
  }
}
