import Foundation
import GRDB
import TaskFormats
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

  @Test func `what is in the trash moves with its section, and back with an undo`() async throws {
    let first = try await section("1", "a", "b")
    try await section("2", "c")
    let titles = try await mine.openPage(1, of: nil, in: list, section: .section(first)).rows
    try await mine.deleteTask(try #require(titles.last).id)
    let moved = try #require(try await mine.moveSection(first, .bottom).change)
    let undone = try #require(try await mine.undo(moved).change)
    try await mine.undo(undone)
    let again = try #require(try await mine.history(of: list, limit: 1).first).id
    // Deleted since the move.
    try await mine.deleteTask(try #require(titles.first).id)
    try await mine.undo(again)
    for task in titles { try await mine.restoreTask(task.id) }
    let names = try await shown()
    #expect(names.hasSuffix(" 1: ab 2: c"), "\(names)")
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
