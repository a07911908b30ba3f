package import Tasks

/// The lists of a file from elsewhere, or of an own export.
package struct PortableFile: Hashable, Sendable {
  package var format: PortableFormat
  /// The lists in order. Several may have the same name.
  package var lists: [PortableList]
  /// What was left out and belongs to no list.
  package var remarks: ImportRemarks
  /// What the content leaves open, whatever was chosen.
  package var questions = ImportQuestions()
  /// Whether a task repeats.
  var repeats = false

  package init(format: PortableFormat, lists: [PortableList], remarks: ImportRemarks = ImportRemarks()) {
    (self.format, self.lists, self.remarks) = (format, lists, remarks)
  }

  /// The number of tasks in all lists, the trash included.
  package var count: Int { lists.reduce(0) { $0 + $1.tasks.count } }

  /// Whether it has more than empty lists: tasks, saved filters, or addresses to follow.
  package var hasContent: Bool { lists.contains { !$0.tasks.isEmpty || $0.kind != .tasks } }
}

/// The reason why a file can't be imported.
package enum UnreadableFile: String, Error, CaseIterable, Hashable, Sendable {
  case empty
  /// The format is not supported.
  case unknown
  case webPage = "web-page"
  /// The file is JSON of an unknown kind.
  case otherJSON = "other-json"
  /// The file is a table with unknown columns.
  case otherTable = "other-table"
  /// The file is binary.
  case notText = "not-text"
  /// The file is truncated or damaged, or has an unsupported version.
  case broken
  /// The archive is encrypted.
  case encrypted
  /// No file in the archive has a supported format.
  case emptyArchive = "empty-archive"
  /// The file, or what the archive unpacks to, is too large.
  case tooLarge = "too-large"
  case tooManyTasks = "too-many-tasks"
  /// The file is nested too deeply.
  case tooDeep = "too-deep"
  /// Reading the file takes too long.
  case tooComplex = "too-complex"

  init(_ problem: UnreadableList) {
    switch problem {
    case .unknown: self = .unknown
    case .webPage: self = .webPage
    case .otherJSON: self = .otherJSON
    case .emptyFile: self = .empty
    case .notText: self = .notText
    case .broken: self = .broken
    case .tooManyTasks: self = .tooManyTasks
    case .tooDeep: self = .tooDeep
    case .tooComplex: self = .tooComplex
    }
  }
}

extension UnreadableList {
  /// Why a file that is followed can't be read.
  init(_ problem: UnreadableFile) {
    switch problem {
    case .empty: self = .emptyFile
    case .unknown, .otherTable, .encrypted, .emptyArchive: self = .unknown
    case .webPage: self = .webPage
    case .otherJSON: self = .otherJSON
    case .notText: self = .notText
    case .broken: self = .broken
    case .tooManyTasks: self = .tooManyTasks
    case .tooDeep: self = .tooDeep
    case .tooLarge, .tooComplex: self = .tooComplex
    }
  }
}
