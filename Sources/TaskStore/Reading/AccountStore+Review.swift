package import Foundation
import GRDB
package import Tasks

extension AccountStore {
  /// What the account has completed, what is late, and what was put off most often, in its own lists.
  ///
  /// Due dates that were moved are known from the inverses of changes, which are kept for ``Limits/undoDays`` days. Of each list
  /// an equal share of ``Limits/reviewedChanges`` is read, the newest.
  ///
  /// - Parameters:
  ///   - days: the beginnings of the days to count completed tasks on, and the end of the last one, in order.
  ///   - now: the reader's time, which decides what is late.
  package func review(days: [Date], now: ZonedTime) async throws(Problem) -> Review {
    let days = days.map { Milliseconds($0) }
    return try await read { db in
      let lists = try db.rows(ReviewQuery.lists, [account.value]) { row in
        (id: row.id(0) as ListID, name: row[1] as String, open: row[2] as Int, isDeleted: row[3] as Bool)
      }
      let (completed, isCut) = try db.completed(on: days, in: lists.map(\.id), for: account)
      let own = lists.filter { !$0.isDeleted }
      return Review(
        completed: completed, isCut: isCut,
        lists: try own.filter { $0.open > 0 }.map { list in
          let late = try db.row(
            ReviewQuery.late, [account.value, list.id.value, now.time.description, now.zone, Limits.countedMatches]
          ) { $0[0] as Int }
          return Review.List(id: list.id, name: list.name, open: list.open, late: late ?? 0)
        },
        postponed: try db.postponed(in: own.map(\.id), for: account))
    }
  }
}

extension Database {
  /// The numbers of tasks completed on each day, also of those in the trash.
  fileprivate func completed(
    on days: [Milliseconds], in lists: [ListID], for account: AccountID
  ) throws -> (counts: [Int], isCut: Bool) {
    var counts = Array(repeating: 0, count: max(0, days.count - 1))
    guard let first = days.first, let end = days.last else { return (counts, false) }
    var left = Limits.reviewedTasks
    for list in lists {
      for sql in [ReviewQuery.completed, ReviewQuery.completedInTrash] {
        let cursor = try Row.fetchCursor(
          try cachedStatement(sql: sql), arguments: [account.value, list.value, first.value, end.value, left + 1])
        while let row = try cursor.next() {
          left -= 1
          if left < 0 { return (counts, true) }
          let done = Milliseconds(value: row[0])
          // The last day that begins before it.
          if let day = days.lastIndex(where: { $0 <= done }), day < counts.count { counts[day] += 1 }
        }
      }
    }
    return (counts, false)
  }

  /// The open tasks whose due date was moved later most often.
  fileprivate func postponed(in lists: [ListID], for account: AccountID) throws -> [Review.Postponed] {
    guard !lists.isEmpty else { return [] }
    let share = max(1, Limits.reviewedChanges / lists.count)
    var times: [Int64: Int] = [:]
    for list in lists {
      let inverses = try rows(ReviewQuery.moved, [account.value, list.value, share]) { $0[0] as String? }
      for case let inverse? in inverses {
        for patch in Patch.stored(inverse) ?? [] where patch.isPostponement {
          for id in patch.ids { times[id, default: 0] += 1 }
        }
      }
    }
    let often = times.filter { $0.value > 1 }.sorted { ($0.value, $0.key) > ($1.value, $1.key) }
    var found: [Review.Postponed] = []
    for (id, times) in often {
      if found.count == Limits.postponedTasks { break }
      let task = try row(ReviewQuery.task, [account.value, id]) { row in
        Review.Postponed(
          id: row.id(0), title: row[1], listName: row[2], due: try row.day(3), time: row.time(4), times: times)
      }
      if let task { found.append(task) }
    }
    return found
  }
}

extension Patch {
  /// Whether it moved due dates to a later day, and not the series with them.
  fileprivate var isPostponement: Bool {
    guard table == .tasks, was[.repeats] == nil, case .text(let was)? = was[.due], case .text(let now)? = now[.due]
    else { return false }
    return was < now
  }
}

enum ReviewQuery {
  /// The account's own lists, those in the trash last.
  static let lists = """
    SELECT l.id, l.name, l.open, l.deleted IS NOT NULL FROM memberships m CROSS JOIN lists l ON l.id = m.list
    WHERE m.account = ? AND NOT EXISTS (SELECT 1 FROM sources s WHERE s.list = l.id)
      AND NOT EXISTS (SELECT 1 FROM filters f WHERE f.list = l.id) ORDER BY m.position, m.list
    """

  private static let ofMember = """
    FROM tasks t WHERE EXISTS (SELECT 1 FROM memberships m WHERE m.account = ?1 AND m.list = ?2) AND t.list = ?2
    """

  static let completed = """
    SELECT t.done \(ofMember) AND t.done IS NOT NULL AND t.deleted IS NULL AND t.done >= ?3 AND t.done < ?4 LIMIT ?5
    """

  static let completedInTrash = """
    SELECT t.done \(ofMember) AND t.deleted IS NOT NULL AND t.done >= ?3 AND t.done < ?4 LIMIT ?5
    """

  static let late = """
    SELECT count(*) FROM (SELECT 1 \(ofMember) AND \(DueKey.isBefore("?3", "t", in: "?4")) AND t.done IS NULL AND t.deleted IS NULL LIMIT ?5)
    """

  /// The inverses of a list's newest changes that moved a due date, without undone changes and long inverses.
  static let moved = """
    SELECT CASE WHEN c.undone IS NULL AND c.kind <> 'undone' AND length(c.inverse) <= 65536
        AND instr(c.inverse, '"due":"''') > 0 THEN c.inverse END
    FROM changes c
    WHERE EXISTS (SELECT 1 FROM memberships m WHERE m.account = ?1 AND m.list = ?2) AND c.list = ?2
    ORDER BY c.id DESC LIMIT ?3
    """

  static let task = """
    SELECT t.id, t.title, l.name, t.due, t.time FROM tasks t CROSS JOIN memberships m ON m.account = ?1 AND m.list = t.list
      CROSS JOIN lists l ON l.id = t.list
    WHERE t.id = ?2 AND t.done IS NULL AND t.deleted IS NULL AND l.deleted IS NULL
    """
}
