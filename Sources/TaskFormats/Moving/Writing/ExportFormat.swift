package import Foundation
import Tasks

/// A format that lists can be exported to.
package enum ExportFormat: String, CaseIterable, Hashable, Sendable {
  /// The app's own JSON (``ExportText``), which holds everything.
  case json
  /// A table of comma-separated values for spreadsheets: no cell is a formula.
  case table = "csv"
  /// A table of comma-separated values for programs, with each cell as it is.
  case exactTable = "csv-exact"
  /// iCalendar with VTODO components.
  case iCalendar = "ics"
  /// Markdown check lists.
  case markdown
  case todoTxt = "todo.txt"
  /// iCalendar with a VEVENT for each task that has a due date. It can't be imported.
  case events

  /// The ending of a file's name.
  package var ending: String {
    switch self {
    case .json: "json"
    case .table, .exactTable: "csv"
    case .iCalendar, .events: "ics"
    case .markdown: "md"
    case .todoTxt: "txt"
    }
  }

  /// The media type, with its character encoding where it has several.
  package var mediaType: String {
    switch self {
    case .json: "application/json"
    case .table, .exactTable: "text/csv; charset=utf-8; header=present"
    case .iCalendar, .events: "text/calendar; charset=utf-8"
    case .markdown: "text/markdown; charset=utf-8"
    case .todoTxt: "text/plain; charset=utf-8"
    }
  }

  /// Whether it holds tasks that are in the trash.
  package var holdsTrash: Bool {
    switch self {
    case .json, .table, .exactTable: true
    case .iCalendar, .markdown, .todoTxt, .events: false
    }
  }

  /// Whether it holds lists without tasks of their own, and lists in the trash.
  package var isComplete: Bool { self == .json }

  /// A writer for a file.
  /// - Parameters:
  ///   - account: the account's name.
  ///   - zone: the time zone of days of creation and completion, in formats that have only days.
  ///   - now: when the file is written.
  ///   - severalLists: whether the file will have several lists, which todo.txt then tells apart by projects, and iCalendar by a property.
  package func writer(
    account: String = "", in zone: TimeZone, now: Date, severalLists: Bool = false
  ) -> any ListWriter {
    switch self {
    case .json: ExportText(account: account, exported: now)
    case .table: TableWriter()
    case .exactTable: TableWriter(isExact: true)
    case .iCalendar: CalendarWriter(.todos, now: now, severalLists: severalLists)
    case .events: CalendarWriter(.events, now: now, severalLists: severalLists)
    case .markdown: MarkdownWriter()
    case .todoTxt: TodoTxtWriter(in: zone, now: now, marksLists: severalLists)
    }
  }
}
