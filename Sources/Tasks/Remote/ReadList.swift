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

  /// A file that was read.
  public init(format: ListFormat, title: String?, tasks: [RemoteTask], skipped: Int = 0) {
    self.format = format
    self.title = title
    self.tasks = tasks
    self.skipped = skipped
  }
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
  /// More tasks than are read.
  case tooManyTasks = "too-many-tasks"
  /// Nested deeper than is read.
  case tooDeep = "too-deep"
}
