/// The reason why a file is not a readable list.
package enum UnreadableList: String, Error, CaseIterable, Hashable, Sendable {
  /// The format is not supported.
  case unknown
  /// The file is a web page.
  case webPage = "web-page"
  /// The file is JSON, but not the app's own export.
  case otherJSON = "other-json"
  /// The file is empty. That is more often an error of the source than a cleared list, so the last copy is kept.
  case emptyFile = "empty-file"
  /// The file is binary.
  case notText = "not-text"
  /// The file is truncated, or has an unsupported version.
  case broken
  /// The file has more open tasks than the limit.
  case tooManyTasks = "too-many-tasks"
  /// The file is nested too deeply.
  case tooDeep = "too-deep"
  /// Reading the file takes too long.
  case tooComplex = "too-complex"
}
