import Foundation
import Tasks
import Testing

@testable import TaskStore

struct CopyingTests {
  let world: World
  let choir: ListID
  let house: ListID
  let zone: TimeZone
  let moment = Date(timeIntervalSince1970: 1_769_990_000)

  init() async throws {
    world = try World()
    zone = try #require(TimeZone(identifier: "Pacific/Auckland"))
    let tasks = [
      RemoteTask(key: "a", title: "Alto", notes: "n", due: .moment(moment), start: .day(.first), priority: .high),
      RemoteTask(key: "b", title: "Bass", due: .day(.first), status: .done(.moment(moment))),
      RemoteTask(key: "c", title: "Choir", status: .cancelled),
      RemoteTask(key: "caf\u{E9}", title: "Descant", status: .open(percent: 50)),
      RemoteTask(key: "cafe\u{301}", title: "Echo", status: .done(nil)),
      RemoteTask(key: "f", title: "Finale", status: .done(.day(Day(of: moment, in: zone)))),
    ]
    choir = try await world.follow("Choir", tasks).list
    house = try await world.list("House")
    try await world.add("Own", to: house)
  }

  private func copy(
    _ chosen: ChosenTasks, to target: CopyTarget, submission: SubmissionID = .fresh()
  ) async throws -> Written {
    try await world.mine.copyTasks(chosen, from: choir, to: target, in: zone, submission: submission)
  }

  @Test func `open tasks are added on top of a list in their order, in one change that can be undone`() async throws {
    let copied = try await copy(.open, to: .list(house))
    #expect((copied.list, copied.tasks.count) == (house, 2))
    #expect(try await world.open(house) == ["Alto", "Descant", "Own"])
    let alto = try await world.mine.task(copied.tasks[0])
    #expect((alto.notes, alto.priority, alto.due) == ("n", .high, Day(of: moment, in: zone)))
    #expect(alto.due != Day(of: moment, in: .gmt))
    #expect(alto.time == ClockTime(TimeOfDay(of: moment, in: zone), zone: "Pacific/Auckland"))
    #expect(alto.start == Day.first && alto.percent == nil)
    #expect(try await world.mine.task(copied.tasks[1]).percent == 50)
    let change = try await world.mine.change(try #require(copied.change))
    #expect((change.kind, change.name, change.count, change.list) == (.tasksCopied, "Choir", 2, house))
    #expect(alto.version == change.id)
    #expect(try await world.mine.list(choir).revision < change.id, "nothing happened there")

    #expect(try await world.mine.undo(change.id).place == .list(house))
    #expect(try await world.open(house) == ["Own"])
    #expect(try await world.mine.trash().map(\.name).sorted() == ["Alto", "Descant"])
  }

  @Test func `copies keep their nesting, and steps of a task that is not copied move up`() async throws {
    let outline: [(String, Int, RemoteStatus)] = [
      ("A", 0, .open(percent: 0)), ("A1", 1, .done(nil)), ("A11", 2, .open(percent: 0)), ("A2", 1, .open(percent: 0)),
      ("B", 0, .open(percent: 0)), ("B1", 1, .open(percent: 0)), ("B11", 2, .open(percent: 0)),
    ]
    let list = try await world.follow(
      "Nested", outline.map { RemoteTask(key: $0, title: $0, status: $2, depth: $1) }
    ).list
    func copied(_ chosen: ChosenTasks) async throws -> [String] {
      let written = try await world.mine.copyTasks(chosen, from: list, to: .new("Copy"), in: zone, submission: .fresh())
      return try await world.mine.openPage(1, of: nil, in: written.list).rows.map {
        String(repeating: "-", count: $0.place.depth) + $0.title
      }
    }
    #expect(try await copied(.open) == ["A", "-A11", "-A2", "B", "-B1", "--B11"], "A1 is done")
    #expect(try await copied(.keys(["A", "B11", "B1"])) == ["A", "B1", "-B11"], "B1 is no step of A")
    #expect(try await copied(.keys(["A", "A1", "A11"])) == ["A", "-A1", "--A11"], "A1 has an open step")
    #expect(try await copied(.keys(["B", "B11"])) == ["B", "-B11"])
  }

  @Test func `a task without a title gets one`() async throws {
    let list = try await world.follow("Calendar", [RemoteTask(key: "u", title: "", notes: "n")]).list
    let copied = try await world.mine.copyTasks(
      .open, from: list, to: .list(house), in: zone, untitled: "No title", submission: .fresh())
    let task = try await world.mine.task(copied.tasks[0])
    #expect((task.title, task.notes) == ("No title", "n"))
  }

  @Test func `a rule that own tasks have is taken over, and another is kept in the notes as written`() async throws {
    let day = try #require(Day(iso: "2026-11-24"))
    func task(_ key: String, _ recurrence: RemoteRecurrence, notes: String = "", due: RemoteTime?) -> RemoteTask {
      RemoteTask(key: key, title: key, notes: notes, due: due, recurrence: recurrence)
    }
    let list = try await world.follow(
      "Calendar",
      [
        task("known", .rules("FREQ=WEEKLY;BYDAY=TU"), due: .day(day)),
        task("unknown", .rules("FREQ=DAILY;COUNT=5"), notes: "n", due: .day(day)),
        task("undated", .rules("FREQ=WEEKLY\nFREQ=DAILY"), due: nil), task("dates", .dates, due: .day(day)),
      ]
    ).list
    let copied = try await world.mine.copyTasks(.open, from: list, to: .list(house), in: zone, submission: .fresh())
    var texts: [TaskDraft] = []
    for id in copied.tasks { texts.append(try await world.mine.task(id).text) }
    #expect(texts.map { $0.repeats?.description } == ["2026-11-24 FREQ=WEEKLY;BYDAY=TU", nil, nil, nil])
    #expect(texts.map(\.notes) == ["", "n\n\nRRULE:FREQ=DAILY;COUNT=5", "RRULE:FREQ=WEEKLY\nRRULE:FREQ=DAILY", ""])
  }

  @Test func `a completed remote task is copied with its time of completion`() async throws {
    let copied = try await copy(.keys(["cafe\u{301}", "f", "b", "c", "b"]), to: .list(house))
    let rows = try await world.mine.completedPage(1, of: 100, in: house).rows
    #expect(Set(rows.map(\.title)) == ["Bass", "Choir", "Echo", "Finale"])
    let done = Dictionary(uniqueKeysWithValues: rows.map { ($0.title, $0.done) })
    let change = try await world.mine.change(try #require(copied.change))
    #expect(done == ["Bass": moment, "Choir": change.at, "Echo": change.at, "Finale": done["Finale"] ?? nil])
    #expect(Day(of: try #require(done["Finale"] ?? nil), in: zone) == Day(of: moment, in: zone))
    #expect(try await world.open(house) == ["Own"])
    #expect(try await world.store.quickCheck() == [])
  }

  @Test func `a completion in the future is copied as now`() async throws {
    let list = try await world.follow(
      "Band", [RemoteTask(key: "x", title: "X", status: .done(.moment(.distantFuture)))]
    ).list
    let copied = try await world.mine.copyTasks(
      .keys(["x"]), from: list, to: .list(house), in: zone, submission: .fresh())
    let change = try await world.mine.change(try #require(copied.change))
    #expect(try await world.mine.completedPage(1, of: 100, in: house).rows.map(\.done) == [change.at])
  }

  @Test func `a new list is made and undone together with its tasks`() async throws {
    let name: ListName = "Mine"
    let written = try await copy(.keys(["a", "b"]), to: .new(name))
    let list = try await world.mine.list(written.list)
    #expect((list.name, list.source, list.open, list.completed) == ("Mine", nil, 1, 1))
    #expect(list.version == written.change)
    #expect(try await world.mine.history(of: list.id, limit: 9).map(\.kind) == [.tasksCopied])
    let undone = try await world.mine.undo(try #require(written.change))
    #expect(undone.place == .overview)
    #expect(try await world.mine.trash().map(\.name) == ["Mine"])
    try await world.mine.restoreList(list.id)
    #expect(try await world.open(list.id) == ["Alto"])
  }

  @Test func `a repeated copy asks for confirmation while it is the newest`() async throws {
    for target in [CopyTarget.list(house), .new("Mine")] {
      let sent = SubmissionID.fresh()
      let first = try #require(try await copy(.open, to: target, submission: sent).change)
      await #expect(throws: StoreError.repeated(first)) { try await copy(.open, to: target, submission: sent) }
    }
    #expect(try await world.mine.lists().count == 3)
  }

  @Test func `copying nothing writes nothing`() async throws {
    let (empty, none) = (try await world.follow("Empty", []).list, try await world.follow("None").list)
    let before = try await world.store.snapshot()
    for (list, error) in [
      (empty, StoreError.conflict(.tasksGone(0))), (none, .conflict(.tasksGone(0))), (house, .notFound),
    ] {
      await #expect(throws: error) {
        try await world.mine.copyTasks(.open, from: list, to: .new("x"), in: zone, submission: .fresh())
      }
    }
    await #expect(throws: StoreError.conflict(.tasksGone(1))) { try await copy(.keys(["none"]), to: .list(house)) }
    await #expect(throws: StoreError.conflict(.tasksGone(0))) { try await copy(.keys([]), to: .list(house)) }
    await #expect(throws: StoreError.forbidden) { try await copy(.open, to: .list(empty)) }
    await #expect(throws: StoreError.forbidden) { try await copy(.open, to: .list(choir)) }
    #expect(try await world.store.snapshot().rows == before.rows)
  }

  @Test func `copying has the same limits as adding`() async throws {
    let many = (0...Limits.tasksAtOnce).map { RemoteTask.named("\($0)") }
    let large = try await world.follow("Large", many).list
    func copy(_ chosen: ChosenTasks, to target: CopyTarget) async throws {
      try await world.mine.copyTasks(chosen, from: large, to: target, in: zone, submission: .fresh())
    }
    await #expect(throws: StoreError.limit(.tasksAtOnce(1_000))) { try await copy(.open, to: .list(house)) }
    let thousand = ChosenTasks.keys(many.dropLast().map(\.key))
    for _ in 1...9 { try await copy(thousand, to: .list(house)) }
    await #expect(throws: StoreError.limit(.tasks(10_000))) { try await copy(thousand, to: .list(house)) }
    for number in 4...Limits.listsPerAccount { _ = try await world.list("\(number)") }
    await #expect(throws: StoreError.limit(.lists(500))) { try await copy(thousand, to: .new("x")) }
    #expect(try await world.mine.list(house).open == 9_001)
  }
}
