import Foundation
import Testing

@testable import TaskStore
@testable import Tasks

/// Times of due dates in zones.
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

  private func add(_ title: String, due: Int, _ time: String = "") async throws {
    let draft = try draft(title, due: today.adding(days: due).iso, time: time)
    try await mine.addTasks([draft], to: house, submission: .fresh())
  }

  private func now(_ time: String, in zone: String = "GMT") -> ZonedTime {
    ZonedTime(DueTime(today, TimeOfDay(time)), in: zone)
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
    let counts = try await store[world.account, in: zone].dueSummary(today: today).counts(
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
}
