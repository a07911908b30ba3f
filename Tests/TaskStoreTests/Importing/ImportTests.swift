import Foundation
import GRDB
import TaskFormats
import Tasks
import Testing

@testable import TaskStore

final class ImportTests: WorldTests {
  private let then = Date(timeIntervalSince1970: 1_700_000_000)

  @Test func `lists come after those that are there, with their tasks in order`() async throws {
    let house = try await world.list()
    let result = try await world.imports([
      .named("Garden", "Rake", "Sow", "Water"), .named(nil, "Loose"), PortableList(name: "Empty"),
    ])
    #expect(try await world.names() == ["House", "Garden", "Imported", "Empty"])
    #expect(result.tasks == 4 && result.present == 0 && result.lists.count == 3)
    #expect(try await world.open(result.lists[0]) == ["Rake", "Sow", "Water"])
    #expect(try await world.open(house) == [])
    #expect(try await world.unfinished() == 0)
    #expect(try await world.store.quickCheck() == [])
    #expect(try await world.store.searchProblems() == [])
  }

  @Test func `a task keeps all that it brings along`() async throws {
    var task = PortableTask.titled("Pay", due: "2026-03-01", tags: "home money")
    task.draft = task.draft.with {
      $0.notes = "Twice"
      $0.priority = .high
    }
    (task.percent, task.created, task.changed) = (40, then, then + 60)
    var done = PortableTask.titled("Done", completed: then + 90)
    (done.created, done.percent) = (then, 50)
    let trashed = PortableTask.titled("Old", deleted: then + 100)
    let future = PortableTask.titled("Later", completed: .distantFuture)
    let list = try await world.imports([
      PortableList(name: "Bills", created: then, tasks: [task, done, trashed, future])
    ]).lists[0]
    let rows = try await world.store.read { db in
      try String.fetchAll(
        db,
        sql: """
          SELECT json_array(uid, title, notes, due, tags, priority, percent, created, changed, done, deleted) FROM tasks
          WHERE list = ? ORDER BY position
          """, arguments: [list.value])
    }
    let at = Int64(1_700_000_000_000)
    #expect(
      rows.dropLast() == [
        #"["uid-Pay","Pay","Twice","2026-03-01","home money",3,40,\#(at),\#(at + 60_000),null,null]"#,
        #"["uid-Done","Done",null,null,null,0,null,\#(at),\#(at + 90_000),\#(at + 90_000),null]"#,
        rows[2],
      ])
    #expect(rows[2].hasSuffix(",null,\(at + 100_000)]"))
    let summary = try #require(try await mine.lists().first)
    #expect(summary.created == then && summary.open == 1 && summary.completed == 2)
    #expect(!rows[3].contains("253402300799000"), "nothing is completed later than now")
    #expect(try await world.tagNames() == ["home", "money"])
    let version = try await mine.openTasks(in: list)[0].version
    #expect(version.value > 0 && version < summary.revision)
    #expect(try await world.store.quickCheck() == [])
  }

  @Test func `nested tasks become steps, across transactions too`() async throws {
    var tasks: [PortableTask] = [.titled("A", completed: then)]
    tasks += (0..<300).map { .titled("B\($0)", depth: 1, completed: then) }
    tasks += [.titled("C", depth: 2), .titled("D", deleted: then), .titled("E", depth: 1)]
    let list = try await world.imports([PortableList(name: "Deep", tasks: tasks)]).lists[0]
    let parents = try await world.store.read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT t.title, p.title, t.done IS NULL, t.deleted IS NULL FROM tasks t LEFT JOIN tasks p ON p.id = t.parent
          WHERE t.list = ? ORDER BY t.position
          """, arguments: [list.value]
      ).map { "\($0[0] as String) \($0[1] as String? ?? "-") \($0[2] as Bool) \($0[3] as Bool)" }
    }
    #expect(parents.count == 304)
    #expect(parents[0] == "A - false true")
    #expect(parents[1] == "B0 A false true")
    #expect(parents[299] == "B298 A false true")
    #expect(parents[300] == "B299 A false true")
    #expect(parents[301...] == ["C B299 false true", "D - true false", "E D true false"])
    #expect(try await world.store.quickCheck() == [])
  }

  @Test func `one undo moves all lists to the trash, and its own brings them back`() async throws {
    _ = try await world.list()
    let result = try await world.imports([.named("A", "1", "2"), .named("B", "3")])
    let change = try #require(result.change)
    let told = try await mine.change(change)
    #expect(told.kind == .listsImported && told.name == "A" && told.count == 2 && told.undoable)
    #expect(told.batch == Change.Batch(lists: 2, tasks: 3))
    let second = try await mine.history(of: result.lists[1], limit: 9)[0]
    let undoing = try #require(try await mine.undo(second.id).change)
    #expect(try await world.names() == ["House"])
    #expect(try await mine.trash().count == 2)
    try await mine.undo(undoing)
    #expect(try await world.names() == ["House", "A", "B"])
    #expect(try await world.open(result.lists[0]) == ["1", "2"])
    #expect(try await world.store.quickCheck() == [])
    #expect(try await world.store.searchProblems() == [])
  }

  @Test func `lists in the trash stay there, whatever is undone`() async throws {
    let result = try await world.imports([
      PortableList(name: "Old", deleted: world.clock.now - 86_400, tasks: [.titled("1")]), .named("New", "2"),
    ])
    #expect(try await world.names() == ["New"])
    #expect(try await mine.trash().map(\.name) == ["Old"])
    let change = try #require(result.change)
    let undoing = try #require(try await mine.undo(change).change)
    #expect(try await world.names() == [])
    try await mine.undo(undoing)
    #expect(try await world.names() == ["New"])
    #expect(try await mine.trash().map(\.name) == ["Old"])
  }

  @Test func `the same file twice adds nothing`() async throws {
    let lists: [PortableList] = [
      .named("A", "1", "2"), PortableList(name: "Empty"), PortableList(name: "Due", kind: .filter("due=week")),
      PortableList(name: "Far", kind: .source("https://example.org/")),
    ]
    let first = try await world.imports(lists)
    #expect(first.tasks == 2 && first.lists.count == 3)
    #expect(try await mine.lists().map(\.filter) == [nil, nil, "due=week"])
    let before = try await world.rows()
    let second = try await world.imports(lists)
    #expect(second == ImportResult(change: nil, lists: [], tasks: 0, present: 2, remarks: ImportRemarks()))
    #expect(try await world.rows() == before)
    #expect(try await world.unfinished() == 0)

    try await mine.undo(#require(first.change))
    #expect(try await world.imports(lists).present == 2, "the trash counts as well")
    let stranger = try await world.asStranger()
    #expect(try await stranger.imports(lists).tasks == 2, "what others have does not count")
  }

  @Test func `a filter of one list is about the same list, which has another number here`() async throws {
    _ = try await world.list("Before")
    var house = PortableList.named("House", "1")
    house.number = 1
    let lists = [PortableList(name: "Due", kind: .filter("list=1&due=week")), house]
    let added = try await world.imports(lists).lists
    let queries = [nil, "list=\(added[1])&due=week", nil]
    #expect(try await mine.lists().map(\.filter) == queries)

    #expect(try await world.imports(lists).lists == [], "both are there")
    let more = [house, PortableList(name: "All", kind: .filter("list=1&show=all"))]
    #expect(try await world.imports(more).lists.count == 1, "the list is there")
    #expect(try await mine.lists().map(\.filter) == queries + ["list=\(added[1])&show=all"])
  }

  @Test func `a filter of a list that is not in the file is about none`() async throws {
    let before = try await world.list("Before")
    let filter = PortableList(name: "Due", kind: .filter("due=week&list=\(before)"))
    try await world.imports([filter])
    #expect(try await mine.lists().map(\.filter) == [nil, "due=week&list=0"])
    #expect(try await world.imports([filter]).lists == [])
  }

  @Test func `of a file that has grown, the new tasks are added, as steps of what is above them`() async throws {
    try await world.imports([PortableList(name: "A", tasks: [.titled("1"), .titled("2", depth: 1)])])
    let lists = [
      PortableList(
        name: "A",
        tasks: [
          .titled("0"), .titled("1"), .titled("2", depth: 1), .titled("3", depth: 2), .titled("4", depth: 3),
          .titled("5"),
        ])
    ]
    let plan = try await mine.planImport(of: lists)
    #expect(plan.tasks == 4 && plan.present == 2)
    #expect(plan.entries[0].list.tasks.map(\.draft.title) == ["0", "3", "4", "5"])
    #expect(plan.entries[0].list.tasks.map(\.depth) == [0, 0, 1, 0])
    let result = try await world.imports(lists)
    #expect(result.tasks == 4 && result.present == 2)
    #expect(try await world.names() == ["A", "A"])
  }

  @Test func `a long list becomes several`() async throws {
    let tasks = (0...Limits.tasksPerList).map { PortableTask.titled("\($0)") }
    let result = try await world.imports([PortableList(name: "Long", tasks: tasks)])
    #expect(try await world.names() == ["Long", "Long (2)"])
    #expect(result.tasks == Limits.tasksPerList + 1)
    #expect(try await world.store.quickCheck() == [])
  }

  @Test func `due tasks, the trash and the search know the tasks at once`() async throws {
    var tasks: [PortableTask] = [.titled("Pear", due: "2026-02-03"), .titled("Plum", deleted: world.clock.now)]
    tasks += (0..<250).map { .titled("Fig \($0)") }
    let store = world.store
    let list = try await world.imports([PortableList(name: "Fruit", tasks: tasks)]).lists[0]
    let found = try await world.found("pear")
    #expect(found == ["Pear"])
    #expect(try await store[world.account].trash().map(\.name) == ["Plum"])
    #expect(try await store.searchProblems() == [])
    #expect(try await world.found("fig 7").contains("Fig 7"))
    let late = try await store[world.account].duePage(.late, 1, of: 9, now: .last).rows
    #expect(late.map(\.row.due?.iso) == ["2026-02-03"])
    #expect(try await world.open(list).count == 251)
    #expect(try await store.quickCheck() == [])
  }

  @Test func `tags have one spelling, that of the account`() async throws {
    let house = try await world.list()
    try await world.mine.addTasks([draft("Old", tags: "Home")], to: house, submission: .fresh())
    let list = try await world.imports([
      PortableList(name: "A", tasks: [.titled("1", tags: "home Work"), .titled("2", tags: "work")])
    ]).lists[0]
    let stored = try await world.store.read { db in
      try String.fetchAll(db, sql: "SELECT tags FROM tasks WHERE list = ? ORDER BY position", arguments: [list.value])
    }
    #expect(stored == ["Home Work", "Work"])
    #expect(try await world.tagNames() == ["Home", "Work"])
  }
}
