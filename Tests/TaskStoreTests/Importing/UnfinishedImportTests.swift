import Foundation
import GRDB
import TaskFormats
import Tasks
import Testing

@testable import TaskStore

/// Imports that do not come to their end.
final class UnfinishedImportTests: WorldTests {
  private static let lists = [
    PortableList(name: "A", tasks: (0..<900).map { .titled("\($0)", due: "2026-02-03", tags: "new") }),
    PortableList(name: "B", kind: .filter("due=week")),
  ]

  /// Begins an import, and leaves it as a process that is killed does.
  private func killedImport(in world: World, steps: Int = 2) async throws {
    try await world.store.write(for: world.account) { write in
      let unfinished = try write.beginImport()
      let plan = ImportPlan(Self.lists, known: KnownContent())
      var run = ImportRun(plan, [], unnamed: .imported, unfinished, .fresh())
      try run.begin(write)
      for _ in 0..<steps { try run.insertSome(write) }
    }
  }

  @Test func `nobody sees anything of an import until its last step`() async throws {
    _ = try await world.list()
    let usage = try await mine.usage()
    try await killedImport(in: world, steps: 5)
    #expect(try await world.names() == ["House"])
    #expect(try await mine.trash().isEmpty)
    #expect(try await world.tagNames() == [])
    #expect(try await world.found("7") == [])
    #expect(try await mine.usage() == usage)
    #expect(try await world.store.quickCheck() == [])
    #expect(try await world.store.searchProblems() == [])
    #expect(try await mine.todayHeader(now: .first).counts.hasDates == false)
    let isVisible = try await world.store.read { db in
      try Int64.fetchAll(db, sql: "SELECT id FROM lists WHERE version > revision").isEmpty
    }
    #expect(isVisible)
  }

  @Test func `what a killed process left is deleted some minutes later, and another import may begin`() async throws {
    _ = try await world.list()
    let before = try await world.rows()
    try await killedImport(in: world)
    try await world.store.deleteRemoved()
    #expect(try await world.unfinished() == 3, "it may still be under way, in another process")
    await #expect(throws: StoreError.unavailable(.busy, .writing)) { try await world.imports(Self.lists) }

    world.clock.advance(days: 0.01)
    try await world.store.deleteRemoved()
    #expect(try await world.unfinished() == 0)
    #expect(try await world.rows() == before)
    #expect(try await world.imports(Self.lists).tasks == 900)
    #expect(try await world.store.quickCheck() == [])
    #expect(try await world.store.searchProblems() == [])
  }

  @Test func `a new import discards the one that a killed process left`() async throws {
    try await killedImport(in: world)
    world.clock.advance(days: 0.01)
    #expect(try await world.imports(Self.lists).tasks == 900)
    try await world.store.deleteRemoved()
    #expect(try await world.names() == ["A", "B"])
    #expect(try await world.store.number("SELECT count(*) FROM lists") == 2)
  }

  @Test func `an import that was taken for a dead one adds nothing`() async throws {
    let clock = world.clock
    let store = world.store
    await #expect(throws: StoreError.unavailable(.busy, .writing)) {
      try await world.imports(Self.lists) { done, _ in
        if done == 400 { clock.advance(days: 0.02) }
        // The clock has jumped, and the next cleaning finds the import too old.
        if done == 400 {
          try? store.database.write { db in try db.discardUnfinishedImports(at: Milliseconds(clock.now)) }
        }
      }
    }
    try await store.deleteRemoved()
    #expect(try await world.names() == [])
    #expect(try await store.number("SELECT count(*) FROM tasks") == 0)
  }

  @Test func `a cancelled import leaves nothing`() async throws {
    let before = try await world.rows()
    let importing = Task { [world, lists = Self.lists] in
      try await world.imports(lists) { done, _ in
        if done == 400 { withUnsafeCurrentTask { $0?.cancel() } }
      }
    }
    await #expect(throws: StoreError.cancelled) { try await importing.value }
    #expect(try await world.unfinished() == 0)
    try await world.store.deleteRemoved()
    #expect(try await world.rows() == before)
  }

  @Test(arguments: [
    (PortableList.named("A", "1", "2", "3"), StoreError.limit(.quota(.tasks, 2))),
    (PortableList(name: "A", tasks: [.titled(String(repeating: "x", count: 1_900))]), .limit(.quota(.bytes, 1_500))),
  ])
  func `quotas hold, and nothing is added beyond them`(list: PortableList, problem: StoreError) async throws {
    let world = try World {
      $0.tasks = 2
      $0.bytes = 1_500
    }
    let before = try await world.rows()
    await #expect(throws: problem) { try await world.imports([list]) }
    #expect(try await world.unfinished() == 0)
    #expect(try await world.rows() == before)
    #expect(try await world.imports([.named("B", "1")]).tasks == 1)
  }

  @Test func `quotas are checked again at the end, for what was added meanwhile`() async throws {
    let world = try World { $0.tasks = 1_000 }
    let house = try await world.list()
    let (store, account, clock) = (world.store, world.account, world.clock)
    let tasks = try (0..<101).map { NewTask(draft: try draft("\($0)")) }
    await #expect(throws: StoreError.limit(.quota(.tasks, 1_000))) {
      try await world.imports([Self.lists[0]]) { done, all in
        guard done == all else { return }
        try? store.database.write { db in
          let write = Write(db: db, account: account, now: Milliseconds(clock.now), quotas: store.quotas)
          try write.requireQuota(for: Usage(adding: tasks.map(\.draft)))
          _ = try write.insert(tasks, into: house, at: .bottom, ChangeID(1))
        }
      }
    }
    try await store.deleteRemoved()
    #expect(try await world.names() == ["House"])
    #expect(try await world.open(house).count == 101)
  }

  @Test func `limits of lists and filters hold, and tags beyond theirs are told and stay in the notes`() async throws {
    let many = (0...Limits.listsPerAccount).map { PortableList(name: "\($0)") }
    await #expect(throws: StoreError.limit(.lists(Limits.listsPerAccount))) { try await world.imports(many) }
    let filters = (0...Limits.savedFilters).map { PortableList(name: "\($0)", kind: .filter("q=\($0)")) }
    await #expect(throws: StoreError.limit(.filters(Limits.savedFilters))) { try await world.imports(filters) }
    let tags = (0...Limits.tagsPerAccount).map { PortableTask.titled("\($0)", tags: "tag\($0)") }
    #expect(try await world.names() == [])
    let lists = [PortableList(name: "A", tasks: tags + tags.prefix(1))]
    let plan = try await mine.planImport(of: lists)
    #expect(plan.added.map { $0.remarks.count(of: .tag) } == [1])
    #expect(plan.added[0].remarks.examples(of: .tag).map(\.value) == ["tag999"])
    let imported = try await world.imports(lists)
    #expect(imported.tasks == Limits.tagsPerAccount + 1)
    #expect(try await mine.tags(of: 2_000).rows.count == Limits.tagsPerAccount)
  }

  @Test func `a form that is sent twice imports once`() async throws {
    let submission = SubmissionID.fresh()
    let change = try #require(try await world.imports([.named("A", "1")], submission: submission).change)
    await #expect(throws: StoreError.repeated(change)) {
      try await world.imports([.named("B", "2")], submission: submission)
    }
  }

  @Test func `an account that was removed meanwhile gets nothing`() async throws {
    let stranger = try await world.asStranger()
    try await world.store.removeAccount(stranger.account)
    await #expect(throws: StoreError.notFound) { try await stranger.imports([.named("A", "1")]) }
    #expect(try await world.unfinished() == 0)
  }

  @Test func `other writes are made between the steps`() async throws {
    let house = try await world.list()
    let stranger = try await world.asStranger()
    let garden = try await stranger.list("Garden")
    let importing = Task { [world, lists = Self.lists] in try await world.imports(lists) }
    for number in 0..<20 { try await stranger.add("\(number)", to: garden) }
    try await world.add("Milk", to: house)
    #expect(try await importing.value.tasks == 900)
    #expect(try await stranger.open(garden).count == 20)
    #expect(try await stranger.names() == ["Garden"])
    #expect(try await world.names() == ["House", "A", "B"])
    #expect(try await world.store.quickCheck() == [])
  }
}
