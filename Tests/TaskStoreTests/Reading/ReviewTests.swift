import Foundation
import Tasks
import Testing

@testable import TaskStore

final class ReviewTests: WorldTests {
  /// The test clock starts on 2 February 2026.
  private static let today = Day(iso: "2026-02-02") ?? .first

  /// The beginnings of three days from the start of the clock on, and the end of the last.
  private func days(_ world: World) -> [Date] {
    (0...3).map { Date(timeIntervalSince1970: 1_770_000_000 + Double($0) * 86_400) }
  }

  private func review(_ world: World) async throws -> Review {
    try await world.mine.review(days: days(world), now: ZonedTime(startOf: Self.today))
  }

  private func setDue(_ task: TaskID, _ due: String, _ world: World) async throws -> ChangeID? {
    let stored = try await world.mine.task(task)
    return try await world.mine.editTask(task, draft(stored.text.title, due: due), version: stored.version).change
  }

  @Test func `tasks are counted on the day on which they were completed, also those in the trash`() async throws {
    let list = try await world.list()
    let tasks = try await world.add("a", "b", "c", "d", to: list)
    try await mine.complete(tasks[0])
    world.clock.advance(days: 1)
    try await mine.complete(tasks[1])
    try await mine.complete(tasks[2])
    try await mine.clearCompleted(in: list)
    world.clock.advance(days: 5)
    try await mine.complete(tasks[3])
    let review = try await review(world)
    #expect(review.completed == [1, 2, 0] && !review.isCut)
    #expect(review.lists == [], "nothing is open")
  }

  @Test func `lists tell their open tasks, and how many of them are late`() async throws {
    let (house, garden) = (try await world.list("House"), try await world.list("Garden"))
    _ = try await world.list("Empty")
    try await world.mine.addTasks(
      [draft("a", due: "2026-02-01"), draft("b", due: "2026-02-02"), draft("c")], to: house, submission: .fresh())
    try await world.mine.addTasks(
      (1...120).map { try draft("\($0)", due: "2026-01-01") }, to: garden, submission: .fresh())
    let lists = try await review(world).lists.sorted { $0.id < $1.id }
    #expect(
      lists == [
        Review.List(id: house, name: "House", open: 3, late: 1),
        Review.List(id: garden, name: "Garden", open: 120, late: Limits.countedMatches),
      ])
  }

  @Test func `open tasks that were moved later more than once are counted, without undone moves`() async throws {
    let list = try await world.list()
    let tasks = try await world.mine.addTasks(
      ["often", "once", "back", "gone", "undone"].map { try draft($0, due: "2026-02-03") }, to: list,
      submission: .fresh()
    ).tasks
    for day in ["2026-02-04", "2026-02-05", "2026-02-09"] { _ = try await setDue(tasks[0], day, world) }
    _ = try await setDue(tasks[1], "2026-02-04", world)
    for day in ["2026-02-02", "2026-02-01", "2026-01-01", ""] { _ = try await setDue(tasks[2], day, world) }
    for day in ["2026-02-04", "2026-02-05"] { _ = try await setDue(tasks[3], day, world) }
    try await world.mine.deleteTask(tasks[3])
    _ = try await setDue(tasks[4], "2026-02-04", world)
    let undone = try #require(try await setDue(tasks[4], "2026-02-05", world))
    try await world.mine.undo(undone)
    let postponed = try await review(world).postponed
    #expect(postponed.map(\.title) == ["often"] && postponed.map(\.times) == [3])
    #expect(postponed.first?.due?.iso == "2026-02-09")
    try await world.store.forgetChanges(before: .distantFuture)
    #expect(try await review(world).postponed == [])
  }

  @Test func `another account's tasks are not reviewed`() async throws {
    let other = try await world.asStranger()
    let list = try await other.list()
    let tasks = try await other.add("a", "b", to: list)
    try await other.mine.complete(tasks[0])
    let review = try await review(world)
    #expect(review == Review(completed: [0, 0, 0], isCut: false, lists: [], postponed: []))
    #expect(try await self.review(other).completed == [1, 0, 0])
  }
}

struct UpcomingTasksTests {
  private static let today = Day(iso: "2026-03-02") ?? .first

  private let world: World
  private let list: ListID
  private let other: ListID

  init() async throws {
    world = try World()
    list = try await world.list()
    other = try await world.list("Other")
  }

  private func day(_ days: Int) -> Day { Self.today.adding(days: days) }

  @discardableResult
  private func add(_ title: String, due: Int? = nil, start: Int? = nil, tags: String = "", to list: ListID? = nil)
    async throws -> TaskID
  {
    let draft = try draft(title, due: due.map { day($0).iso } ?? "", start: start.map { day($0).iso } ?? "", tags: tags)
    return try await world.mine.addTasks([draft], to: list ?? self.list, submission: .fresh()).tasks[0]
  }

  @Test func `days have the tasks that are due, also those that have not started, and those that start`() async throws {
    try await add("before", due: -1)
    try await add("B", due: 13, start: 5, to: other)
    try await add("A", due: 0)
    try await add("after", due: 14)
    try await add("only starts", start: 13)
    try await add("starts later", start: 14)
    try await add("starts when it is due", due: 3, start: 3)
    let found = try await world.mine.upcomingTasks(day(0)...day(13), of: 9)
    #expect(found.due.rows.map(\.row.title) == ["A", "starts when it is due", "B"])
    #expect(found.due.rows.map(\.listName) == ["House", "House", "Other"])
    #expect(found.others.map(\.title) == ["B", "only starts"])
    #expect(found.others.map(\.day) == [day(5), day(13)] && found.others.allSatisfy(\.isStart))
  }

  @Test func `a list and a tag leave the others out`() async throws {
    try await add("A", due: 1, start: 0, tags: "garden")
    try await add("B", due: 1, start: 0, tags: "Garden", to: other)
    try await add("C", due: 1, start: 0, to: other)
    func titles(_ list: ListID?, _ tag: String?) async throws -> [[String]] {
      let tag = tag.flatMap { Tag($0) }
      let found = try await world.mine.upcomingTasks(day(0)...day(9), in: list, tag: tag, of: 9)
      let first = try await world.mine.firstTasks(1, ofEach: day(0)...day(9), in: list, tag: tag)
      let titles = found.due.rows.map(\.row.title)
      #expect(first.counts == (titles.isEmpty ? [:] : [day(1): titles.count]) && first.others == found.others)
      return [titles, found.others.map(\.title)]
    }
    #expect(try await titles(nil, nil) == [["A", "B", "C"], ["A", "B", "C"]])
    #expect(try await titles(other, nil) == [["B", "C"], ["B", "C"]])
    #expect(try await titles(nil, "GARDEN") == [["A", "B"], ["A", "B"]])
    #expect(try await titles(list, "garden") == [["A"], ["A"]])
    #expect(try await titles(list, "unknown") == [[], []])
  }

  @Test func `each day has its first tasks, the one that is asked for, and the number of all`() async throws {
    var tasks: [TaskID] = []
    for title in ["A", "B", "C", "D"] { tasks.append(try await add(title, due: 1)) }
    try await add("E", due: 2)
    func titles(with task: TaskID? = nil) async throws -> [String] {
      let found = try await world.mine.firstTasks(2, ofEach: day(0)...day(9), with: task)
      #expect(found.counts == [day(1): 4, day(2): 1])
      return found.due.rows.map(\.row.title)
    }
    #expect(try await titles() == ["A", "B", "E"])
    #expect(try await titles(with: tasks[3]) == ["A", "D", "E"])
  }

  @Test func `tasks of followed lists are on their days, by the reader's clock`() async throws {
    let late = RemoteTime.moment(day(1).start(in: .gmt).addingTimeInterval(-60))
    let times: [(String, due: RemoteTime?, start: RemoteTime?)] = [
      ("day", .day(day(3)), .day(day(1))), ("hour", TimeOfDay("09:30").map { .local(day(3), $0) }, nil),
      ("moment", late, nil), ("before", .day(day(-1)), nil), ("after", .day(day(4)), nil),
      ("same", .day(day(2)), .day(day(2))), ("undated", nil, nil),
    ]
    let (choir, source) = try await world.follow(
      "Choir",
      times.map { RemoteTask(key: $0.0, title: $0.0, due: $0.due, start: $0.start) } + [.named("done", .done(nil))])
    let found = try await world.mine.upcomingTasks(day(0)...day(3), of: 9).others
    #expect(found.map(\.title) == ["moment", "day", "same", "hour", "day"])
    #expect(found.map(\.day) == [day(0), day(1), day(2), day(3), day(3)])
    #expect(found.map(\.isStart) == [false, true, false, false, false])
    #expect(found[0].time?.description == "23:59" && found[0].subject == .followed("moment"))
    #expect(try await world.mine.upcomingTasks(day(0)...day(3), in: list, of: 9).others == [])
    #expect(try await world.mine.upcomingTasks(day(0)...day(3), in: choir, of: 9).others == found)
    #expect(try await world.mine.upcomingTasks(day(0)...day(3), tag: Tag("a"), of: 9).others == [])
    #expect(found.allSatisfy { !$0.isStale })
    try await world.record(.failed(.refused, notBefore: nil), source, SourceAddress.at("https://choir.example/tasks"))
    #expect(try await world.mine.upcomingTasks(day(0)...day(3), of: 9).others.allSatisfy(\.isStale))
  }

  @Test func `what days have is bounded, paged, and of the account alone`() async throws {
    for number in 0..<5 { try await add("\(number)", due: 1) }
    let found = try await world.mine.upcomingTasks(day(1)...day(1), page: 3, of: 2)
    #expect(found.due.rows.map(\.row.title) == ["4"] && found.due.number == 3 && found.due.paging.total == 5)
    let drafts = try (0..<UpcomingTasks.mostOthers + 1).map { number in try draft("\(number)", start: day(2).iso) }
    _ = try await world.mine.addTasks(drafts, to: list, submission: .fresh())
    #expect(try await world.mine.upcomingTasks(day(0)...day(9), of: 2).others.count == UpcomingTasks.mostOthers)
    try await add("sooner", start: 1, to: other)
    #expect(try await world.mine.upcomingTasks(day(0)...day(9), of: 2).others[0].title == "sooner", "the last are cut")
    let stranger = try await world.asStranger().mine.upcomingTasks(day(0)...day(9), of: 9)
    #expect(stranger.due.rows == [] && stranger.others == [])
  }
}
