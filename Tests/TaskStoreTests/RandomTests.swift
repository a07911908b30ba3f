import Foundation
import GRDB
import Tasks
import TestSupport
import Testing

@testable import TaskStore

struct RandomTests {
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `the invariants hold after random changes of two accounts`(seed: UInt64) async throws {
    let world = try World()
    let stranger = try await world.asStranger()
    var story = Story(dice: Seeded(seed), worlds: [world, stranger])
    var revision: Int64 = 0
    for step in 0..<1_000 {
      let before = try await world.store.snapshot()
      let (who, change) = try await story.step()
      let newest = try await world.store.read { db in try invariants(db) }
      #expect(newest.broken == [], "seed \(seed), step \(step)")
      #expect(newest.revision >= revision)
      if !newest.broken.isEmpty { return }
      revision = newest.revision

      guard let change else {
        #expect(try await world.store.snapshot().rows == before.rows, "seed \(seed), step \(step): nothing was told")
        continue
      }
      let after = try await world.store.snapshot(before: before)
      if step % 3 == 0 {
        guard try await world.store.change(change, for: who).undoable else { continue }
        let undone = try #require(try await world.store.undo(change, for: who).change)
        let restored = try await world.store.snapshot(before: before)
        let kind = try await world.store.change(change, for: who).kind
        #expect(
          Set(visible(restored)).symmetricDifference(visible(before)).sorted() == [],
          "seed \(seed), step \(step): \(kind) undone")
        if step % 2 == 0 {
          try await world.store.undo(undone, for: who)
          #expect(visible(try await world.store.snapshot(before: before)) == visible(after), "done again")
        }
      }
    }
    #expect(try await world.store.quickCheck() == [])
    #expect(try await world.store.searchProblems() == [])
    #expect(story.kinds.count >= 18, "the story has all kinds of steps")
  }

  /// Renumbering changes positions without changing the order, so only the order is compared.
  private func visible(_ snapshot: Snapshot) -> [String] { snapshot.rows }
}

/// The violated invariants.
private func invariants(_ db: Database) throws -> (broken: [String], revision: Int64) {
  let checks = [
    // Holds while no change was forgotten.
    "SELECT 'revision of ' || l.id FROM lists l WHERE revision <> (SELECT max(id) FROM changes WHERE list = l.id OR other = l.id)",
    "SELECT 'version of ' || l.id FROM lists l WHERE version = 0",
    "SELECT 'places in ' || list FROM tasks GROUP BY list, position HAVING count(*) > 1",
    "SELECT 'places of ' || account FROM memberships GROUP BY account, position HAVING count(*) > 1",
    "SELECT 'task in ' || s.list FROM sources s JOIN tasks t ON t.list = s.list",
    """
    WITH RECURSIVE up (id, parent, level) AS (
      SELECT id, parent, 1 FROM tasks UNION ALL SELECT up.id, t.parent, level + 1 FROM up JOIN tasks t ON t.id = up.parent WHERE level < 9)
    SELECT 'level of ' || t.id FROM up JOIN tasks t ON t.id = up.id WHERE up.level > 5 AND t.deleted IS NULL
    """,
    "SELECT 'undone ' || id FROM changes c WHERE undone IS NOT NULL AND NOT EXISTS (SELECT 1 FROM changes WHERE id = c.undone)",
  ]
  let contradictions = try Contradictions.checks(.full).flatMap { try $0.findings(db).map(\.text) }
  let broken = try contradictions + checks.flatMap { try String.fetchAll(db, sql: $0) }
  return (broken, try Int64.fetchOne(db, sql: "SELECT max(id) FROM changes") ?? 0)
}

/// Accounts that make random changes.
private struct Story {
  var dice: Seeded
  let worlds: [World]
  var lists: [[ListID]] = [[], []]
  var tasks: [[TaskID]] = [[], []]
  var changes: [[ChangeID]] = [[], []]
  var choirs: [[(list: ListID, source: SourceID)]] = [[], []]
  var kinds: Set<ChangeKind> = []

  /// A random step, and its change if it made one.
  mutating func step() async throws -> (AccountID, ChangeID?) {
    let who = Int.random(in: 0...1, using: &dice)
    let world = worlds[who]
    do {
      let change = try await act(world.store, world.account, who)
      if let change {
        changes[who].append(change)
        kinds.insert(try await world.store.change(change, for: world.account).kind)
      }
      return (world.account, change)
    } catch let error as StoreError {
      switch error {
      // Followed lists reject tasks.
      case .gone, .conflict, .repeated, .notFound, .forbidden: return (world.account, nil)
      case .taken, .limit, .unavailable, .cancelled, .internal: throw error
      }
    }
  }

  /// A task with a date, a time and a start, or some of them.
  private mutating func timed() throws -> TaskDraft {
    let (isDated, isTimed) = (Bool.random(using: &dice), Bool.random(using: &dice))
    return try draft(
      word(), due: isDated ? "2026-03-04" : "", time: isDated && isTimed ? "09:30" : "", repeats: recurrence(),
      start: Bool.random(using: &dice) ? "2026-03-02" : "")
  }

  /// Adds steps to a task; nil if they would be nested too deeply.
  private mutating func addSubtasks(
    to task: TaskID, _ store: TaskStore, _ me: AccountID, _ who: Int
  ) async throws -> ChangeID? {
    var steps: [NestedDraft] = []
    for _ in 0...Int.random(in: 0...3, using: &dice) {
      let depth = steps.last.map { Int.random(in: 0...min($0.depth + 1, 2), using: &dice) } ?? 0
      steps.append(NestedDraft(try timed(), depth: depth))
    }
    let levels = try await store.task(task, for: me).parents.count + 2 + (steps.map(\.depth).max() ?? 0)
    if levels > Limits.subtaskLevels { return nil }
    let written = try await store.addSubtasks(steps, to: task, submission: .fresh(), for: me)
    tasks[who] += written.tasks
    return written.change
  }

  private mutating func act(_ store: TaskStore, _ me: AccountID, _ who: Int) async throws -> ChangeID? {
    if Int.random(in: 0..<6, using: &dice) == 0 { return try await actElsewhere(store, me, who) }
    let choice = Int.random(in: 0..<40, using: &dice)
    guard let list = lists[who].randomElement(using: &dice), lists[who].count > 1, choice > 0 else {
      guard lists[who].count < 6 else { return nil }
      let written = try await store.createList(ListName(validating: word()), submission: .fresh(), for: me)
      lists[who].append(written.list)
      return written.change
    }
    guard let task = tasks[who].randomElement(using: &dice), choice > 5 else {
      let drafts = try (0...Int.random(in: 0...3, using: &dice)).map { _ in try timed() }
      let written = try await store.addTasks(drafts, to: list, submission: .fresh(), for: me)
      tasks[who] += written.tasks
      return written.change
    }
    let written: Written
    switch choice {
    case 6:
      let version = ChangeID(Int64.random(in: 1...4_000, using: &dice))
      written = try await store.renameList(list, to: ListName(validating: word()), version: version, for: me)
    case 7: written = try await store.moveList(list, Direction.allCases.randomElement(using: &dice) ?? .up, for: me)
    case 8: written = try await store.deleteList(list, for: me)
    case 9, 10: written = try await store.restoreList(list, for: me)
    case 11, 12:
      let text = try timed().with { ($0.notes, $0.priority) = (word(), .low) }
      let version = ChangeID(Int64.random(in: 1...4_000, using: &dice))
      let target = Bool.random(using: &dice) ? list : nil
      written = try await store.editTask(task, text, list: target, version: version, for: me)
    case 13, 14: written = try await store.complete(task, on: day(), for: me)
    case 32, 33, 34:
      return try await addSubtasks(to: task, store, me, who)
    case 35, 36, 37: written = try await store.moveTask(task, .indent, for: me)
    case 38: written = try await store.moveTask(task, .outdent, for: me)
    case 39:
      try await store.setFolded(task, to: Bool.random(using: &dice), for: me)
      return nil
    case 28: written = try await store.skip(task, on: day(), for: me)
    case 15: written = try await store.reopen(task, for: me)
    case 16, 17:
      let moves: [Move] = [.up, .down, .top, .bottom, .position(2), .position(3), .position(4)]
      written = try await store.moveTask(task, moves.randomElement(using: &dice) ?? .up, for: me)
    case 18: written = try await store.deleteTask(task, for: me)
    case 25, 26:
      let day = Day.first.adding(days: Int.random(in: 0...3, using: &dice))
      written = try await store.setDue(task, to: day == .first ? nil : day, for: me)
    case 27: written = try await store.transferTask(task, to: list, for: me)
    case 19: written = try await store.restoreTask(task, for: me)
    case 20: written = try await store.clearCompleted(in: list, for: me)
    case 21, 22, 23, 24:
      let scope = Bool.random(using: &dice) ? list : nil
      let selections: [TaskSelection] = [
        .tasks(tasks[who].shuffled(using: &dice).prefix(3) + [task], in: scope), .open(in: list),
        .matches(of: nil, in: TaskFilter(status: .all)), .matches(of: nil, in: TaskFilter(priority: .high)),
      ]
      let changes: [BulkChange] = [
        .complete(on: day()), .delete, .due(Day(iso: "2026-03-01")), .due(nil), .priority(.high), .priority(.none),
        .repeats(RecurrenceDraft(.week), from: day()), .repeats(nil, from: day()), .addTag(Tag(stored: "a")),
        .replaceTag(Tag(stored: "a"), by: Tag(stored: "b")),
        .replaceTag(Tag(stored: "b"), by: nil), .move(to: lists[who].randomElement(using: &dice) ?? list),
      ]
      written = try await store.changeTasks(
        selections.randomElement(using: &dice) ?? .open(in: list), changes.randomElement(using: &dice) ?? .delete,
        for: me)
    default:
      guard let change = changes[who].suffix(12).randomElement(using: &dice) else { return nil }
      return try await store.undo(change, for: me).change
    }
    return written.acted ? written.change : nil
  }

  /// Steps on followed lists, including a fetch, which makes no change.
  private mutating func actElsewhere(_ store: TaskStore, _ me: AccountID, _ who: Int) async throws -> ChangeID? {
    let address = SourceAddress.at("https://\(Int.random(in: 0...5, using: &dice)).example/")
    guard let choir = choirs[who].randomElement(using: &dice), choirs[who].count > 1 else {
      guard case .draft(let source) = try await store.draftSource(address, for: me) else { return nil }
      let written = try await store.follow(
        source, as: ListName(validating: word()), submission: .fresh(), for: me)
      choirs[who].append((written.list, source))
      lists[who].append(written.list)
      return written.acted ? written.change : nil
    }
    switch Int.random(in: 0..<5, using: &dice) {
    case 0:
      let written = try await store.setAddress(address, of: choir.source, for: me)
      return written?.acted == true ? written?.change : nil
    case 1, 2:
      let target = lists[who].randomElement(using: &dice).map(CopyTarget.list)
      let copied = try await store.copyTasks(
        .open, from: choir.list, to: target ?? .new(ListName(validating: word())), in: .gmt, submission: .fresh(),
        for: me)
      tasks[who] += copied.tasks
      return copied.change
    default:
      let source = try await store.source(choir.source, for: me)
      let read = (0...Int.random(in: 0...3, using: &dice)).map { _ in RemoteTask.named(word()) }
      let outcome = FetchOutcome.fetched(ReadList(format: .markdown, title: nil, tasks: read), .none)
      try await store.record(outcome, of: choir.source, from: source.address, at: .now, next: .now)
      return nil
    }
  }

  /// A day in the days of the series.
  private mutating func day() -> Day { Day(daysSince1970: 20_500 + Int.random(in: 0...20, using: &dice)) }

  /// None for half of the tasks; some end soon.
  private mutating func recurrence() -> String {
    let patterns: [Recurrence.Pattern] = [
      .daily, .weekly([.monday, .thursday]), .monthly(.last), .afterCompletion(.day),
    ]
    guard Bool.random(using: &dice), let pattern = patterns.randomElement(using: &dice) else { return "" }
    let end = Bool.random(using: &dice) ? Recurrence.End.never : .count(3)
    return Recurrence(pattern, end: end, current: day()).description
  }

  private mutating func word() -> String {
    String(UInt32.random(in: .min ... .max, using: &dice), radix: 36)
  }
}
