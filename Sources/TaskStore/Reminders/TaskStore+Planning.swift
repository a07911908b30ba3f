package import Foundation
import GRDB
package import Tasks

extension TaskStore {
  /// The accounts with channels that may be sent to, each with the version of what it reads: while that stays, so does what it is reminded of.
  package func accountsToRemind() async throws(StoreError) -> [AccountID: Int64] {
    let accounts = try await readShortly { db in try db.rows(PlanningQuery.accounts, []) { $0.id(0) as AccountID } }
    return versions(of: accounts)
  }

  /// Writes to the ledger what an account is to be reminded of by now.
  ///
  /// What is due and not in the ledger is written, however late, unless it is older than a day: then the tasks of the day tell it. Nothing is
  /// written that was due before a channel could be sent to, or before a copy of the database was restored.
  /// - Parameter zone: the IANA name of the time zone of accounts without one.
  /// - Returns: when something is due next; nil if nothing is, so far.
  package func planReminders(of account: AccountID, in zone: String) async throws(StoreError) -> Date? {
    let now = Milliseconds(now())
    let plan = try await readShortly { db in try ReminderPlan(of: account, in: zone, at: now, db) }
    if !plan.due.isEmpty {
      try await write(by: account, concerning: []) { db, now in
        for due in plan.due.prefix(PlanningQuery.most) {
          for channel in plan.channels where channel.since < due.moment {
            try db.run(
              PlanningQuery.insert,
              [
                channel.id.value, due.task?.value, due.day?.iso, due.moment.value,
                due.next.map { max($0, now).value } as Int64?, due.next == nil ? "quiet" : nil,
                due.next == nil ? now.value : nil,
              ])
          }
        }
      }
    }
    return plan.due.count > PlanningQuery.most ? now.date : plan.next?.date
  }
}

/// When an account is reminded, in its time zone.
struct ReminderClock {
  let zone: TimeZone
  let morning: TimeOfDay
  let settings: ReminderSettings

  /// Nil for an account that is removed or disabled.
  init?(of account: AccountID, in zone: String, _ db: Database) throws {
    let found = try db.row(PlanningQuery.clock, [account.value]) { row in
      (zone: row[0] as String?, hours: row[1] as String, settings: try ChannelQuery.settings(row, from: 2))
    }
    guard let found else { return nil }
    self.zone = TimeZone(identifier: found.zone ?? zone) ?? .gmt
    (morning, settings) = ((DayHours(found.hours) ?? .standard).times[0], found.settings)
  }

  func isQuiet(_ moment: Milliseconds) -> Bool {
    settings.quiet?.contains(TimeOfDay(of: moment.date, in: zone)) ?? false
  }

  /// The end of the quiet hours around a moment; the moment itself outside of them.
  func endOfQuiet(_ moment: Milliseconds) -> Milliseconds {
    guard let quiet = settings.quiet, isQuiet(moment) else { return moment }
    let day = Day(of: moment.date, in: zone)
    let end = Milliseconds(day.moment(at: quiet.until, in: zone))
    return end > moment ? end : Milliseconds(day.adding(days: 1).moment(at: quiet.until, in: zone))
  }

  /// The moments of the messages with the tasks of a day, of a day and of those after it.
  func digests(from day: Day) -> [Milliseconds] {
    guard let time = settings.digest else { return [] }
    return (0...7).map { day.adding(days: $0) }.filter { settings.days.contains($0.weekday) }
      .map { Milliseconds($0.moment(at: time, in: zone)) }
  }

  /// The moments of a task's reminders.
  func moments(_ reminders: ReminderSet, due: Day?, _ time: ClockTime?) -> [Milliseconds] {
    reminders.reminders.compactMap { reminder in
      reminder.moment(due: due, time, morning: morning, in: zone).map { Milliseconds($0) }
    }
  }
}

/// What an account is to be reminded of by now.
private struct ReminderPlan {
  struct Due {
    /// Nil for the tasks of a day.
    let task: TaskID?
    let day: Day?
    let moment: Milliseconds
    /// When it is to be sent; nil if the tasks of the day tell it.
    let next: Milliseconds?
  }

  private(set) var due: [Due] = []
  private(set) var next: Milliseconds?
  private(set) var channels: [(id: ReminderChannelID, since: Milliseconds)] = []

  init(of account: AccountID, in zone: String, at now: Milliseconds, _ db: Database) throws {
    guard let clock = try ReminderClock(of: account, in: zone, db) else { return }
    let begin = try Meta.remindsSince(db)
    channels = try db.rows(PlanningQuery.channels, [account.value]) { row in
      (id: row.id(0), since: max(Milliseconds(value: row[1]), begin ?? Milliseconds(value: row[1])))
    }
    let oldest = now - .seconds(86_400)
    guard let first = channels.map(\.since).min() else { return }
    let floor = max(oldest, first)
    let tasks = try Row.fetchCursor(
      try db.cachedStatement(sql: PlanningQuery.tasks), arguments: [account.value])
    // A phone rings by itself, from the alarms that it reads.
    while !clock.settings.phoneRings, let row = try tasks.next() {
      let day = try row.day(1)
      for moment in clock.moments(row.reminders(3), due: day, row.time(2)) {
        if moment > now { note(moment) }
        guard moment > floor, moment <= now else { continue }
        let isTold = clock.settings.digest != nil && clock.isQuiet(moment)
        due.append(Due(task: row.id(0), day: day, moment: moment, next: isTold ? nil : clock.endOfQuiet(now)))
      }
    }
    let today = Day(of: now.date, in: clock.zone)
    for moment in clock.digests(from: today) {
      if moment > now {
        note(moment)
      } else if moment > floor, now < moment + PlanningQuery.digestLateness {
        // At night nobody wants to know.
        if clock.isQuiet(now) {
          note(clock.endOfQuiet(now))
        } else {
          due.append(Due(task: nil, day: today, moment: moment, next: now))
        }
      }
    }
    // What is in the ledger is no work.
    due = try due.filter { due in
      try channels.contains { channel in
        try channel.since < due.moment
          && !db.exists(PlanningQuery.isKnown, [channel.id.value, due.task?.value ?? 0, due.moment.value])
      }
    }
  }

  private mutating func note(_ moment: Milliseconds) { next = min(next ?? moment, moment) }
}

enum PlanningQuery {
  /// The most reminders that one transaction writes, for each channel.
  static let most = 100

  /// How late the tasks of a day are still sent.
  static let digestLateness: Duration = .seconds(6 * 3_600)

  /// A channel `c` that may be sent to.
  static let isInUse = "c.digest IS NULL AND c.paused IS NULL AND c.ended IS NULL"

  static let accounts = """
    SELECT DISTINCT c.account FROM channels c CROSS JOIN accounts a ON a.id = c.account
    WHERE \(isInUse) AND a.removed IS NULL AND a.disabled IS NULL
    """

  static let clock = """
    SELECT time_zone, hours, digest_at, digest_days, quiet_hours, private_subjects, phone_rings FROM accounts
    WHERE id = ? AND removed IS NULL AND disabled IS NULL
    """

  static let channels = """
    SELECT c.id, coalesce(c.confirmed, c.made) FROM channels c WHERE c.account = ? AND \(isInUse) ORDER BY c.id
    """

  /// Whether a task `t` of a list of the member `?1` reminds it: it is for that account, or for nobody, unless the member wants to know
  /// nothing of such tasks of a shared list.
  static let isReminded = """
    (t.assignee IS ?1 OR (t.assignee IS NULL OR NOT \(PersonQuery.isAssigned))
      AND (EXISTS (SELECT 1 FROM memberships r WHERE r.account = ?1 AND r.list = t.list AND r.reminds = 1)
        OR NOT EXISTS (SELECT 1 FROM memberships r WHERE r.list = t.list AND r.account <> ?1)))
    """

  static let tasks = """
    SELECT t.id, t.due, t.time, t.reminders
    FROM memberships m CROSS JOIN lists l ON l.id = m.list CROSS JOIN tasks t INDEXED BY tasks_reminders ON t.list = m.list
    WHERE m.account = ?1 AND l.deleted IS NULL AND t.reminders IS NOT NULL AND t.done IS NULL AND t.deleted IS NULL
      AND \(isReminded)
    """

  static let isKnown = "SELECT 1 FROM deliveries WHERE channel = ? AND coalesce(task, 0) = ? AND at = ?"

  static let insert = """
    INSERT INTO deliveries (channel, task, due, at, next, outcome, ended) VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT DO NOTHING
    """
}
