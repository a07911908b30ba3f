public import Foundation
import GRDB
import Scheduling
import Tasks

extension TaskStore {
  /// Deletes for good what went to the trash before `moment`, in short transactions that alternate with other writes. The texts
  /// are removed from the changes too; titles stay in the history of lists that remain. Returns the number of lists and tasks.
  @discardableResult
  public func purge(deletedBefore moment: Date) async throws(StoreError) -> Int {
    let limit = Milliseconds(moment).value - 1
    let lists = try await read { db in
      try db.rows(PurgeQuery.touched, [limit]) { (id: $0[0] as Int64, isOver: $0[1] as Bool? ?? false) }
    }
    var rest = lists[...]
    var count = 0
    try await runSteps { () async throws(StoreError) in
      guard let list = rest.first else { return false }
      let (purged, isMore) = try await write { [writeQueue] db, now in
        // The list may have been restored in the meantime.
        guard try db.row(PurgeQuery.isOver, [list.id, limit], { _ in true }) == true else {
          var purged = 0
          let isMore = try writeQueue.repeating(upTo: DeletionStep.most) {
            let some = try db.purgeTasks(of: list.id, until: limit, now)
            purged += some
            return some == DeletionStep.tasks
          }
          return (purged, isMore)
        }
        try db.purge(list.id, now)
        return (1, false)
      }
      count += purged
      if !isMore { rest.removeFirst() }
      return true
    }
    try await write { db, _ in try db.execute(sql: SectionQuery.purge, arguments: [limit]) }
    try await deleteRemoved()
    return count
  }
}

enum PurgeQuery {
  static let touched = """
    SELECT l.id, l.deleted <= ?1 FROM lists l WHERE NOT EXISTS (SELECT 1 FROM discarded_lists d WHERE d.list = l.id)
      AND (l.deleted <= ?1 OR EXISTS (SELECT 1 FROM tasks t WHERE t.list = l.id AND t.deleted <= ?1)) ORDER BY l.id
    """

  static let isOver = """
    SELECT 1 FROM lists WHERE id = ?1 AND deleted <= ?2
      AND NOT EXISTS (SELECT 1 FROM discarded_lists d WHERE d.list = ?1)
    """
}
