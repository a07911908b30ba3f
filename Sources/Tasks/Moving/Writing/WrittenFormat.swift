public import Foundation

/// A format that lists can be exported to, besides the complete JSON of ``ExportText``.
public enum WrittenFormat: String, CaseIterable, Hashable, Sendable {
  /// iCalendar with VTODO components.
  case iCalendar = "icalendar"
  /// iCalendar with a VEVENT for each task that has a due date.
  case events
  /// todo.txt.
  case todoTxt = "todo.txt"
  /// Markdown check lists.
  case markdown
  /// A table of comma-separated values.
  case table = "csv"

  /// The ending of a file's name.
  public var ending: String {
    switch self {
    case .iCalendar, .events: "ics"
    case .todoTxt: "txt"
    case .markdown: "md"
    case .table: "csv"
    }
  }

  /// The media type, with its character encoding.
  public var mediaType: String {
    switch self {
    case .iCalendar, .events: "text/calendar; charset=utf-8"
    case .todoTxt: "text/plain; charset=utf-8"
    case .markdown: "text/markdown; charset=utf-8"
    case .table: "text/csv; charset=utf-8; header=present"
    }
  }

  /// A writer for a file.
  /// - Parameters:
  ///   - zone: the time zone of days of creation and completion, in formats that have only days.
  ///   - now: when the file is written.
  ///   - severalLists: whether the file will have several lists, which todo.txt then tells apart by projects, and iCalendar by a property.
  public func writer(in zone: TimeZone, now: Date, severalLists: Bool = false) -> any ListWriter {
    switch self {
    case .iCalendar: CalendarWriter(.todos, now: now, severalLists: severalLists)
    case .events: CalendarWriter(.events, now: now, severalLists: severalLists)
    case .todoTxt: TodoTxtWriter(in: zone, now: now, marksLists: severalLists)
    case .markdown: MarkdownWriter()
    case .table: TableWriter()
    }
  }
}
