import Foundation
import GRDB
import TestSupport
import Testing

@testable import TaskStore
@testable import Tasks

/// Times of due dates, starts, and what every task has besides: a UUID and the time of its last change.
struct DueTimeTests {
  private let world: World
  private let house: ListID
  private let today: Day

  init() async throws {
    world = try World()
    house = try await world.list("House")
    today = Day(of: world.clock.now, in: .gmt)
  }

  private var store: TaskStore { world.store }
  private var mine: AccountStore<StoreError> { world.mine }

  @discardableResult
  private func add(
    _ title: String, due: Int?, _ time: String = "", start: Int? = nil, repeats: String = ""
  ) async throws -> TaskID {
    let draft = try draft(
      title, due: due.map { today.adding(days: $0).iso } ?? "", time: time, repeats: repeats,
      start: start.map { today.adding(days: $0).iso } ?? "")
    return try #require(try await mine.addTasks([draft], to: house, submission: .fresh()).tasks.first)
  }

  private func now(_ time: String, in zone: String = "GMT") -> ZonedTime {
    ZonedTime(DueTime(today, TimeOfDay(time)), in: zone)
  }

  private func titles(_ section: DueSection, at time: String) async throws -> [String] {
    try await mine.duePage(section, 1, of: 9, now: now(time)).rows.map(\.row.title)
  }

  @Test func `within a day times come first, and what has passed is late`() async throws {
    try await add("whole day", due: 0)
    try await add("two", due: 0, "14:00")
    try await add("nine", due: 0, "09:00")
    try await add("yesterday", due: -1, "23:00")
    #expect(try await titles(.late, at: "00:00") == ["yesterday"])
    #expect(try await titles(.today, at: "00:00") == ["nine", "two", "whole day"])
    #expect(try await titles(.late, at: "14:00") == ["yesterday", "nine"])
    #expect(try await titles(.today, at: "14:00") == ["two", "whole day"])
    #expect(try await titles(.today, at: "23:59") == ["whole day"])

    let summary = try await store.frameData(of: world.account, today: today, in: "GMT").due
    for (time, late) in [("00:00", 1), ("09:00", 1), ("09:01", 2), ("14:01", 3), ("23:59", 3)] {
      let now = now(time)
      let counts = summary.counts(at: try #require(now.time.time))
      #expect((counts.late, counts.today) == (late, 4 - late), "\(time)")
      let header = try await mine.todayHeader(now: now)
      #expect(header.counts == counts, "Today counts the same")
      #expect(try await mine.listHeader(house, now: now).late == late)
      #expect(try await mine.cardTasks(in: house, now: now, limit: 1).late == late)
      let found = try await mine.search(nil, in: TaskFilter(due: .before(now.time)), by: .date, of: 9)
      guard case .found(let found) = found else { throw StoreError.notFound }
      #expect(found.tasks.count == late)
    }
  }

  /// The titles of what is late, due today and soon, sorted by date and found by each filter, at a time in a zone.
  private func seen(at time: String, in zone: String) async throws -> [String] {
    let now = now(time, in: zone)
    func found(_ due: DueFilter?) async throws -> String {
      let filter = TaskFilter(due: due, zone: zone)
      guard case .found(let found) = try await mine.search(nil, in: filter, by: .date, of: 9) else {
        throw StoreError.notFound
      }
      return found.tasks.map(\.row.title).joined(separator: " ")
    }
    func page(_ section: DueSection) async throws -> String {
      try await mine.duePage(section, 1, of: 9, now: now).rows.map(\.row.title).joined(separator: " ")
    }
    let (late, due, soon) = (try await page(.late), try await page(.today), try await page(.soon))
    let counts = try await store.frameData(of: world.account, today: today, in: zone).due.counts(
      at: #require(now.time.time))
    let lates = late.split(separator: " ").count
    #expect(counts == DueCounts(late: lates, today: due.split(separator: " ").count, hasDates: true))
    #expect(try await mine.todayHeader(now: now).counts == counts)
    #expect(try await mine.listHeader(house, now: now).late == lates)
    #expect(try await mine.cardTasks(in: house, now: now, limit: 9).late == lates)
    #expect(try await mine.review(days: [], now: now).lists.map(\.late) == [lates])
    #expect(try await found(.before(now.time)) == late)
    #expect(try await found(.between(now.time...DueTime(today, nil))) == due)
    let all = [late, due, soon].filter { !$0.isEmpty }.joined(separator: " ")
    #expect(try await found(nil) == all)
    try await mine.setPreferences(ListPreferences(adds: .top, order: .date), of: house)
    let rows = try await store[world.account, in: zone].openPage(1, of: 9, in: house).rows
    #expect(rows.map(\.title).joined(separator: " ") == all)
    for (index, row) in rows.enumerated() {
      #expect(try await store[world.account, in: zone].openPlace(of: row.id, in: house)?.before == index)
    }
    return [late, due, soon]
  }

  @Test func `a time in a zone is compared as a moment, and a floating one on the reader's clock`() async throws {
    try await add("angeles", due: 0, "10:00 America/Los_Angeles")
    try await add("noon", due: 0, "12:00")
    try await add("tokyo", due: 1, "01:00 Asia/Tokyo")
    try await add("kiritimati", due: 2, "00:30 Pacific/Kiritimati")
    try await add("day", due: 0)
    // Los Angeles is eight hours behind UTC in winter, Tokyo nine ahead, Kiritimati fourteen.
    #expect(try await seen(at: "14:39", in: "GMT") == ["noon", "tokyo angeles day", "kiritimati"])
    #expect(try await seen(at: "18:00", in: "GMT") == ["noon tokyo", "angeles day", "kiritimati"])
    #expect(try await seen(at: "18:01", in: "GMT") == ["noon tokyo angeles", "day", "kiritimati"])
    #expect(try await seen(at: "06:39", in: "America/Los_Angeles") == ["", "tokyo angeles noon day", "kiritimati"])
    #expect(try await seen(at: "23:39", in: "Asia/Tokyo") == ["noon", "day", "tokyo angeles kiritimati"])
    // Two days before the day that is written.
    #expect(try await seen(at: "06:00", in: "Pacific/Pago_Pago") == ["tokyo", "angeles noon kiritimati day", ""])
  }

  @Test func `a row that was changed stays at its moment`() async throws {
    try await add("nine", due: 0, "09:00")
    let task = try await add("angeles", due: 0, "10:00 America/Los_Angeles")
    try await add("night", due: 0, "20:00")
    let change = try #require(try await mine.complete(task, on: today).change)
    let changed = try await mine.changedRows(by: change)
    #expect(changed.map { $0.section(at: now("18:00")) } == [.today])
    #expect(changed.map { $0.section(at: now("18:01")) } == [.late])
    let page = try await mine.duePage(.today, 1, of: 9, now: now("08:00"), including: changed)
    #expect(page.rows.map(\.row.title) == ["nine", "angeles", "night"])
  }

  @Test func `sorting by date reads some more of the index than it shows`() async throws {
    for hour in 10..<20 { try await add("t\(hour)", due: 1, "\(hour):00") }
    try await add("kiritimati", due: 2, "00:30 Pacific/Kiritimati")
    let filter = TaskFilter(zone: "Pacific/Pago_Pago")
    guard case .found(let found) = try await mine.search(nil, in: filter, by: .date, of: 1, window: 1) else {
      throw StoreError.notFound
    }
    #expect(found.tasks.map(\.row.title) == ["kiritimati"])
  }

  @Test func `a list by date is sorted by the time, too`() async throws {
    try await add("whole day", due: 0)
    try await add("two", due: 0, "14:00")
    try await add("nine", due: 0, "09:00")
    try await mine.setPreferences(ListPreferences(adds: .top, order: .date), of: house)
    let page = try await mine.openPage(1, of: 9, in: house)
    #expect(page.rows.map(\.title) == ["nine", "two", "whole day"])
  }

  @Test func `a task that has not started is hidden from the coming days, and from nothing else`() async throws {
    try await add("hidden", due: 5, start: 2)
    try await add("started", due: 5, start: 0)
    let late = try await add("late", due: 5, start: 3)
    try await mine.setDue(late, to: today.adding(days: -1))
    #expect(try await titles(.soon, at: "12:00") == ["started"])
    #expect(try await titles(.late, at: "12:00") == ["late"])
    let header = try await mine.todayHeader(now: now("12:00"))
    #expect((header.soon, header.counts.late) == (1, 1))
    #expect(try await world.open(house).count == 3)
    let inTwoDays = ZonedTime(startOf: today.adding(days: 2))
    let later = try await mine.duePage(.soon, 1, of: 9, now: inTwoDays).rows.map(\.row.title)
    #expect(later == ["hidden", "started"])

    try await add("far", due: 60, start: 50)
    #expect(try await mine.todayHeader(now: now("12:00")).next == nil)
  }

  @Test func `a task without a date has no time, and the undo restores both`() async throws {
    let (one, other) = (try await add("one", due: 0, "09:00"), try await add("other", due: 0, "10:00 Europe/Berlin"))
    func times() async throws -> [String] {
      try await [mine.task(one), mine.task(other)].map { $0.text[.due] + $0.text[.time] }
    }
    let before = try await times()
    let alone = try await mine.setDue(one, to: nil)
    #expect(try await mine.task(one).time == nil)
    try await mine.undo(try #require(alone.change))
    let both = try await mine.changeTasks(.tasks([one, other], in: house), .due(nil))
    #expect(try await times() == ["", ""])
    try await mine.undo(try #require(both.change))
    #expect(try await times() == before)
    try await mine.setDue(one, to: today.adding(days: 1))
    #expect(try await mine.task(one).text[.time] == "09:00", "another day, the same time")
  }

  @Test func `the next task of a series has the same time, and starts as many days before`() async throws {
    let task = try await add(
      "rent", due: 3, "09:00", start: 1, repeats: "\(today.adding(days: 3).iso) FREQ=DAILY;INTERVAL=7")
    try await mine.skip(task, on: today)
    var text = try await mine.task(task).text
    #expect((text.due, text.start, text[.time]) == (today.adding(days: 10), today.adding(days: 8), "09:00"))
    try await mine.complete(task, on: today.adding(days: 10))
    let next = try #require(try await mine.openTasks(in: house).first)
    text = try await mine.task(next.id).text
    #expect((text.due, text.start, text[.time]) == (today.adding(days: 17), today.adding(days: 15), "09:00"))
  }

  @Test func `a time needs a date, and a start is not after it`() throws {
    func problems(_ input: TaskInput) -> [FieldProblem] {
      do {
        _ = try TaskDraft(validating: input)
        return []
      } catch { return error.problems }
    }
    #expect(problems(TaskInput(title: "a", time: "09:00")) == [FieldProblem(.time, .timeWithoutDate)])
    #expect(problems(TaskInput(title: "a", due: "2026-03-01", time: "9")) == [FieldProblem(.time, .notATime)])
    #expect(problems(TaskInput(title: "a", start: "soon")) == [FieldProblem(.start, .notADate)])
    let early = TaskInput(title: "a", due: "2026-03-01", start: "2026-03-02")
    #expect(problems(early) == [FieldProblem(.start, .startAfterDue)])
    #expect(problems(TaskInput(title: "a", due: "2026-03-01", start: "2026-03-01")) == [])
  }

  @Test func `a task keeps its UUID, and its changes move the time of the last one`() async throws {
    let tasks = try await world.add("a", "b", to: house)
    func stored(_ task: TaskID) async throws -> (uid: String, changed: Int64) {
      let row = try await store.read { db in
        try db.row("SELECT uid, changed FROM tasks WHERE id = ?", [task.value]) { ($0[0] as String, $0[1] as Int64) }
      }
      return try #require(row)
    }
    let created = try await stored(tasks[0])
    #expect(created.uid.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) != nil)
    #expect(try await stored(tasks[1]).uid != created.uid)
    world.clock.advance(days: 60.0 / 86_400)
    try await mine.moveTask(tasks[0], .bottom)
    #expect(try await stored(tasks[0]) == created, "its place is not its own")
    let done = try await mine.complete(tasks[0], on: today)
    #expect(try await stored(tasks[0]).changed >= created.changed + 60_000)
    world.clock.advance(days: 60.0 / 86_400)
    try await mine.undo(try #require(done.change))
    let after = try await stored(tasks[0])
    #expect(after.uid == created.uid && after.changed >= created.changed + 120_000)
    let exported = try await store.exported(world.account).lists[0].tasks
    #expect(Set(exported.map(\.uid)) == [created.uid, try await stored(tasks[1]).uid])
    #expect(exported.allSatisfy { $0.changed != nil })
  }

  @Test func `a time zone that became unknown hides no task`() async throws {
    let task = try await add("a", due: 0, "09:00")
    try await store.execute("UPDATE tasks SET time = '09:00 Nowhere/Atlantis' WHERE id = \(task)")
    #expect(try await mine.task(task).time?.local(on: today, in: .gmt).time.description == "09:00")
  }
}
