import Foundation
import GRDB
package import Tasks

extension TaskStore {
  /// Begins the next attempts that are due, the oldest first. The ledger has each before anything is sent.
  ///
  /// An attempt that is not ended within ``DeliveryQuery/lease``, because the process has ended, is taken for lost: it may have arrived. What
  /// holds no more is ended instead: the task is done, moved, deleted or another's by now, or the channel is paused or gone.
  /// - Parameters:
  ///   - limit: how many are begun at most.
  ///   - share: how many of them may be of one channel.
  ///   - busy: the channels with as many attempts under way as they may have.
  ///   - accountShare: how many attempts of one account may be under way.
  ///   - underWay: how many are, by account.
  ///   - zone: the IANA name of the time zone of accounts without one.
  package func beginDeliveries(
    _ limit: Int, share: Int, besides busy: Set<ReminderChannelID>, accountShare: Int = .max,
    underWay: [AccountID: Int] = [:], in zone: String
  ) async throws(StoreError) -> [Delivery] {
    let now = Milliseconds(now())
    guard try await readShortly({ db in try db.exists(DeliveryQuery.anyDue, [now.value, busy.json]) }) else {
      return []
    }
    return try await write(concerning: []) { db, now in
      var busy = busy
      var begun: [Delivery] = []
      var shares: [ReminderChannelID: Int] = [:]
      var accounts = underWay
      for _ in 0..<Self.mostRounds where begun.count < limit {
        let rows = try db.rows(DeliveryQuery.due, [now.value, busy.json, limit], DeliveryRow.init)
        if rows.isEmpty { break }
        for row in rows where begun.count < limit {
          // A channel with a thousand reminders, or an account with ten slow channels, leaves room for the others.
          guard shares[row.channel.id, default: 0] < share, accounts[row.account, default: 0] < accountShare else {
            busy.insert(row.channel.id)
            continue
          }
          if let delivery = try row.begin(db, now, in: zone) {
            begun.append(delivery)
            shares[row.channel.id, default: 0] += 1
            accounts[row.account, default: 0] += 1
          }
        }
      }
      return begun
    }
  }

  /// Bounds the work of one transaction.
  private static let mostRounds = 20

  /// Ends attempts: they were sent, will be tried again, or have failed.
  package func end(_ results: [(delivery: DeliveryID, result: Delivery.Result)]) async throws(StoreError) {
    // Pages tell of a channel that is paused, and no longer once that has ended.
    let turning = try await readShortly { db in
      try results.flatMap { result in
        try db.rows(DeliveryQuery.turning, [result.delivery.value, Limits.channelFailures - 1]) {
          $0.id(0) as AccountID
        }
      }
    }
    try await write(concerning: Array(Set(turning))) { db, now in
      for (id, result) in results { try db.end(id, result, now) }
    }
  }
}

/// A delivery that is due.
private struct DeliveryRow {
  let id: DeliveryID
  let task: TaskID?
  let moment: Milliseconds
  let isUnderWay: Bool
  let doubtful: Int
  let account: AccountID
  let channel: ReminderChannel
  let isInUse: Bool

  init(_ row: Row) throws {
    (id, task, moment) = (row.id(13), row.idIfPresent(14), Milliseconds(value: row[15]))
    (isUnderWay, doubtful, account, isInUse) = (row[16], row[17], row.id(18), row[19])
    channel = try ChannelQuery.channel(row)
  }

  /// Begins an attempt; nil if none is made.
  func begin(_ db: Database, _ now: Milliseconds, in zone: String) throws -> Delivery? {
    guard isInUse, let clock = try ReminderClock(of: account, in: zone, db) else {
      try db.close(id, .void, now)
      return nil
    }
    let doubtful = doubtful + (isUnderWay ? 1 : 0)
    if doubtful > 1 {
      try db.close(id, .failed, now)
      return nil
    }
    if task != nil, clock.isQuiet(now) {
      try db.run(DeliveryQuery.retry, [clock.endOfQuiet(now).value, doubtful, id.value])
      return nil
    }
    guard let subject = try subject(clock, db) else {
      try db.close(id, .void, now)
      return nil
    }
    try db.run(DeliveryQuery.begin, [now.value, (now + DeliveryQuery.lease).value, doubtful, id.value])
    return Delivery(
      id: id, account: try db.account(account), channel: channel, subject: subject, moment: moment.date,
      isRepeated: doubtful > 0, isPrivate: clock.settings.isPrivate)
  }

  /// What it is about; nil if there is nothing to tell any more.
  private func subject(_ clock: ReminderClock, _ db: Database) throws -> Delivery.Subject? {
    guard let task else {
      let tasks = try db.dayTasks(of: account, at: moment, clock)
      return tasks.isEmpty ? nil : .day(tasks)
    }
    let found = try db.row(DeliveryQuery.task, [account.value, task.value]) { row in
      (task: try RemindedTask(row), reminders: row.reminders(6))
    }
    guard let found, !clock.settings.phoneRings,
      clock.moments(found.reminders, due: found.task.due, found.task.time).contains(moment)
    else {
      return nil
    }
    return .task(found.task)
  }
}

extension RemindedTask {
  /// Reads the columns ``DeliveryQuery/taskColumns``.
  init(_ row: Row) throws {
    self.init(
      id: row.id(0), list: row.id(1), title: row[2], listName: row[3], due: try row.day(4), time: row.time(5))
  }
}

extension Database {
  fileprivate enum Outcome: String {
    case sent, failed, void
  }

  fileprivate func close(_ id: DeliveryID, _ outcome: Outcome, _ now: Milliseconds) throws {
    try run(DeliveryQuery.close, [outcome.rawValue, now.value, id.value])
  }

  fileprivate func end(_ id: DeliveryID, _ result: Delivery.Result, _ now: Milliseconds) throws {
    let row = try row(DeliveryQuery.state, [id.value]) { row in
      (
        channel: row.id(0) as ReminderChannelID, moment: Milliseconds(value: row[1]), attempts: row[2] as Int,
        doubtful: row[3] as Int
      )
    }
    guard let row else { return }
    switch result {
    case .sent:
      try note(.sent, of: row.channel, now)
      try close(id, .sent, now)
    case .failed(let code, let reply, let isTemporary, let mayHaveArrived):
      try note(.failed(code: code, reply: reply), of: row.channel, now)
      let doubtful = row.doubtful + (mayHaveArrived ? 1 : 0)
      let next = now + DeliveryQuery.pause(after: row.attempts)
      guard isTemporary, doubtful < 2, next < row.moment + .seconds(86_400) else { return try close(id, .failed, now) }
      try run(DeliveryQuery.retry, [next.value, doubtful, id.value])
    }
  }

  /// What the message of a day tells.
  fileprivate func dayTasks(of account: AccountID, at moment: Milliseconds, _ clock: ReminderClock) throws -> DayTasks {
    let day = Day(of: moment.date, in: clock.zone)
    let zone = clock.zone.identifier
    let filter = PlanFilter(account: account, whose: .mine, today: day, zone: zone)
    func part(_ times: Range<DueTime>) throws -> (tasks: [RemindedTask], count: Int) {
      let page = try duePage(in: times, filter, 1, of: Limits.dayTasks, including: [])
      let tasks = page.rows.map { due in
        RemindedTask(
          id: due.row.id, list: due.row.list, title: due.row.title, listName: due.listName, due: due.row.due,
          time: due.row.time)
      }
      return (tasks, page.paging.total)
    }
    let start = DueTime(startOf: day)
    let late = try part(.first..<start)
    let today = try part(start..<DueTime(startOf: day.adding(days: 1)))
    // Until the message before, at most two days.
    let since = moment - .seconds(2 * 86_400)
    let last = try row(DeliveryQuery.lastDigest, [account.value, moment.value, since.value]) {
      Milliseconds(value: $0[0])
    }
    let known = Set((late.tasks + today.tasks).map(\.id))
    let quiet = try rows(
      DeliveryQuery.quiet, [account.value, (last ?? since).value, moment.value, Limits.dayTasks], RemindedTask.init)
    let others = try changesByOthers(than: account, since: last ?? moment - .seconds(86_400))
    return DayTasks(
      day: day, late: late.tasks, today: today.tasks, quiet: quiet.filter { !known.contains($0.id) },
      lateCount: late.count, todayCount: today.count,
      changes: others.changes, changedByOthers: others.count)
  }
}

enum DeliveryQuery {
  /// How long an attempt is taken to be under way.
  static let lease: Duration = .seconds(600)

  /// The pause before the next attempt: a minute, then twice as long each time, up to four hours.
  static func pause(after attempts: Int) -> Duration { .seconds(min(60 << min(attempts - 1, 8), 4 * 3_600)) }

  /// How many of the last changes of a list are looked at.
  static let mostChanges = 100

  static let anyDue = """
    SELECT 1 FROM deliveries WHERE next <= ? AND channel NOT IN (SELECT value FROM json_each(?)) LIMIT 1
    """

  static let due = """
    SELECT \(ChannelQuery.columns), d.id, d.task, d.at, d.begun IS NOT NULL, d.doubtful, c.account, \(PlanningQuery.isInUse)
    FROM deliveries d INDEXED BY deliveries_next CROSS JOIN channels c ON c.id = d.channel
    WHERE d.next <= ? AND d.channel NOT IN (SELECT value FROM json_each(?)) ORDER BY d.next, d.id LIMIT ?
    """

  private static let taskColumns = "t.id, t.list, t.title, l.name, t.due, t.time"

  static let task = """
    SELECT \(taskColumns), t.reminders FROM tasks t CROSS JOIN lists l ON l.id = t.list
    WHERE t.id = ?2 AND t.done IS NULL AND t.deleted IS NULL AND l.deleted IS NULL AND \(PlanningQuery.isReminded)
      AND EXISTS (SELECT 1 FROM memberships m WHERE m.account = ?1 AND m.list = t.list)
    """

  static let state = "SELECT channel, at, attempts, doubtful FROM deliveries WHERE id = ? AND begun IS NOT NULL"
  /// The account of a delivery whose channel may be paused by its end, or is.
  static let turning = """
    SELECT c.account FROM deliveries d CROSS JOIN channels c ON c.id = d.channel
    WHERE d.id = ?1 AND (c.paused IS NOT NULL OR c.failures >= ?2)
    """
  static let begin = """
    UPDATE deliveries SET begun = ?1, next = ?2, doubtful = ?3, attempts = attempts + 1 WHERE id = ?4
    """
  static let retry = "UPDATE deliveries SET begun = NULL, next = ?, doubtful = ? WHERE id = ?"
  static let close = "UPDATE deliveries SET begun = NULL, next = NULL, outcome = ?, ended = ? WHERE id = ?"

  static let lastDigest = """
    SELECT max(d.at) FROM channels c CROSS JOIN deliveries d ON d.channel = c.id
    WHERE c.account = ?1 AND d.task IS NULL AND d.at < ?2 AND d.at > ?3 HAVING max(d.at) IS NOT NULL
    """

  /// The open tasks that reminded in the quiet hours between two moments.
  static let quiet = """
    SELECT DISTINCT \(taskColumns)
    FROM channels c CROSS JOIN deliveries d ON d.channel = c.id CROSS JOIN tasks t ON t.id = d.task
      CROSS JOIN lists l ON l.id = t.list
    WHERE c.account = ?1 AND d.outcome = 'quiet' AND d.at > ?2 AND d.at <= ?3
      AND t.done IS NULL AND t.deleted IS NULL AND l.deleted IS NULL AND \(PlanningQuery.isReminded)
      AND EXISTS (SELECT 1 FROM memberships m WHERE m.account = ?1 AND m.list = t.list)
    ORDER BY t.id LIMIT ?4
    """

  static let forget = """
    DELETE FROM deliveries WHERE id IN (SELECT id FROM deliveries WHERE ended < ? LIMIT ?)
    """
}
