/// The columns of a source `s`.
enum SourceColumn: Int, SelectedColumn {
  case id, list, url, host, revision, asked, wanted, notBefore, failure, failureDetail, failingSince, failedTimes,
    format, title, open, closed, skipped, fetched, checked, etag, modified, isFormer, ctag, omitted, appointments

  static let table = "s"
  static let expressions: [Self: String] = [.isFormer: "s.origin <> s.url"]
}

/// The columns of a source's list `l` after ``SourceColumn``.
enum SourceListColumn: Int, SelectedColumn {
  case deleted, name

  static let offset = SourceColumn.count

  static let table = "l"
}

/// The columns of an event `e` in a source's log.
enum SourceEventColumn: Int, SelectedColumn {
  case at, last, times, failure, failureDetail, open, closed, skipped, host, id, changes

  static let table = "e"
}
