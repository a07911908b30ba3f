import StatePages
import TaskApp
import TaskFormats
import Tasks

/// The words about imported files for the console: formats, problems, and what was not imported as it is.
enum ImportWords {
  /// The words of the pages, in English; nil where they are not installed.
  private static let messages = TaskApp.words(beside: InstalledFolder.path("Templates")).first
    .flatMap { try? MessageCatalogue($0) }

  /// The name of a format, as in “3 lists from a Trello board”.
  static func name(of format: PortableFormat) -> String {
    messages?.plain("format.\(format.rawValue)") ?? format.rawValue
  }

  static func sentence(for problem: UnreadableFile) -> String {
    switch problem {
    case .empty: "It is empty."
    case .unknown: "Its format is not known. Export it as iCalendar, CSV, Markdown or todo.txt."
    case .webPage: "It is a web page. Download the file itself."
    case .otherJSON: "It is JSON, but of no app that is known here."
    case .otherTable:
      "It is a table, but no column is named as titles of tasks are: Title, Name or Task, and one more such as Due or Notes."
    case .notText: "It is neither text nor a zip archive."
    case .broken: "It is damaged or not complete. Export or download it again."
    case .encrypted: "It is encrypted. Unpack it first."
    case .emptyArchive: "No file in the archive has a format that is known here."
    case .tooLarge: "It is too large: at most 50 MB, and 64 MB unpacked."
    case .tooManyTasks: "It has more than 100,000 tasks or lists."
    case .tooDeep: "It is nested too deeply."
    case .tooComplex: "It takes too long to read. Export it in another format, or in parts."
    }
  }

  /// What happened to the things of a remark.
  static func name(of fate: ImportRemark.Fate) -> String {
    switch fate {
    case .leftOut: "not imported"
    case .dropped: "left out"
    case .inNotes: "put into the notes"
    case .changed: "changed"
    }
  }

  /// The things of a remark, as in “4 comments”.
  static func things(_ count: Int, of reason: ImportRemark.Reason) -> String {
    messages?.plain("remark.\(reason.rawValue)", count: count) ?? "\(count) \(reason.rawValue)"
  }
}
