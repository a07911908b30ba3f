/// The columns of a source `s`.
enum SourceColumn: Int, SelectedColumn {
  case id, list, url, host, revision, asked, wanted, notBefore, failure, failureDetail, failingSince, failedTimes,
    format, title, open, closed, skipped, fetched, checked, etag, modified, isFormer, ctag, omitted, appointments

  var sql: String {
    switch self {
    case .id: "s.id"
    case .list: "s.list"
    case .url: "s.url"
    case .host: "s.host"
    case .revision: "s.revision"
    case .asked: "s.asked"
    case .wanted: "s.wanted"
    case .notBefore: "s.not_before"
    case .failure: "s.failure"
    case .failureDetail: "s.failure_detail"
    case .failingSince: "s.failing_since"
    case .failedTimes: "s.failed_times"
    case .format: "s.format"
    case .title: "s.title"
    case .open: "s.open"
    case .closed: "s.closed"
    case .skipped: "s.skipped"
    case .fetched: "s.fetched"
    case .checked: "s.checked"
    case .etag: "s.etag"
    case .modified: "s.modified"
    case .isFormer: "s.origin <> s.url"
    case .ctag: "s.ctag"
    case .omitted: "s.omitted"
    case .appointments: "s.appointments"
    }
  }
}

/// The columns of a source's list `l` after ``SourceColumn``.
enum SourceListColumn: Int, SelectedColumn {
  case deleted, name

  static let offset = SourceColumn.count

  var sql: String {
    switch self {
    case .deleted: "l.deleted"
    case .name: "l.name"
    }
  }
}

/// The columns of an event `e` in a source's log.
enum SourceEventColumn: Int, SelectedColumn {
  case at, last, times, failure, failureDetail, open, closed, skipped, host, id, changes

  var sql: String {
    switch self {
    case .at: "e.at"
    case .last: "e.last"
    case .times: "e.times"
    case .failure: "e.failure"
    case .failureDetail: "e.failure_detail"
    case .open: "e.open"
    case .closed: "e.closed"
    case .skipped: "e.skipped"
    case .host: "e.host"
    case .id: "e.id"
    case .changes: "e.changes"
    }
  }
}
