package import Foundation

/// A task of a remote list. Read-only.
package struct RemoteTask: Hashable, Sendable {
  /// Identifies the task within its list across fetches: its own identifier if the format has one, otherwise a hash of its text.
  /// At most 200 UTF-8 bytes.
  package let key: String
  /// The title, valid for own tasks; empty if there is none, which only calendars allow.
  package let title: String
  /// The notes, valid for own tasks; empty if there are none.
  package let notes: String
  /// The due day or moment.
  package let due: RemoteTime?
  /// The day or moment at which it starts, if it is due at another one.
  package let start: RemoteTime?
  /// How the task recurs, if it is the current instance of a repeating task.
  package let recurrence: RemoteRecurrence
  package let priority: Priority
  package let status: RemoteStatus
  /// The heading or list that contains it, if its source has such; valid as the name of a list.
  package let group: String?
  /// The number of its ancestors, at most ``Limits/remoteDepth``.
  package private(set) var depth: Int
  /// The categories, projects and contexts, as displayed; at most ``Limits/remoteTags``.
  package let tags: [String]

  package init(
    key: String, title: String, notes: String = "", due: RemoteTime? = nil, start: RemoteTime? = nil,
    recurrence: RemoteRecurrence = .none, priority: Priority = .none, status: RemoteStatus = .open(percent: 0),
    group: String? = nil, depth: Int = 0, tags: [String] = []
  ) {
    (self.key, self.title, self.notes, self.due) = (key, title, notes, due)
    (self.start, self.recurrence, self.priority, self.status) = (start, recurrence, priority, status)
    (self.group, self.depth, self.tags) = (group, depth, tags)
  }

  /// Whether the task is the current instance of a repeating task.
  package var repeats: Bool { recurrence != .none }

  /// A copy of the task at another depth.
  func at(depth: Int) -> RemoteTask {
    var task = self
    task.depth = depth
    return task
  }
}

/// The status of a remote task.
package enum RemoteStatus: Hashable, Sendable {
  /// The task is open, with the given percentage completed, 0 to 100.
  case open(percent: Int)
  /// The task is completed, with the time if it is known.
  case done(RemoteTime?)
  /// The task was cancelled.
  case cancelled

  /// The percentage of an open task that is completed, 1 to 99; nil if nothing is, or it is not known.
  package var percent: Int? {
    switch self {
    case .open(let percent): (1...99).contains(percent) ? percent : nil
    case .done, .cancelled: nil
    }
  }

  /// Whether the task is open.
  package var isOpen: Bool {
    switch self {
    case .open: true
    case .done, .cancelled: false
    }
  }
}

/// A day, a time on every clock alike, or a moment whose day depends on the time zone.
package enum RemoteTime: Hashable, Sendable {
  /// A day, the same in every time zone.
  case day(Day)
  /// A time of a day, the same in every time zone: floating time (RFC 5545, section 3.3.5).
  case local(Day, TimeOfDay)
  case moment(Date)

  package func day(in zone: TimeZone) -> Day {
    switch self {
    case .day(let day), .local(let day, _): day
    case .moment(let moment): Day(of: moment, in: zone)
    }
  }

  /// The time of the day, for a moment in a time zone; nil for a day.
  package func time(in zone: TimeZone) -> ClockTime? {
    switch self {
    case .day: return nil
    case .local(_, let time): return ClockTime(time)
    case .moment(let moment): return ClockTime(TimeOfDay(of: moment, in: zone), zone: zone.identifier)
    }
  }
}

/// Whether a remote task recurs, and how.
package enum RemoteRecurrence: Hashable, Sendable {
  /// It does not recur.
  case none
  /// By a rule (RFC 5545, section 3.3.10), as written; several are separated by line breaks. At most ``Limits/remoteRule`` UTF-8
  /// bytes, all of them printable ASCII.
  case rules(String)
  /// On single dates, or by a rule that was not kept.
  case dates
  /// By a rule whose dates take too long to work out.
  case unworkable
}
