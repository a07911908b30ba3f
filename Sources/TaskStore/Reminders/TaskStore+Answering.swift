import Foundation
import GRDB
package import Tasks

extension TaskStore {
  /// What a link of a message is about, with the account that it was sent to; nil if there is no such delivery, or its account or channel is
  /// gone.
  package func answerable(_ id: DeliveryID, _ task: TaskID?, in zone: String) async throws(StoreError) -> Answerable? {
    let now = Milliseconds(now())
    return try await readShortly { db in
      let found = try db.row(AnswerQuery.answerable, [id.value]) { row in
        (
          account: row.id(13) as AccountID, task: row.idIfPresent(14) as TaskID?, due: try row.day(15),
          moment: Milliseconds(value: row[16]),
          answer: row.idIfPresent(17) as ChangeID?, channel: try ChannelQuery.channel(row)
        )
      }
      guard let found, let clock = try ReminderClock(of: found.account, in: zone, db) else { return nil }
      let isOver = found.moment + .seconds(Limits.answerDays * 86_400) < now
      guard let wanted = task else {
        return Answerable(
          account: try db.account(found.account), channel: found.channel, task: nil, isOver: isOver, answer: nil)
      }
      if found.task != nil, found.task != wanted { return nil }
      let shown = try db.row(DeliveryQuery.task, [found.account.value, wanted.value]) { try RemindedTask($0) }
      // The tasks of a day are those that were due by then.
      let day = Day(of: found.moment.date, in: clock.zone)
      let isSame = found.task == nil ? shown?.due.map { $0 <= day.adding(days: 1) } ?? false : shown?.due == found.due
      return Answerable(
        account: try db.account(found.account), channel: found.channel, task: isSame ? shown : nil, isOver: isOver,
        answer: found.answer)
    }
  }

  /// Notes the change by which a message was answered, so that its links do nothing more.
  package func noteAnswer(_ change: ChangeID?, to id: DeliveryID) async throws(StoreError) {
    try await write(concerning: []) { db, _ in
      try db.run("UPDATE deliveries SET answer = ? WHERE id = ? AND task IS NOT NULL", [change?.value, id.value])
    }
  }
}

/// A message to which a link belongs.
package struct Answerable: Sendable {
  package let account: Account
  package let channel: ReminderChannel
  /// The task as it is now; nil if it is done, gone, another's, or at another date by now.
  package let task: RemindedTask?
  /// Whether the time for an answer is over.
  package let isOver: Bool
  /// The change by which it was answered; nil for none.
  package let answer: ChangeID?
}

private enum AnswerQuery {
  static let answerable = """
    SELECT \(ChannelQuery.columns), c.account, d.task, d.due, d.at, d.answer
    FROM deliveries d CROSS JOIN channels c ON c.id = d.channel
    WHERE d.id = ? AND c.ended IS NULL
    """
}
