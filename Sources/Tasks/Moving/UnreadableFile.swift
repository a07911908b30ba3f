/// The reason why a file can't be imported.
public enum UnreadableFile: String, Error, CaseIterable, Hashable, Sendable {
  /// The file is empty.
  case empty
  /// The format is not supported.
  case unknown
  /// The file is a web page.
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
  /// The file has too many tasks.
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
