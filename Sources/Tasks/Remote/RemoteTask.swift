public import Foundation

/// A task of a list that lives elsewhere: read from there, and never written.
public struct RemoteTask: Hashable, Sendable {
  /// What tells it from the other tasks of its list, also after the list was fetched again: its own identifier where the
  /// format has one, else made of its text. At most 200 UTF-8 bytes.
  public let key: String
  /// Its title: valid as the title of a task of one's own; empty when it has none, as only tasks of calendars may.
  public let title: String
  /// Its notes: valid as the notes of a task of one's own; empty when there are none.
  public let notes: String
  /// When it is due.
  public let due: RemoteTime?
  /// Whether it repeats, and this is the instance whose turn it is.
  public let repeats: Bool
  /// How much it matters.
  public let priority: Priority
  /// What became of it.
  public let status: RemoteStatus
  /// The heading or list that it stands under, where its source has such; valid as the name of a list.
  public let group: String?
  /// How deep it stands beneath other tasks: 0 for one that stands by itself, at most ``Limits/remoteDepth``.
  public let depth: Int
  /// Categories, projects and contexts, as they are to be shown; at most ``Limits/remoteTags``.
  public let tags: [String]

  /// A task as a format has it.
  public init(
    key: String, title: String, notes: String = "", due: RemoteTime? = nil, repeats: Bool = false,
    priority: Priority = .none, status: RemoteStatus = .open(percent: 0), group: String? = nil, depth: Int = 0,
    tags: [String] = []
  ) {
    self.key = key
    self.title = title
    self.notes = notes
    self.due = due
    self.repeats = repeats
    self.priority = priority
    self.status = status
    self.group = group
    self.depth = depth
    self.tags = tags
  }

  /// The same task beneath so many others.
  func at(depth: Int) -> RemoteTask {
    RemoteTask(
      key: key, title: title, notes: notes, due: due, repeats: repeats, priority: priority, status: status,
      group: group,
      depth: depth, tags: tags)
  }
}

/// What became of a task elsewhere.
public enum RemoteStatus: Hashable, Sendable {
  /// It is to be done; how much of it is done already, 0 to 100.
  case open(percent: Int)
  /// It is completed; when, if that is known.
  case done(RemoteTime?)
  /// It is not to be done any more.
  case cancelled

  /// Whether it is to be done.
  public var isOpen: Bool {
    switch self {
    case .open: true
    case .done, .cancelled: false
    }
  }
}

/// A day, or a moment, of which only the reader's time zone tells the day.
public enum RemoteTime: Hashable, Sendable {
  /// A day, the same everywhere.
  case day(Day)
  /// A moment.
  case moment(Date)

  /// The day that it is where that time zone holds.
  public func day(in zone: TimeZone) -> Day {
    switch self {
    case .day(let day): day
    case .moment(let moment): Day(of: moment, in: zone)
    }
  }
}
