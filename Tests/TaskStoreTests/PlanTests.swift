import Foundation
import GRDB
import Synchronization
import Tasks
import Testing

@testable import TaskStore

struct PlanTests {
  /// All statements that pages and an account's writes run, traced from the connection instead of listed here.
  @Test func `every statement of a request uses an index and sorts nothing`() async throws {
    let (scene, digest) = (try await Scene(), Data.digest())
    try await scene.store.beginSession(digest: digest, for: scene.account, agent: "x", replacing: nil)
    let seen = Statements()
    try await scene.store.database.writeWithoutTransaction { db in
      db.trace { event in
        if case .statement(let statement) = event { seen.texts.withLock { _ = $0.insert(statement.sql) } }
      }
    }
    try await Self.read(scene, digest)
    let garden = try await scene.mine.addTasks([draft("Mow")], to: scene.garden, submission: .fresh())
    let batch = try await scene.mine.changeTasks(.tasks([scene.tasks[0]] + garden.tasks, in: nil), .priority(.high))
    try await scene.mine.undo(#require(batch.change))
    for kind in ChangeKind.allCases where kind != .purged { _ = try? await scene.perform(kind) }
    try await scene.store.database.writeWithoutTransaction { db in db.trace(nil) }

    let texts = seen.texts.withLock { $0 }.filter { text in
      ["SELECT", "UPDATE", "INSERT", "DELETE"].contains { text.hasPrefix($0) }
    }
    #expect(texts.count > 30)
    for text in texts.subtracting(Self.mayScan) {
      let plan = try await plan(of: text)
      let scans = plan.filter { $0.hasPrefix("SCAN ") || $0.contains("TEMP B-TREE") }
      // The second are the few changes between a redo and what it does once more.
      #expect(scans.filter { !["SCAN CONSTANT ROW", "SCAN done"].contains($0) } == [], "\(text)")
    }
  }

  /// Statements that may scan or sort: the lists and one page of the trash; a list that is shown by date or priority; the
  /// due tasks of some days, by index; the due tasks of a copy; the few tags of an account; the changes since a page was opened; whether there is any account; `sqlite_sequence`; JSON
  /// arguments; tables of one row; the imports that are under way.
  private static let mayScan = Set(
    [
      TrashQuery.page, "SELECT EXISTS (SELECT 1 FROM credentials)",
      "SELECT seq FROM sqlite_sequence WHERE name = 'changes'", DeletionQuery.asLeft, DeletionQuery.backCount,
      DeletionQuery.set, TaskQuery.open(in: .hand), TaskQuery.open(in: .date), TaskQuery.open(in: .priority),
      ChangedRowQuery.changes, UsageQuery.rest, DueQuery.count(.mine), DueQuery.page(.mine),
      DueQuery.next(.mine), DueQuery.count(.all), DueQuery.page(.all), PersonQuery.others,
      DueQuery.firstOfDays(.mine), DueQuery.starting(.mine), DueQuery.firstOfDays(.all), DueQuery.starting(.all),
      TaskQuery.dueFirst, SubtaskQuery.ofTasks,
      SubtaskQuery.counts, SubtaskQuery.parents, SubtreeQuery.below, SubtreeQuery.waiting,
      TagQuery.page,
      SourceQuery.sections, SelectionQuery.tasks, FieldChangeQuery.existing, UnfinishedQuery.abandoned,
      ChangeQuery.leftTasks,
      MemberQuery.ofList,
    ])

  private final class Statements: Sendable {
    let texts = Mutex<Set<String>>([])
  }

  private static func read(_ scene: Scene, _ digest: Data) async throws {
    let (store, me) = (scene.store, scene.account)
    _ = try await store.session(digest: digest)
    _ = try await scene.mine.list(scene.house)
    _ = try await scene.mine.revision()
    _ = try await scene.mine.listHeader(scene.house, now: .first)
    _ = try await scene.mine.listHeader(scene.choir, now: .first)
    _ = try await scene.mine.listsHeader(of: 100)
    _ = try await scene.mine.taskHeader(scene.tasks[0])
    _ = try await store.hasAccounts()
    _ = try await store.account(me)
    _ = try await scene.mine.sessions()
    _ = try await scene.mine.openTasks(in: scene.house, limit: 100)
    _ = try await scene.mine.openPage(2, of: 1, in: scene.house)
    if let change = try await scene.mine.history(of: scene.house, limit: 1).first {
      _ = try await scene.mine.changedRows(by: change.id)
    }
    _ = try await store[me].dueSummary(today: .last)
    _ = try await scene.mine.todayHeader(now: .last)
    _ = try await (scene.mine.addChoices(), scene.mine.hasTasks())
    for section in DueSection.allCases { _ = try await scene.mine.duePage(section, 1, of: 9, now: .last) }
    for tag in [nil, Tag("red")] {
      _ = try await scene.mine.upcomingTasks(.first ... .last, in: scene.house, tag: tag, of: 9)
      _ = try await scene.mine.firstTasks(3, ofEach: .first ... .last, tag: tag)
    }
    _ = try await scene.mine.followedRows(open: 1, closed: 1, of: 5, in: scene.choir)
    _ = try await scene.mine.previewTasks(of: scene.source, limit: 5)
    for order in TaskOrder.allCases {
      try await scene.mine.setPreferences(ListPreferences(adds: .bottom, order: order), of: scene.house)
      _ = try await scene.mine.openPage(2, of: 1, in: scene.house)
      _ = try await scene.mine.openPlace(of: scene.tasks[0], in: scene.house)
      if let change = try await scene.mine.history(of: scene.house, limit: 1).first {
        let changed = try await scene.mine.changedRows(by: change.id)
        _ = try await scene.mine.openPage(1, of: 1, in: scene.house, including: changed)
      }
    }
    try await scene.mine.setPreferences(ListPreferences(adds: .top, order: .hand), of: scene.house)
    _ = try await scene.section()
    for section in try await scene.mine.listHeader(scene.house, now: .last).sections {
      _ = try await scene.mine.openPage(1, of: 9, in: scene.house, section: .section(section.id))
      _ = try await scene.mine.list(of: section.id)
    }
    _ = try await scene.mine.taskPlace(of: scene.tasks[0], in: scene.house)
    _ = try await scene.mine.completedPage(1, of: 100, in: scene.house)
    _ = try await scene.mine.completedPage(1, of: 2, in: scene.house)
    _ = try await scene.mine.listChoices()
    _ = try await scene.mine.list(named: "House")
    _ = try await scene.mine.listCount()
    _ = try await scene.mine.listsPage(2, of: 1, around: scene.house)
    _ = try await scene.mine.openTasks(in: scene.world.list("Empty"))
    _ = try await scene.mine.task(scene.tasks[0])
    _ = try await scene.mine.trash()
    let history = try await scene.mine.history(of: scene.house, limit: 50)
    _ = try await scene.mine.change(history[0].id)
    _ = try await scene.mine.source(scene.source)
    _ = try await scene.mine.events(of: scene.source)
  }

  @Test func `every read of an account joins its memberships`() async throws {
    let inOrder = TaskOrder.allCases.flatMap { order in
      [TaskQuery.open(in: order), TaskQuery.place(in: order), TaskQuery.placeOfRank(in: order)]
    }
    for sql in inOrder + [
      ListQuery.page, ListQuery.count, ListQuery.place, ListQuery.byID, ListQuery.header, TaskQuery.openCount,
      TaskQuery.order, TaskQuery.completed, TaskQuery.completedCount,
      ChangeQuery.history, ChangeQuery.historyOfTask, ChangeQuery.byID, FilterQuery.lists, FilterQuery.dated,
      FilterQuery.open, FilterQuery.completed, SearchQuery.byID, SourceQuery.byID, SourceQuery.ofList, TrashQuery.count,
      SourceQuery.tasks, SourceQuery.sections, SourceQuery.listOf, CopyQuery.tasks, SourceQuery.events,
      SearchQuery.lists,
      SearchQuery.tasks,
    ] {
      let plan = try await plan(of: sql)
      #expect(plan.contains { $0.contains("memberships") || $0.hasPrefix("SEARCH m ") }, "\(sql)")
    }
  }

  @Test func `of the trash only the index is read until a row is on the page`() async throws {
    let items = [
      "SEARCH t USING COVERING INDEX tasks_trash (list=? AND deleted>?)",
      "SEARCH p USING COVERING INDEX tasks_trash (list=? AND deleted=? AND id=?)",
    ]
    let (plan, count) = (try await plan(of: TrashQuery.page), try await plan(of: TrashQuery.count))
    for item in items { #expect(plan.contains(item) && count.contains(item), "\(plan) \(count)") }
    #expect(plan.filter { $0.hasPrefix("SCAN") && !$0.hasPrefix("SCAN (subquery") } == ["SCAN k"], "\(plan)")
  }

  @Test func `each frequent task query has its own index`() async throws {
    let open = try await plan(of: TaskQuery.open(in: .hand))
    #expect(open.contains { $0.contains("tasks_open") }, "\(open)")
    // The rows that stay are an argument.
    #expect(
      open.filter { $0.hasPrefix("SCAN") || $0.contains("TEMP B-TREE") } == ["SCAN json_each VIRTUAL TABLE INDEX 1:"])
    let ofTask = try await plan(of: ChangeQuery.historyOfTask)
    #expect(ofTask.contains { $0.contains("SEARCH c USING INDEX changes_task (task=? AND rowid<?)") }, "\(ofTask)")
    #expect(!ofTask.contains { $0.contains("TEMP B-TREE") }, "\(ofTask)")
    let changes = try await plan(of: ChangedRowQuery.changes)
    #expect(changes.contains { $0.contains("INDEX changes_list (list=? AND rowid>? AND rowid<?)") }, "\(changes)")
    let inSection = "INDEX tasks_open (list=? AND position>? AND position<?)"
    #expect(try await plan(of: TaskQuery.openCount).contains { $0.contains(inSection) })
    let place = try await plan(of: TaskQuery.place(in: .hand))
    #expect(place.count { $0.contains(inSection) } == 2, "\(place)")
    #expect(try await plan(of: TaskQuery.completed).contains { $0.contains("tasks_completed") })
    #expect(try await plan(of: ListQuery.header).count { $0.contains("COVERING INDEX tasks_due") } == 2)
    #expect(try await plan(of: ListQuery.page).contains { $0.contains("tasks_completed") })
  }

  @Test(arguments: [TaskOrder.date, .priority])
  func `a page of a list by date or priority sorts that list and reads no other`(order: TaskOrder) async throws {
    let plan = try await plan(of: TaskQuery.open(in: order))
    #expect(plan.contains { $0.contains("tasks_open") } && !plan.contains { $0.hasPrefix("SCAN t") }, "\(plan)")
  }

  @Test func `the due tasks of an account are read list by list from one index`() async throws {
    for sql in [
      DueQuery.count(.mine), DueQuery.any, DueQuery.timed(.mine), DueQuery.page(.mine), DueQuery.next(.mine),
      DueQuery.firstOfDays(.mine), DueQuery.firstOfDays(.all),
    ] {
      let plan = try await plan(of: sql)
      #expect(plan.contains { $0.hasPrefix("SEARCH m USING COVERING INDEX memberships_order (account=?)") }, "\(plan)")
      #expect(plan.contains { $0.hasPrefix("SEARCH t USING") && $0.contains("INDEX tasks_due (list=?") }, "\(plan)")
    }
    // Neither counting nor sorting reads rows of tasks.
    for sql in [DueQuery.count(.mine), DueQuery.page(.mine), DueQuery.firstOfDays(.mine)] {
      let index = "SEARCH t USING COVERING INDEX tasks_due (list=? AND due>? AND due<?)"
      #expect(try await plan(of: sql).contains(index), "\(sql)")
    }
    let starting = try await plan(of: DueQuery.starting(.mine))
    #expect(starting.contains("SEARCH t USING INDEX tasks_start (list=? AND start>? AND start<?)"), "\(starting)")
  }

  @Test func `due sources and drafts have indexes of their own`() async throws {
    #expect(try await plan(of: SourceQuery.draftAt).filter { !$0.contains("sources_drafts (account=?") } == [])
    let due = try await plan(of: SourceQuery.due)
    #expect(due.contains { $0.contains("sources_next (next<?)") })
    #expect(due.filter { $0.hasPrefix("SCAN") || $0.contains("TEMP B-TREE") } == [])
    let sweep = try await plan(of: DraftQuery.old)
    #expect(sweep.first?.contains("sources_drafts (account>?)") == true, "\(sweep)")
  }

  @Test func `the change of a form is found by the index of its key`() async throws {
    let sql = "SELECT id FROM changes WHERE account = ? AND submission = ? AND \(SubmissionQuery.isIndexed)"
    #expect(try await plan(of: sql).contains { $0.contains("INDEX changes_submission (account=? AND submission=?)") })
  }

  @Test func `the session query of every request reads a few rows by index`() async throws {
    let found = try await plan(of: SessionQuery.found).filter { !$0.contains("SCALAR SUBQUERY") }
    // An index that has no row for most accounts.
    let plan = found.filter { !$0.contains("INDEX channels_paused (account=?)") }
    #expect(plan.count == 4 && found.count == 5)
    #expect(plan.filter { !$0.hasPrefix("SEARCH ") } == [])
    #expect(plan.first?.contains("USING INDEX sessions_digest (digest=?)") == true)
    #expect(plan.dropFirst().filter { !$0.contains("PRIMARY KEY") } == [])
  }

  @Test func `a search follows the order of the word index, and reads everything else by row id`() async throws {
    let plan = try await plan(of: SearchQuery.tasks)
    #expect(
      plan.first?.hasPrefix("SCAN s VIRTUAL TABLE INDEX ") == true && plan.first?.contains(":M") == true, "\(plan)")
    let others = plan.dropFirst().filter { !$0.hasPrefix("SEARCH ") && !$0.hasPrefix("CORRELATED ") }
    #expect(others.allSatisfy(Self.isOfNames), "\(others)")
    #expect(plan.filter { $0.contains("TEMP B-TREE") } == [])
    #expect(plan.contains { $0.hasPrefix("SEARCH m USING PRIMARY KEY (account=? AND list=?)") }, "\(plan)")
  }

  @Test(arguments: [
    SourceQuery.plain, SourceQuery.followedAt, AccountQuery.byID, AccountQuery.credentials, SessionQuery.ofAccount,
    SavedDraftQuery.count, SavedDraftQuery.byID, SavedDraftQuery.newest, SearchQuery.lists, SearchQuery.byID,
    SearchQuery.changeFrom, InvitationQuery.offers, InvitationQuery.byDigest, InvitationQuery.countOfOffers,
    InvitationQuery.madeBy, SharedPageQuery.count, MemberQuery.accounts, MemberQuery.owner, UsageQuery.owners,
    FilterQuery.lists,
    FilterQuery.dated, FilterQuery.datedOfPriority, FilterQuery.undated,
    FilterQuery.undatedOfPriority, FilterQuery.open, FilterQuery.completed,
    PushQuery.ofAccount, PushQuery.lists, PushQuery.known, PushQuery.count, PushQuery.forgetOfAccount, PushQuery.forget,
  ])
  func `an account's queries use an index`(sql: String) async throws {
    let plan = try await plan(of: sql)
    #expect(!plan.isEmpty)
    let scans = plan.filter { $0.hasPrefix("SCAN") || $0.contains("TEMP B-TREE") }
    #expect(scans.allSatisfy(Self.isOfNames), "\(scans)")
  }

  @Test func `the ticks of a page by link are read from an index of their own`() async throws {
    for sql in [SharedPageQuery.ofList, SharedPageQuery.byDigest, SharedPageQuery.ticks] {
      let plan = try await plan(of: sql)
      #expect(plan.contains { $0.contains("changes_page (shared_page=?)") }, "\(plan)")
      #expect(plan.filter { $0.hasPrefix("SCAN") && !$0.hasPrefix("SCAN (subquery") } == [], "\(plan)")
    }
  }

  /// Whether a line of a plan is the scan of the names of tags, which a statement gets as JSON.
  private static func isOfNames(_ line: String) -> Bool {
    ["SCAN a VIRTUAL TABLE INDEX 1:", "SCAN j VIRTUAL TABLE INDEX 1:"].contains(line)
  }

  @Test func `the tasks with a tag are read from the index of tags`() async throws {
    for sql in [FilterQuery.tagged, TagQuery.open, TagQuery.forgetUnused] {
      let plan = try await plan(of: sql)
      let others = plan.filter { $0.hasPrefix("SCAN") || $0.contains("TEMP B-TREE") }
      #expect(others.allSatisfy { Self.isOfNames($0) || $0.hasPrefix("SCAN (") }, "\(plan)")
      #expect(plan.contains { $0.hasPrefix("SEARCH g USING PRIMARY KEY (list=? AND tag=?") }, "\(plan)")
    }
  }

  @Test func `the tasks that repeat are read from an index of their own`() async throws {
    let plan = try await plan(of: FilterQuery.repeating)
    let others = plan.filter { $0.hasPrefix("SCAN") || $0.contains("TEMP B-TREE") }
    #expect(others.allSatisfy(Self.isOfNames), "\(others)")
    #expect(plan.contains { $0.hasPrefix("SEARCH t USING INDEX tasks_repeating (list=?") }, "\(plan)")
  }

  private func plan(of sql: String) async throws -> [String] {
    let store = try TaskStore.inMemory()
    return try await store.read { db in
      let count = (1...20).last { sql.contains("?\($0)") } ?? sql.count { $0 == "?" }
      return try Row.fetchAll(
        db, sql: "EXPLAIN QUERY PLAN " + sql, arguments: StatementArguments(Array(repeating: 1, count: count))
      ).map { $0["detail"] }
    }
  }
}
