import Foundation
import GRDB
import Tasks
import Testing

@testable import TaskStore

/// The sections of a list.
struct SectionTests {
  private let world: World
  private let list: ListID
  private var mine: AccountStore<StoreError> { world.mine }

  init() async throws {
    world = try World()
    list = try await world.mine.createList("House", submission: .fresh()).list
    try await world.add("A", "B", to: list)
  }

  @discardableResult
  private func section(_ name: String, _ titles: String...) async throws -> SectionID {
    let section = try await mine.addSection(ListName(validating: name), to: list, submission: .fresh()).section
    try await add(titles, to: section)
    return try #require(section)
  }

  @discardableResult
  private func add(_ titles: [String], to section: SectionID?) async throws -> [TaskID] {
    let tasks = try titles.map { NestedDraft(try draft($0)) }
    return try await mine.addTasks(tasks, to: list, section: section, submission: .fresh()).tasks
  }

  /// The names of sections with the titles of their tasks.
  private func shown() async throws -> String {
    let header = try await mine.listHeader(list, now: .last)
    var parts = [try await titles(.unsectioned)]
    for section in header.sections {
      let titles = try await titles(.section(section.id))
      #expect(section.open == titles.count)
      parts.append("\(section.name): \(titles)")
    }
    #expect(header.sections.isEmpty || header.unsectioned == parts[0].count)
    return parts.joined(separator: " ")
  }

  private func titles(_ section: ShownSection) async throws -> String {
    try await mine.openPage(1, of: nil, in: list, section: section).rows.map(\.title).joined()
  }

  @Test func `tasks are added to a section, and without one before the first`() async throws {
    let garden = try await section("Garden", "C", "D")
    try await section("Cellar", "E")
    try await add(["F"], to: nil)
    try await add(["G"], to: garden)
    #expect(try await shown() == "ABF Garden: CDG Cellar: E")
    try await mine.setPreferences(ListPreferences(adds: .top, order: .hand), of: list)
    try await add(["H", "I"], to: garden)
    try await add(["J"], to: nil)
    #expect(try await shown() == "JABF Garden: HICDG Cellar: E")
    #expect(try await world.open(list).joined() == "JABFHICDGE")
    await #expect(throws: StoreError.notFound) { try await add(["K"], to: SectionID(99)) }
  }

  @Test func `a task moves before another one, and to the end of any section`() async throws {
    let (garden, cellar) = (try await section("Garden", "C", "D"), try await section("Cellar"))
    func move(_ title: String, _ move: TaskMove) async throws -> (acted: Bool, String) {
      let task = try #require(try await mine.openTasks(in: list).first { $0.title == title }).id
      let written = try await mine.moveTask(task, move)
      if let change = written.change, written.acted {
        let moved = try await shown()
        try await mine.undo(change)
        #expect(try await shown() != moved)
        try await mine.moveTask(task, move)
      }
      return (written.acted, try await shown())
    }
    #expect(try await move("C", .endOf(cellar)) == (true, "AB Garden: D Cellar: C"))
    #expect(try await move("C", .endOf(cellar)) == (false, "AB Garden: D Cellar: C"))
    #expect(try await move("D", .endOf(nil)) == (true, "ABD Garden:  Cellar: C"))
    #expect(try await move("A", .endOf(garden)) == (true, "BD Garden: A Cellar: C"))
    let first = try await mine.openTasks(in: list)[0].id
    #expect(try await move("A", .before(first)) == (true, "ABD Garden:  Cellar: C"))
    #expect(try await move("C", .top) == (true, "CABD Garden:  Cellar: "))
    #expect(try await move("C", .top) == (false, "CABD Garden:  Cellar: "))
    #expect(try await move("D", .bottom) == (true, "CAB Garden:  Cellar: D"))
    #expect(try await move("D", .bottom) == (false, "CAB Garden:  Cellar: D"))
    await #expect(throws: StoreError.notFound) { try await move("A", .endOf(SectionID(99))) }
  }

  @Test func `a section moves with its tasks, also those that are not shown, and back`() async throws {
    let (garden, cellar) = (try await section("Garden", "C", "x", "D"), try await section("Cellar", "E"))
    try await section("Attic", "F")
    let hidden = try #require(try await mine.openTasks(in: list).first { $0.title == "x" }).id
    try await mine.complete(hidden)
    let before = try await shown()
    #expect(before == "AB Garden: CD Cellar: E Attic: F")
    #expect(try await !mine.moveSection(garden, .before(cellar)).acted)
    let change = try #require(try await mine.moveSection(garden, .bottom).change)
    #expect(try await shown() == "AB Cellar: E Attic: F Garden: CD")
    #expect(try await mine.taskPlace(of: hidden, in: list)?.section == garden)
    #expect(try await !mine.moveSection(garden, .bottom).acted)
    try await mine.undo(change)
    #expect(try await shown() == before)
    try await mine.moveSection(cellar, .before(garden))
    #expect(try await shown() == "AB Cellar: E Garden: CD Attic: F")
    try await mine.reopen(hidden)
    #expect(try await titles(.section(garden)) == "CxD")
  }

  @Test func `sections find room for ever, and keep their order`() async throws {
    let sections = [try await section("1", "a", "b"), try await section("2", "c"), try await section("3", "d", "e")]
    for round in 0..<120 {
      try await mine.moveSection(sections[round % 3], .before(sections[(round + 1) % 3]))
      try await mine.moveSection(sections[round % 3], round % 2 == 0 ? .bottom : .before(sections[(round + 2) % 3]))
      try await mine.moveTask(mine.openTasks(in: list)[0].id, .endOf(nil))
      let parts = Set(try await shown().split(separator: " ").suffix(6).joined(separator: " ").split(separator: " "))
      #expect(parts == ["1:", "ab", "2:", "c", "3:", "de"])
    }
    // Positions without any room between a heading and its first task.
    try await world.store.execute(
      "UPDATE sections SET position = id * 10; UPDATE tasks SET position = id + (id > 2) * 7")
    let before = try await world.open(list)
    try await add((1...30).map { "n\($0)" }, to: sections[0])
    #expect(try await world.open(list).filter { !$0.hasPrefix("n") } == before)
    #expect(
      try await mine.openPage(1, of: nil, in: list, section: .section(sections[0])).rows.suffix(30).map(\.title)
        == (1...30).map { "n\($0)" })
  }

  @Test func `a deleted heading leaves its tasks to the section above, and comes back by an undo`() async throws {
    let garden = try await section("Garden", "C")
    try await section("Cellar", "D")
    let change = try #require(try await mine.deleteSection(garden).change)
    #expect(try await shown() == "ABC Cellar: D")
    for count in 2...Limits.sectionsPerList { try await section("S\(count)") }
    await #expect(throws: StoreError.limit(.sections(50))) { try await section("one more") }
    await #expect(throws: StoreError.limit(.sections(50))) { try await mine.undo(change) }
    #expect(try await mine.openPage(1, of: 9, in: list, section: .section(garden)).rows.isEmpty)
    world.clock.advance(days: 40)
    try await world.store.purge(deletedBefore: world.clock.now)
    #expect(try await world.store.number("SELECT count(*) FROM sections") == 50)
  }

  @Test func `names are compared by their version, and a repeated form has no effect`() async throws {
    let garden = try await section("Garden")
    let version = try #require(try await mine.listHeader(list, now: .last).sections.first).version
    let form = SubmissionID.fresh()
    let written = try await mine.renameSection(garden, to: "Yard", version: version, submission: form)
    let again = try await mine.renameSection(garden, to: "Yard", version: version, submission: form)
    #expect(written.acted && !again.acted && again.change == written.change)
    await #expect(throws: StoreError.self) {
      try await mine.renameSection(garden, to: "Park", version: version, submission: .fresh())
    }
    try await mine.undo(try #require(written.change))
    #expect(try await shown() == "AB Garden: ")
  }

  @Test func `folding is no change, and is part of the list's cache keys`() async throws {
    let garden = try await section("Garden", "C")
    let (before, history) = (try await mine.list(list).folds, try await mine.history(of: list, limit: 9).count)
    try await mine.foldSection(garden, true)
    #expect(try await mine.listHeader(list, now: .last).sections.map(\.isFolded) == [true])
    #expect(try await mine.list(list).folds == before + 1)
    #expect(try await mine.history(of: list, limit: 9).count == history)
    try await mine.foldSection(garden, false)
    #expect(try await mine.listHeader(list, now: .last).sections.map(\.isFolded) == [false])
  }

  @Test func `sections are those of the list's members, and only writers change them`() async throws {
    let garden = try await section("Garden", "C")
    let task = try await mine.openTasks(in: list)[0].id
    let stranger = try await world.asStranger().mine
    await #expect(throws: StoreError.notFound) { try await stranger.list(of: garden) }
    #expect(try await stranger.taskPlace(of: task, in: list) == nil)
    for role in [nil, "viewer"] as [String?] {
      if let role {
        try await world.store.execute(
          "INSERT INTO memberships (account, list, role, position) SELECT id, ?, ?, 0 FROM accounts WHERE name = 'stranger'",
          [list.value, role])
      }
      let expected = role == nil ? StoreError.notFound : .forbidden
      await #expect(throws: expected) { try await stranger.deleteSection(garden) }
      await #expect(throws: expected) { try await stranger.moveSection(garden, .bottom) }
      await #expect(throws: expected) { try await stranger.foldSection(garden, true) }
    }
    #expect(try await stranger.list(of: garden) == list)
  }

  @Test func `a copy of a list has its sections, and a task that leaves the list has none there`() async throws {
    let garden = try await section("Garden", "C")
    try await section("Cellar", "D")
    let copy = try await mine.copyList(list, submission: .fresh()).list
    let sections = try await mine.listHeader(copy, now: .last).sections
    #expect(sections.map(\.name) == ["Garden", "Cellar"] && sections.map(\.open) == [1, 1])
    let task = try #require(try await mine.openTasks(in: list).first { $0.title == "C" }).id
    #expect(try await mine.taskPlace(of: task, in: list)?.section == garden)
    try await mine.changeTasks(.tasks([task], in: list), .move(to: copy))
    #expect(try await mine.taskPlace(of: task, in: copy)?.section == nil)
  }

  @Test func `an order by date sorts within a section`() async throws {
    let garden = try await section("Garden")
    let tasks = try [("late", "2026-12-09"), ("soon", "2026-12-01"), ("none", "")].map {
      NestedDraft(try draft($0.0, due: $0.1))
    }
    try await mine.addTasks(tasks, to: list, section: garden, submission: .fresh())
    try await mine.setPreferences(ListPreferences(adds: .bottom, order: .date), of: list)
    let rows = try await mine.openPage(1, of: 2, in: list, section: .section(garden))
    #expect(rows.rows.map(\.title) == ["soon", "late"] && rows.paging.total == 3)
    let last = try #require(try await mine.openTasks(in: list).first { $0.title == "none" }).id
    let place = try await mine.openPlace(of: last, in: list, section: .section(garden))
    #expect(place == RowPosition(before: 2, total: 3))
    #expect(try await mine.openPlace(of: last, in: list, section: .unsectioned) == nil)
  }

  @Test func `an import makes sections, and an export tells them`() async throws {
    func task(_ title: String, _ section: String?, depth: Int = 0) throws -> PortableTask {
      PortableTask(uid: title, draft: try draft(title), depth: depth, section: section)
    }
    let tasks =
      try [task("a", nil), task("b", "Garden"), task("c", nil, depth: 1)]
      + (1...9).map { try task("d\($0)", "Garden") } + [task("e", "Cellar")]
    try await world.imports([PortableList(name: "Imported", tasks: tasks)])
    let imported = try #require(try await mine.lists().first { $0.name == "Imported" }).id
    let header = try await mine.listHeader(imported, now: .last)
    #expect(header.sections.map(\.name) == ["Garden", "Cellar"] && header.sections.map(\.open) == [10, 1])
    #expect(header.unsectioned == 1)
    var pieces = try await mine.export(ExportRequest(.list(imported), as: .table))
    var bytes: [UInt8] = []
    while let piece = try await pieces.next() { bytes += piece }
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.components(separatedBy: ",Garden").count == 11 && text.components(separatedBy: ",Cellar").count == 2)
  }

  @Test(arguments: [ExportFormat.json, .markdown])
  func `sections without tasks are exported, and imported at their places`(format: ExportFormat) async throws {
    for (name, title) in [("Empty", nil), ("Garden", "C"), ("Between", nil), ("Cellar", "D"), ("Last", nil)] {
      let id = try await section(name)
      if let title { try await add([title], to: id) }
    }
    var pieces = try await mine.export(ExportRequest(.list(list), as: format))
    var bytes: [UInt8] = []
    while let piece = try await pieces.next() { bytes += piece }
    let file = try PortableFile(
      reading: bytes, name: nil, hasPlainLines: false, in: .gmt, now: world.clock.now, limits: .standard,
      inflate: { _, _ in nil })
    #expect(file.hasSections && file.lists.map(\.headings) == [["Empty", "Garden", "Between", "Cellar", "Last"]])
    let other = try await world.asStranger()
    try await other.imports(file.converting(.sections).lists)
    let imported = try #require(try await other.mine.lists().first).id
    let sections = try await other.mine.listHeader(imported, now: .last).sections
    #expect(sections.map(\.name) == ["Empty", "Garden", "Between", "Cellar", "Last"])
    #expect(sections.map(\.open) == [0, 1, 0, 1, 0])
  }
}
