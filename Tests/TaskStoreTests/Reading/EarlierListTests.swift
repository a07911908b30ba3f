import Foundation
import Tasks
import TestSupport
import Testing

@testable import TaskStore

/// Lists as they were, compared with what was seen of them then.
final class EarlierListTests: WorldTests {
  private struct Seen {
    let moment: Date
    let list: ListID
    let name: String
    let rows: [String]
  }

  private func line(_ row: TaskRow) -> String {
    "\(row.place.depth) \(row.id) \(row.title) \(row.due?.iso ?? "") \(row.priority) \(row.tags.text)"
  }

  /// Nil for a list in the trash, and for one that is followed, whose tasks are written by no change.
  private func seen(_ list: ListID, at moment: Date) async throws -> Seen? {
    guard let summary = try await mine.lists().first(where: { $0.id == list }), summary.source == nil else {
      return nil
    }
    let page = try await mine.openPage(1, of: nil, in: list, subtasks: .all)
    return Seen(
      moment: moment, list: list, name: summary.name, rows: page.rows.filter { $0.done == nil }.map(line))
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `a list is shown as it was after each of many random changes`(seed: UInt64) async throws {
    var story = RandomStory(dice: Seeded(50 + seed), worlds: [world, try await world.asStranger()])
    var all: [Seen] = []
    for _ in 0..<250 {
      _ = try await story.step()
      world.clock.advance(days: 1 / 1_440)
      for list in story.lists[0] {
        if let seen = try await seen(list, at: world.clock.now) { all.append(seen) }
      }
      world.clock.advance(days: 1 / 1_440)
    }
    var compared = 0
    let there = try await mine.lists().filter { $0.source == nil }.map(\.id)
    for seen in all where there.contains(seen.list) {
      let earlier = try #require(try await mine.list(seen.list, asOf: seen.moment))
      // A list that is kept, and a deletion for good, leave no way back.
      if !earlier.isWhole || earlier.lost > 0 { continue }
      compared += 1
      // Rows that made room for others have no way back to their former positions.
      let rows = earlier.rows.map { line($0.row) }.sorted()
      #expect(rows == seen.rows.sorted() && earlier.name == seen.name, "seed \(seed) \(seen) \(rows)")
      if rows != seen.rows.sorted() { return }
    }
    #expect(compared > 100)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `each task that can come back is as it was then, and one undo reverts that`(seed: UInt64) async throws {
    var story = RandomStory(dice: Seeded(80 + seed), worlds: [world, try await world.asStranger()])
    for _ in 0..<120 { _ = try await story.step() }
    world.clock.advance(days: 1)
    let moment = world.clock.now
    world.clock.advance(days: 1)
    for _ in 0..<60 { _ = try await story.step() }
    var back = 0
    for summary in try await mine.lists() where summary.source == nil && summary.filter == nil {
      let list = summary.id
      guard let earlier = try await mine.list(list, asOf: moment) else { continue }
      for row in earlier.rows where row.canComeBack {
        let before = try await world.store.snapshot()
        let written: Written
        do { written = try await mine.bringBack(row.row.id, asOf: moment) } catch {
          // The list in which it is now is in the trash, or followed.
          guard case .moved = row.fate else { throw error }
          continue
        }
        let now = try await mine.task(row.row.id)
        #expect(now.done == nil && now.list == list && now.text.title == row.row.title)
        #expect(now.text.due == row.row.due && now.text.priority == row.row.priority)
        try await mine.undo(try #require(written.change))
        #expect(Set(try await world.store.snapshot().rows) == Set(before.rows))
        back += 1
      }
    }
    #expect(back > 0)
  }

  @Test func `too many changes are told, and those of a minute ago are found`() async throws {
    let list = try await world.list()
    let tasks = try await world.add("a", to: list)
    let moment = world.clock.now.addingTimeInterval(1)
    world.clock.advance(days: 1)
    for index in 0...Limits.earlierChanges {
      try await mine.setDue(tasks[0], to: index % 2 == 0 ? .first : nil)
    }
    #expect(try await mine.list(list, asOf: moment) == nil)
    let later = world.clock.now.addingTimeInterval(60)
    world.clock.advance(days: 1)
    #expect(try await mine.list(list, asOf: later)?.changes == 0)
  }
}
