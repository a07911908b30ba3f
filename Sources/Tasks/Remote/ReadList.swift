/// What could be read of a file.
public struct ReadList: Hashable, Sendable {
  /// Which format it is.
  public let format: ListFormat
  /// What the file calls itself; valid as the name of a list.
  public let title: String?
  /// Its tasks, in its order; at most as many as were allowed. None is no failure.
  public let tasks: [RemoteTask]
  /// How many items could not be read and were left out.
  public let skipped: Int
  /// How many completed or cancelled tasks were left out, for there was room for the open ones only.
  public let omitted: Int
  /// How many appointments it has, which are no tasks.
  public let appointments: Int

  /// A file that was read.
  public init(
    format: ListFormat, title: String?, tasks: [RemoteTask], skipped: Int = 0, omitted: Int = 0, appointments: Int = 0
  ) {
    self.format = format
    self.title = title
    self.tasks = tasks
    self.skipped = skipped
    self.omitted = omitted
    self.appointments = appointments
  }

  /// Whether one of its tasks repeats: then the same file is another list on another day.
  public var repeats: Bool { tasks.contains(where: \.repeats) }
}

/// The formats of lists that can be read.
public enum ListFormat: String, CaseIterable, Hashable, Sendable {
  /// iCalendar with VTODO components (RFC 5545).
  case iCalendar = "icalendar"
  /// todo.txt: a task a line.
  case todoTxt = "todo.txt"
  /// A Markdown check list.
  case markdown
  /// The app's own export.
  case fourfold
}

/// Why a file is no list that can be read.
public enum UnreadableList: String, Error, CaseIterable, Hashable, Sendable {
  /// None of the formats.
  case unknown
  /// A web page.
  case webPage = "web-page"
  /// JSON, but not the app's own export.
  case otherJSON = "other-json"
  /// Not one byte. It is more often a mistake there than a list that has come to its end, and a copy is worth more.
  case emptyFile = "empty-file"
  /// Bytes that are no text.
  case notText = "not-text"
  /// One of the formats, broken as a whole: cut off, or of a version that is not known.
  case broken
  /// More open tasks than are read.
  case tooManyTasks = "too-many-tasks"
  /// Nested deeper than is read.
  case tooDeep = "too-deep"
}
