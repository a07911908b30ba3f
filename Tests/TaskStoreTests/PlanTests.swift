import GRDB
import Testing

@testable import TaskStore

struct PlanTests {
  /// What pages that are loaded all day ask, and what every write asks.
  static let hot: [(name: String, sql: String)] = [
    ("lists", ListQuery.all), ("list", ListQuery.one), ("open tasks", TaskQuery.open), ("kept rows", TaskQuery.kept),
    ("completed tasks", TaskQuery.completed), ("due soon", TaskQuery.dueSoon), ("history", ChangeQuery.history),
    ("change", ChangeQuery.one), ("source", SourceQuery.one), ("source of a list", SourceQuery.ofList),
    ("sources", SourceQuery.ofAccount), ("tasks from elsewhere", SourceQuery.tasks),
    ("open tasks from elsewhere", SourceQuery.openTasks), ("events", SourceQuery.events),
  ]

  @Test(arguments: hot.map(\.name))
  func `hot queries go by index and sort nothing`(name: String) async throws {
    let sql = try #require(Self.hot.first { $0.name == name }?.sql)
    let plan = try await plan(of: sql)
    #expect(!plan.isEmpty)
    #expect(plan.filter { $0.hasPrefix("SCAN") || $0.contains("TEMP B-TREE") } == [])
    #expect(plan.contains { $0.contains("memberships") || $0.hasPrefix("SEARCH m ") })
  }

  @Test func `the trash goes by index; it may sort`() async throws {
    for sql in [TrashQuery.lists, TrashQuery.tasks] {
      #expect(try await plan(of: sql).filter { $0.hasPrefix("SCAN") } == [])
    }
    #expect(try await plan(of: TrashQuery.tasks).contains { $0.contains("tasks_trash") })
  }

  @Test func `each hot query of tasks has its own index`() async throws {
    #expect(try await plan(of: TaskQuery.open).contains { $0.contains("tasks_open") })
    #expect(try await plan(of: TaskQuery.completed).contains { $0.contains("tasks_completed") })
    #expect(try await plan(of: TaskQuery.dueSoon).contains { $0.contains("COVERING INDEX tasks_due") })
    #expect(try await plan(of: ListQuery.all).contains { $0.contains("tasks_completed") })
  }

  @Test func `what is open elsewhere, what is due and which drafts there are have their own indexes`() async throws {
    #expect(try await plan(of: SourceQuery.openTasks).contains { $0.contains("source_tasks_open (source=?)") })
    #expect(try await plan(of: SourceQuery.draftAt).filter { !$0.contains("sources_drafts (account=?") } == [])
    let due = try await plan(of: SourceQuery.due)
    #expect(due.contains { $0.contains("sources_next (next<?)") })
    // Only the few members of one list are sorted.
    #expect(due.filter { $0.hasPrefix("SCAN") } == [])
    #expect(due.count { $0.contains("TEMP B-TREE") } == 1)
    let sweep = try await plan(of: DraftQuery.sweep)
    #expect(sweep.first?.contains("sources_drafts (account>?)") == true, "\(sweep)")
  }

  @Test func `the question of every request is two or three rows by index`() async throws {
    let plan = try await plan(of: SessionQuery.found)
    #expect(plan.count == 3)
    #expect(plan.filter { !$0.hasPrefix("SEARCH ") } == [])
    #expect(plan.first?.contains("USING INDEX sessions_digest (digest=?)") == true)
    #expect(plan.dropFirst().filter { !$0.contains("INTEGER PRIMARY KEY") } == [])
  }

  @Test(arguments: [
    SourceQuery.plain, SourceQuery.followedAt, AccountQuery.one, AccountQuery.credentials, SessionQuery.ofAccount,
    KeptFormQuery.one, KeptFormQuery.newest,
  ])
  func `what an account asks goes by index`(sql: String) async throws {
    let plan = try await plan(of: sql)
    #expect(!plan.isEmpty)
    #expect(plan.filter { $0.hasPrefix("SCAN") || $0.contains("TEMP B-TREE") } == [])
  }

  private func plan(of sql: String) async throws -> [String] {
    let store = try TaskStore.inMemory()
    return try await store.read { db in
      let count = (1...9).last { sql.contains("?\($0)") } ?? sql.count { $0 == "?" }
      return try Row.fetchAll(
        db, sql: "EXPLAIN QUERY PLAN " + sql, arguments: StatementArguments(Array(repeating: 1, count: count))
      ).map { $0["detail"] }
    }
  }
}
