import Foundation
import GRDB
import Tasks
import TestSupport
import Testing

@testable import TaskStore

/// What is planned, begun and ended, at times that the test sets.
final class RemindingTests {
  let world, ben: World
  let list: ListID
  let channel: ReminderChannelID
  var mine: AccountStore<StoreError> { world.mine }

  init() async throws {
    let first = try World()
    (world, ben) = (try await first.register("Ana"), try await first.register("Ben"))
    list = try await world.list()
    for someone in [world, ben] { try await Self.setZone("Europe/Berlin", someone) }
    world.clock.hold(at: Self.moment("2026-11-30T12:00Z"))
    channel = try await world.channel()
    world.clock.hold(at: Self.moment("2026-12-01T06:00Z"))
  }

  static func moment(_ text: String) -> Date { Reminder(text)?.moment ?? .distantPast }

  static func setZone(_ zone: String, _ world: World) async throws {
    try await world.mine.setSettings(AccountSettings(timeZone: zone, theme: .system, rows: 100))
  }

  @discardableResult
  private func add(_ title: String, due: String, _ time: String = "", _ reminders: String = "") async throws -> TaskID {
    let draft = try TaskDraft(validating: TaskInput(title: title, due: due, time: time, reminders: reminders))
    return try await mine.addTasks([draft], to: list, submission: .fresh()).tasks[0]
  }

  private func remind(at text: String) async throws -> [String] {
    world.clock.hold(at: Self.moment(text))
    return try await world.remind()
  }

  @Test func `a reminder is sent once, at its time, on the account's clock`() async throws {
    try await add("Call", due: "2026-12-01", "09:00", "30m")
    let next = try await world.store.planReminders(of: world.account, in: "UTC")
    #expect(next == Self.moment("2026-12-01T07:30Z"))
    #expect(try await remind(at: "2026-12-01T07:29Z") == [])
    #expect(try await remind(at: "2026-12-01T07:30Z") == ["Call"])
    #expect(try await remind(at: "2026-12-01T07:31Z") == [])
    #expect(try await mine.channel(channel).last?.outcome == .sent)
  }

  @Test func `a day without a time reminds in the morning`() async throws {
    try await add("Bins", due: "2026-12-02", "", "0m 1d")
    #expect(try await remind(at: "2026-12-01T08:00Z") == ["Bins"])
    #expect(try await remind(at: "2026-12-02T07:59Z") == [])
    #expect(try await remind(at: "2026-12-02T08:00Z") == ["Bins"])
  }

  @Test func `what was due while nothing ran goes out once, and what is older than a day does not`() async throws {
    try await add("Old", due: "2026-12-01", "09:00", "0m")
    try await add("Recent", due: "2026-12-02", "09:00", "0m")
    #expect(try await remind(at: "2026-12-02T09:00Z") == ["Recent"])
    #expect(try await remind(at: "2026-12-02T09:01Z") == [])
  }

  @Test func `done, moved, deleted and another's is called off, and comes back with an undo`() async throws {
    let tasks = try await ["Done", "Moved", "Deleted", "Kept"].asyncMap {
      try await self.add($0, due: "2026-12-01", "09:00", "30m")
    }
    try await mine.complete(tasks[0], on: #require(Day(iso: "2026-12-01")))
    try await mine.setDue(tasks[1], to: Day(iso: "2026-12-03"))
    let deleted = try await mine.deleteTask(tasks[2])
    // Planned, and called off before it is sent.
    world.clock.hold(at: Self.moment("2026-12-01T07:30Z"))
    _ = try await world.store.planReminders(of: world.account, in: "UTC")
    try await mine.complete(tasks[3], on: #require(Day(iso: "2026-12-01")))
    #expect(try await remind(at: "2026-12-01T07:31Z") == [])
    try await mine.undo(#require(deleted.change))
    #expect(try await remind(at: "2026-12-01T07:32Z") == ["Deleted"])
  }

  @Test func `in a shared list the assignee is reminded, and of a task for nobody each member`() async throws {
    try await world.share(list, with: ben.account, as: .editor)
    world.clock.hold(at: Self.moment("2026-11-30T12:00Z"))
    _ = try await ben.channel()
    world.clock.hold(at: Self.moment("2026-12-01T06:00Z"))
    let task = try await add("Oats", due: "2026-12-01", "09:00", "0m")
    try await add("Milk", due: "2026-12-01", "09:00", "0m")
    let found = try await mine.task(task)
    try await mine.editTask(
      task, found.text.with { $0.assignee = .account(self.ben.account) }, version: found.version)
    world.clock.hold(at: Self.moment("2026-12-01T08:00Z"))
    #expect(try await world.remind() == ["Milk", "Milk", "Oats"])
  }

  @Test func `nothing is sent in quiet hours, but after them, or with the tasks of the day`() async throws {
    let quiet = QuietHours("22:00 06:30")
    try await mine.set(ReminderSettings(digest: nil, quiet: quiet))
    try await add("Late call", due: "2026-12-01", "22:30", "0m")
    #expect(try await remind(at: "2026-12-01T21:30Z") == [])
    #expect(try await remind(at: "2026-12-02T05:29Z") == [])
    #expect(try await remind(at: "2026-12-02T05:30Z") == ["Late call"])
    try await mine.set(ReminderSettings(digest: TimeOfDay("07:00"), quiet: quiet))
    try await add("Far away", due: "2026-12-05", "23:00", "3d")
    #expect(try await remind(at: "2026-12-02T22:00Z") == [])
    let told = try await remind(at: "2026-12-03T06:00Z")
    #expect(told == ["day 2026-12-03: Late call |  | Far away"])
  }

  @Test func `the tasks of a day come on its days at its time, once, and not if there is nothing`() async throws {
    try await mine.set(ReminderSettings(digest: TimeOfDay("07:00"), days: [.tuesday, .thursday]))
    #expect(try await remind(at: "2026-12-01T06:00Z") == [])
    try await add("Today", due: "2026-12-03", "")
    try await add("Late", due: "2026-12-02", "")
    #expect(try await remind(at: "2026-12-02T06:00Z") == [])
    let told = try await remind(at: "2026-12-03T06:10Z")
    #expect(told == ["day 2026-12-03: Late | Today |"])
    #expect(try await remind(at: "2026-12-03T06:20Z") == [])
  }

  @Test func `a failure is tried again with growing pauses for a day, and ten in a row pause the channel`() async throws
  {
    try await add("Call", due: "2026-12-01", "09:00", "0m")
    world.clock.hold(at: Self.moment("2026-12-01T08:00Z"))
    var attempts: [Date] = []
    for _ in 0..<2_000 {
      attempts += try await world.begin {
        .failed(code: "refused", reply: nil, isTemporary: true, mayHaveArrived: false)
      }
      .map { _ in world.clock.now }
      world.clock.advance(seconds: 60)
    }
    let pauses = zip(attempts, attempts.dropFirst()).map { Int($1.timeIntervalSince($0)) / 60 }
    #expect(pauses == [1, 2, 4, 8, 16, 32, 64, 128, 240])
    let channel = try await mine.channel(channel)
    #expect(channel.paused != nil && channel.last?.outcome == .failed(code: "refused", reply: nil))
    try await mine.note(.sent, of: channel.id)
    #expect(try await mine.channel(channel.id).paused == nil)
  }

  @Test func `an attempt whose end is unknown is made once more, and told`() async throws {
    try await add("Call", due: "2026-12-01", "09:00", "0m")
    world.clock.hold(at: Self.moment("2026-12-01T08:00Z"))
    _ = try await world.store.planReminders(of: world.account, in: "UTC")
    // The process ends while it sends: nothing ends the attempt.
    let first = try await world.store.beginDeliveries(9, share: 9, besides: [], in: "UTC")
    #expect(first.map(\.isRepeated) == [false])
    #expect(try await world.begin { .sent }.isEmpty, "under way")
    world.clock.advance(seconds: 601)
    let second = try await world.store.beginDeliveries(9, share: 9, besides: [], in: "UTC")
    #expect(second.map(\.isRepeated) == [true])
    world.clock.advance(seconds: 601)
    #expect(try await world.begin { .sent }.isEmpty, "not a third time")
  }

  @Test func `nothing is sent to a mail address before it is confirmed, nor what was due before`() async throws {
    try await mine.endSecret(of: channel)
    let digest = Data(repeating: 7, count: 32)
    let mail = try await mine.addChannel(
      .mail("ana@example.org"), from: "https://a.example", digest: digest, submission: .fresh()
    ).id
    try await add("Before", due: "2026-12-01", "08:00", "0m")
    try await add("After", due: "2026-12-01", "10:00", "0m")
    #expect(try await remind(at: "2026-12-01T07:30Z") == [])
    try await world.store.confirmChannel(digest: digest)
    #expect(try await remind(at: "2026-12-01T09:00Z") == ["After"])
    #expect(try await mine.channel(mail).isConfirmed)
    await #expect(throws: StoreError.notFound) { try await self.world.store.confirmChannel(digest: digest) }
  }

  @Test func `a thousand reminders of one channel leave room for another's`() async throws {
    world.clock.hold(at: Self.moment("2026-11-30T12:00Z"))
    _ = try await ben.channel()
    let other = try await ben.list()
    world.clock.hold(at: Self.moment("2026-12-01T06:00Z"))
    let many = try (0..<300).map {
      try TaskDraft(validating: TaskInput(title: "\($0)", due: "2026-12-01", time: "09:00", reminders: "0m"))
    }
    _ = try await mine.addTasks(many, to: list, submission: .fresh())
    let one = try TaskDraft(validating: TaskInput(title: "Ben's", due: "2026-12-01", time: "09:00", reminders: "0m"))
    _ = try await ben.mine.addTasks([one], to: other, submission: .fresh())
    world.clock.hold(at: Self.moment("2026-12-01T08:00Z"))
    for account in [world.account, ben.account] {
      while try await world.store.planReminders(of: account, in: "UTC").map({ $0 <= world.clock.now }) ?? false {}
    }
    let begun = try await world.store.beginDeliveries(24, share: 2, besides: [], in: "UTC")
    #expect(begun.count == 3 && begun.contains { $0.titles == "Ben's" })
  }

  @Test func `a copy of the database reminds of nothing that was due before`() async throws {
    try await add("Before", due: "2026-12-01", "08:00", "0m")
    try await add("After", due: "2026-12-01", "10:00", "0m")
    world.clock.hold(at: Self.moment("2026-12-01T07:00Z"))
    _ = try await world.store.planReminders(of: world.account, in: "UTC")
    try await world.store.write { db, now in try Meta.beginCopy(db, at: now) }
    #expect(try await remind(at: "2026-12-01T07:30Z") == [])
    #expect(try await remind(at: "2026-12-01T09:00Z") == ["After"])
  }
}

extension World {
  /// A channel that needs no confirmation.
  func channel() async throws -> ReminderChannelID {
    try await mine.addChannel(
      .webhook("https://hooks.example/a", secret: "s"), from: "https://a.example", digest: nil, submission: .fresh()
    ).id
  }

  /// Plans and sends what is due, and returns what the messages are about, sorted.
  func remind() async throws -> [String] {
    for account in try await store.accountsToRemind().keys {
      _ = try await store.planReminders(of: account, in: "UTC")
    }
    return try await begin { .sent }.map(\.titles).sorted()
  }

  /// Begins what is due, and ends it.
  func begin(_ result: () -> Delivery.Result) async throws -> [Delivery] {
    for account in try await store.accountsToRemind().keys {
      _ = try await store.planReminders(of: account, in: "UTC")
    }
    var all: [Delivery] = []
    while true {
      let begun = try await store.beginDeliveries(50, share: 50, besides: [], in: "UTC")
      if begun.isEmpty { return all }
      try await store.end(begun.map { ($0.id, result()) })
      all += begun
    }
  }
}

extension Delivery {
  /// What it is about: `Call`, or `day 2026-12-03: late | today | quiet`.
  var titles: String {
    switch subject {
    case .task(let task): task.title
    case .day(let tasks):
      "day \(tasks.day.iso): "
        + [tasks.late, tasks.today, tasks.quiet].map { $0.map(\.title).joined(separator: ", ") }.joined(
          separator: " | "
        )
        .trimmingCharacters(in: .whitespaces)
    }
  }
}

extension Sequence {
  fileprivate func asyncMap<Value>(_ make: (Element) async throws -> Value) async rethrows -> [Value] {
    var values: [Value] = []
    for element in self { values.append(try await make(element)) }
    return values
  }
}
