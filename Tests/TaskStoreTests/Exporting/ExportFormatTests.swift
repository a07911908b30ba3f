import Foundation
import TaskFormats
import Tasks
import TestSupport
import Testing

@testable import TaskStore

/// Exports of lists and searches in every format.
struct ExportFormatTests {
  private func world() async throws -> (World, house: ListID, garden: ListID) {
    let ana = try await World().register("Ana")
    return (ana, try await ana.list("House"), try await ana.list("Garden"))
  }

  private func add(_ drafts: [NestedDraft], to list: ListID, of member: World) async throws {
    _ = try await member.mine.addTasks(drafts, to: list, submission: .fresh())
  }

  private func addSteps(_ titles: String..., to task: TaskID, of member: World) async throws -> [TaskID] {
    try await member.mine.addSubtasks(
      titles.map { NestedDraft(try draft($0)) }, to: task, literal: nil, submission: .fresh()
    ).tasks
  }

  private func text(_ request: ExportRequest, of member: World) async throws -> String {
    var pieces = try await member.mine.export(request)
    var bytes: [UInt8] = []
    while let piece = try await pieces.next() { bytes += piece }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A tree whose steps were not added in the order of the tree.
  private func tree(_ member: World, _ list: ListID) async throws {
    let tasks = try await member.add("Roof", "Wall", to: list)
    _ = try await addSteps("Paint", to: tasks[1], of: member)
    let tiles = try await addSteps("Tiles", to: tasks[0], of: member)[0]
    _ = try await addSteps("Order", to: tiles, of: member)
    _ = try await addSteps("Gutter", to: tasks[0], of: member)
    let old = try await addSteps("Old", to: tasks[1], of: member)[0]
    try await member.mine.deleteTask(old)
  }

  @Test func `a list is exported with each task before its steps, without the trash`() async throws {
    let (ana, house, garden) = try await world()
    try await tree(ana, house)
    try await ana.add("Sow", to: garden)
    let markdown = try await text(ExportRequest(.list(house), as: .markdown), of: ana)
    #expect(
      markdown == """
        # House

        - [ ] Roof
          - [ ] Tiles
            - [ ] Order
          - [ ] Gutter
        - [ ] Wall
          - [ ] Paint

        """)
    let table = try await text(ExportRequest(.list(house), as: .table), of: ana)
    #expect(table.contains("Old") && !table.contains("Sow"))
    let json = try await text(ExportRequest(.list(house)), of: ana)
    #expect(json.contains("Old") && json.contains("\"parent\"") && !json.contains("Sow"))
  }

  @Test func `everything is exported list by list, and only JSON has the trash and what has no tasks`() async throws {
    let (ana, house, garden) = try await world()
    try await ana.add("Paint", to: house)
    try await ana.add("Sow", to: garden)
    let attic = try await ana.list("Attic")
    try await ana.add("Sort", to: attic)
    try await ana.mine.deleteList(attic)
    try await ana.mine.saveFilter("due=late", as: "Late", submission: .fresh())
    for format in ExportFormat.allCases {
      let file = try await text(ExportRequest(as: format), of: ana)
      #expect(file.contains("Paint") == (format != .events), "\(format)")
      #expect(file.contains("Sow") == (format != .events))
      #expect(file.contains("Sort") == (format == .json), "\(format)")
      #expect(file.contains("Late") == (format == .json))
    }
    #expect(try await text(ExportRequest(as: .todoTxt), of: ana).contains("Paint +House"))
  }

  @Test func `no export has the next task of a series whose completion was undone`() async throws {
    let (ana, house, _) = try await world()
    let rent = try draft("Rent", due: "2026-11-24", repeats: "2026-11-24 FREQ=WEEKLY;BYDAY=TU")
    let added = try await ana.mine.addTasks([NestedDraft(rent)], to: house, submission: .fresh())
    let completed = try await ana.mine.complete(
      try #require(added.tasks.first), on: try #require(rent.due))
    try await ana.mine.undo(try #require(completed.change))
    for scope in [ExportRequest(), ExportRequest(.list(house))] {
      #expect(try await text(scope, of: ana).ranges(of: "\"Rent\"").count == 1)
    }
  }

  @Test func `the matches of a filter are exported in their lists, steps below tasks that match, too`() async throws {
    let (ana, house, garden) = try await world()
    try await tree(ana, house)
    try await add([NestedDraft(draft("Sow", due: "2026-01-01"))], to: garden, of: ana)
    let all = try await text(ExportRequest(.matches(text: nil, in: TaskFilter()), as: .markdown), of: ana)
    #expect(all.contains("- [ ] Roof\n  - [ ] Tiles\n    - [ ] Order\n  - [ ] Gutter\n- [ ] Wall\n  - [ ] Paint\n"))
    #expect(all.contains("# Garden"))
    let some = try await text(
      ExportRequest(
        .matches(text: nil, in: TaskFilter(due: .between(DueTime.first...DueTime(.last, nil)))), as: .markdown),
      of: ana)
    #expect(some == "# Garden\n\n- [ ] Sow\n")
    let words = try await text(ExportRequest(.matches(text: "o", in: TaskFilter()), as: .markdown), of: ana)
    // The parent of this step does not match.
    #expect(words == "# House\n\n- [ ] Order\n")
  }

  @Test func `more matches than a search shows are exported`() async throws {
    let (ana, house, _) = try await world()
    let count = Limits.searchMatches * 3 + 7
    try await ana.mine.setPreferences(.ofNewList, of: house)
    for start in stride(from: 0, to: count, by: 500) {
      let drafts = try (start..<min(start + 500, count)).map { try draft("tile \($0)", notes: "n", due: "2026-01-01") }
      _ = try await ana.mine.addTasks(drafts, to: house, submission: .fresh())
    }
    for text in [nil, "tile"] {
      let file = try await self.text(ExportRequest(.matches(text: text, in: TaskFilter()), as: .todoTxt), of: ana)
      let titles = file.split(separator: "\n").map { $0.split(separator: " ")[2] }.map(String.init)
      #expect(titles == (0..<count).map { "\($0)" }, "\(text ?? "")")
    }
  }

  @Test func `the lists of an export can be joined to one`() async throws {
    let (ana, house, garden) = try await world()
    try await ana.add("Paint", to: house)
    try await ana.add("Sow", to: garden)
    let file = try await text(
      ExportRequest(.matches(text: nil, in: TaskFilter()), as: .iCalendar, joinedAs: "Today"), of: ana)
    #expect(file.components(separatedBy: "BEGIN:VCALENDAR").count == 2)
    #expect(file.contains("X-WR-CALNAME:Today") && file.contains("SUMMARY:Paint") && file.contains("SUMMARY:Sow"))
    let empty = try await text(ExportRequest(.list(house), as: .events, joinedAs: "House"), of: ana)
    #expect(empty.hasPrefix("BEGIN:VCALENDAR") && !empty.contains("VEVENT") && empty.hasSuffix("END:VCALENDAR\r\n"))
  }

  @Test func `another account's list is not found, and one in the trash is gone`() async throws {
    let (ana, house, garden) = try await world()
    let ben = try await ana.register("Ben")
    await #expect(throws: StoreError.notFound) { try await text(ExportRequest(.list(house)), of: ben) }
    #expect(try await !text(ExportRequest(.matches(text: nil, in: TaskFilter(list: house))), of: ben).contains("House"))
    try await ana.mine.deleteList(garden)
    await #expect { try await text(ExportRequest(.list(garden)), of: ana) } throws: { error in
      if case .gone? = error as? StoreError { true } else { false }
    }
  }

  @Test func `the walk over a list holds few tasks, and all kinds of trees are complete`() async throws {
    let (ana, house, _) = try await world()
    var random = Seeded(7)
    let notes = String(repeating: "n", count: 20_000)
    var drafts: [NestedDraft] = []
    var depth = 0
    for number in 0..<400 {
      depth = number == 0 ? 0 : Int.random(in: 0...min(depth + 1, Limits.subtaskLevels - 1), using: &random)
      drafts.append(NestedDraft(try draft("task \(number)", notes: number % 9 == 0 ? notes : ""), depth: depth))
    }
    try await add(drafts, to: house, of: ana)
    let file = try await text(ExportRequest(.list(house), as: .markdown), of: ana)
    let items = file.split(separator: "\n").filter { $0.contains("- [ ] ") }
    #expect(
      items == drafts.map { "\(String(repeating: "  ", count: $0.depth))- [ ] \($0.draft.title)" }.map { Substring($0) }
    )
  }
}
