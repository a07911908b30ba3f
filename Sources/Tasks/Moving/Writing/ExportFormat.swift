public import Foundation

/// A format that lists can be exported to.
public enum ExportFormat: String, CaseIterable, Hashable, Sendable {
  /// The app's own JSON (``ExportText``), which holds everything.
  case json
  /// A table of comma-separated values.
  case table = "csv"
  /// iCalendar with VTODO components.
  case iCalendar = "ics"
  /// Markdown check lists.
  case markdown
  /// todo.txt.
  case todoTxt = "todo.txt"
  /// iCalendar with a VEVENT for each task that has a due date. It can't be imported.
  case events

  /// The ending of a file's name.
  public var ending: String { written?.ending ?? "json" }

  /// The media type, with its character encoding where it has several.
  public var mediaType: String { written?.mediaType ?? "application/json" }

  /// Whether it holds tasks that are in the trash.
  public var holdsTrash: Bool {
    switch self {
    case .json, .table: true
    case .iCalendar, .markdown, .todoTxt, .events: false
    }
  }

  /// Whether it holds lists without tasks of their own, and lists in the trash.
  public var isComplete: Bool { self == .json }

  private var written: WrittenFormat? {
    switch self {
    case .json: nil
    case .table: .table
    case .iCalendar: .iCalendar
    case .markdown: .markdown
    case .todoTxt: .todoTxt
    case .events: .events
    }
  }

  /// A writer for a file.
  /// - Parameters:
  ///   - account: the account's name.
  ///   - zone: the time zone of days of creation and completion, in formats that have only days.
  ///   - now: when the file is written.
  ///   - severalLists: whether the file will have several lists.
  public func writer(
    account: String, in zone: TimeZone, now: Date, severalLists: Bool
  ) -> any ListWriter {
    written?.writer(in: zone, now: now, severalLists: severalLists) ?? ExportText(account: account, exported: now)
  }
}
