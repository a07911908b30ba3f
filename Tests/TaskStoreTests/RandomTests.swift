import Foundation
import GRDB
import Tasks
import TestSupport
import Testing

@testable import TaskStore

final class RandomTests: WorldTests {
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `the invariants hold after random changes of two accounts`(seed: UInt64) async throws {
    let stranger = try await world.asStranger()
    var story = RandomStory(dice: Seeded(seed), worlds: [world, stranger])
    var revision: Int64 = 0
    for step in 0..<1_000 {
      let before = try await world.store.snapshot()
      let (who, change) = try await story.step()
      let newest = try await world.store.read { db in try invariants(db) }
      #expect(newest.broken == [], "seed \(seed), step \(step)")
      #expect(newest.revision >= revision)
      if !newest.broken.isEmpty { return }
      revision = newest.revision

      if story.hasFetched { continue }
      guard let change else {
        #expect(try await world.store.snapshot().rows == before.rows, "seed \(seed), step \(step): nothing was told")
        continue
      }
      let after = try await world.store.snapshot(before: before)
      if step % 3 == 0 {
        guard try await world.store[who].change(change).undoable else { continue }
        let undone = try #require(try await world.store[who].undo(change).change)
        let restored = try await world.store.snapshot(before: before)
        let kind = try await world.store[who].change(change).kind
        #expect(
          Set(visible(restored)).symmetricDifference(visible(before)).sorted() == [],
          "seed \(seed), step \(step): \(kind) undone")
        if step % 2 == 0 {
          try await world.store[who].undo(undone)
          #expect(visible(try await world.store.snapshot(before: before)) == visible(after), "done again")
        }
      }
    }
    #expect(try await world.store.quickCheck() == [])
    #expect(try await world.store.searchProblems() == [])
    #expect(story.kinds.count >= 18, "the story has all kinds of steps")
  }

  /// More with `FOURFOLD_RANDOM_STORIES`, a thousand actions each.
  @Test(arguments: 1...(ProcessInfo.processInfo.environment["FOURFOLD_RANDOM_STORIES"].flatMap { UInt64($0) } ?? 3))
  func `undos in any order leave nothing contradictory, and every task on a page`(seed: UInt64) async throws {
    var story = RandomStory(dice: Seeded(1_000 + seed), worlds: [world, try await world.asStranger()])
    for step in 0..<1_000 {
      try await story.disorderlyStep()
      if step % 5 > 0, step < 999 { continue }
      let broken = try await world.store.read { db in try invariants(db).broken }
      #expect(broken == [], "seed \(seed), step \(step)")
      if !broken.isEmpty { return }
    }
    #expect(story.undone > 40)
    #expect(try await world.store.quickCheck() == [])
    #expect(try await world.store.searchProblems() == [])
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
    "SELECT 'task in ' || t.list FROM tasks t WHERE t.source IS NOT (SELECT s.id FROM sources s WHERE s.list = t.list)",
    """
    WITH RECURSIVE up (id, parent, level) AS (
      SELECT id, parent, 1 FROM tasks UNION ALL SELECT up.id, t.parent, level + 1 FROM up JOIN tasks t ON t.id = up.parent WHERE level < 9)
    SELECT 'level of ' || t.id FROM up JOIN tasks t ON t.id = up.id WHERE up.level > 5 AND t.deleted IS NULL
    """,
    """
    WITH RECURSIVE shown (id, list) AS (
      SELECT id, list FROM tasks WHERE parent IS NULL
      UNION SELECT t.id, t.list FROM shown JOIN tasks t ON t.list = shown.list AND t.parent = shown.id)
    SELECT 'on no page: ' || id FROM tasks WHERE id NOT IN (SELECT id FROM shown)
    """,
    "SELECT 'undone ' || id FROM changes c WHERE undone IS NOT NULL AND NOT EXISTS (SELECT 1 FROM changes WHERE id = c.undone)",
  ]
  let contradictions = try (Contradiction.quick + Contradiction.slow).flatMap { try $0.findings(db).map(\.text) }
  let broken = try contradictions + checks.flatMap { try String.fetchAll(db, sql: $0) }
  return (broken, try Int64.fetchOne(db, sql: "SELECT max(id) FROM changes") ?? 0)
}
