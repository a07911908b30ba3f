package import Foundation

/// A message on its way to a channel.
package struct Delivery: Sendable {
  /// What it is about.
  package enum Subject: Sendable {
    case task(RemindedTask)
    /// The tasks of a day.
    case day(DayTasks)
  }

  package let id: DeliveryID
  package let account: Account
  package let channel: ReminderChannel
  package let subject: Subject
  /// The moment of the reminder.
  package let moment: Date
  /// Whether an earlier attempt may have arrived.
  package let isRepeated: Bool
  /// Whether it leaves out what tasks are called.
  package let isPrivate: Bool

  package init(
    id: DeliveryID, account: Account, channel: ReminderChannel, subject: Subject, moment: Date, isRepeated: Bool,
    isPrivate: Bool
  ) {
    (self.id, self.account, self.channel, self.subject) = (id, account, channel, subject)
    (self.moment, self.isRepeated, self.isPrivate) = (moment, isRepeated, isPrivate)
  }

  /// How long after its moment a reminder is marked late.
  package static let lateness: TimeInterval = 300

  /// How an attempt ended.
  package enum Result: Hashable, Sendable {
    case sent
    /// - Parameters:
    ///   - isTemporary: whether another attempt can go well.
    ///   - mayHaveArrived: whether it is unknown if the message arrived. Another attempt is made once, then.
    case failed(code: String, reply: String?, isTemporary: Bool, mayHaveArrived: Bool)
  }
}

/// The id of a delivery.
package typealias DeliveryID = Identifier<Delivery>

/// A task as a message tells of it.
package struct RemindedTask: Hashable, Sendable {
  package let id: TaskID
  package let list: ListID
  package let title, listName: String
  package let due: Day?
  package let time: ClockTime?

  package init(id: TaskID, list: ListID, title: String, listName: String, due: Day?, time: ClockTime?) {
    (self.id, self.list, self.title, self.listName, self.due, self.time) = (id, list, title, listName, due, time)
  }
}

/// What the message of a day tells: at most ``Limits/dayTasks`` tasks of each part.
package struct DayTasks: Hashable, Sendable {
  package let day: Day
  package let late, today: [RemindedTask]
  /// What reminded in the quiet hours, as far as it is in neither part.
  package let quiet: [RemindedTask]
  /// The numbers of late tasks and of today's, those that are left out included.
  package let lateCount, todayCount: Int
  /// Tasks that others gave to the reader, or changed, since the last message.
  package let changes: [DayChange]
  /// The number of such tasks, those that are left out included.
  package let changedByOthers: Int

  package init(
    day: Day, late: [RemindedTask], today: [RemindedTask], quiet: [RemindedTask], lateCount: Int, todayCount: Int,
    changes: [DayChange] = [], changedByOthers: Int
  ) {
    (self.day, self.late, self.today, self.quiet) = (day, late, today, quiet)
    (self.lateCount, self.todayCount) = (lateCount, todayCount)
    (self.changes, self.changedByOthers) = (changes, changedByOthers)
  }

  /// Whether there is nothing to tell.
  package var isEmpty: Bool { lateCount == 0 && todayCount == 0 && quiet.isEmpty && changedByOthers == 0 }
}

/// A task of a shared list that another member changed.
package struct DayChange: Hashable, Sendable {
  /// What the member did, by the last change.
  package enum Effect: String, CaseIterable, Hashable, Sendable {
    /// Gave it to the reader, also by a change before the last one.
    case assigned
    case added, completed, reopened, deleted, commented, changed
  }

  package let task: TaskID
  package let title, listName: String
  /// The name of the member.
  package let who: String
  package let effect: Effect

  package init(task: TaskID, title: String, listName: String, who: String, effect: Effect) {
    (self.task, self.title, self.listName, self.who, self.effect) = (task, title, listName, who, effect)
  }
}
