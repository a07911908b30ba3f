import Tasks

/// What the reader did on a page with rows since it was opened: the changes that its address names. Every row that they changed stays where
/// it was, with an undo.
struct RecentChanges: Hashable, Sendable {
  let first: ChangeID
  /// The recent change that the page reports.
  let last: ChangeID

  /// A single change, on a page that was just opened; nil without one.
  init?(_ change: ChangeID?) {
    guard let change else { return nil }
    (first, last) = (change, change)
  }

  /// The same, after others on the same page.
  fileprivate func after(_ earlier: Self?) -> Self {
    guard let earlier, earlier.first <= last else { return self }
    return Self(first: earlier.first, last: last)
  }

  private init(first: ChangeID, last: ChangeID) {
    (self.first, self.last) = (first, last)
  }
}

extension RecentChanges: LosslessStringConvertible {
  /// The value in an address, such as `41-47`, or `41` for a single one.
  var description: String { first == last ? "\(last)" : "\(first)-\(last)" }

  init?(_ description: String) {
    let ids = description.split(separator: "-", maxSplits: 2, omittingEmptySubsequences: false).map { ChangeID($0) }
    guard ids.count <= 2, let first = ids[0], let last = ids[ids.count - 1], first <= last else { return nil }
    self.init(first: first, last: last)
  }
}

extension TaskFlow.Step {
  /// The same step with the rows that stay on the page whose button led to it, if it is the same page. A list is left by a link, and by
  /// looking at it in another way.
  func keepingRows(of page: Self?) -> Self {
    switch self {
    case .today(let place, let pages, let selecting, let did):
      guard case .today(_, _, selecting, let earlier)? = page else { return self }
      return .today(at: place, pages: pages, selecting: selecting, did: did?.after(earlier) ?? earlier)
    case .list(let list, .using, let place, var rows, let did):
      guard case .list(list, .using, _, let shown, let earlier)? = page else { return self }
      (rows.showsAll, rows.completed) = (shown.showsAll, shown.completed)
      return .list(list, at: place, rows: rows, did: did?.after(earlier) ?? earlier)
    case .task(let task, let place, let steps, let did):
      guard case .task(task, _, _, let earlier)? = page else { return self }
      return .task(task, at: place, page: steps, did: did?.after(earlier) ?? earlier)
    case .search(let asked, let selecting, let place, let did):
      guard case .search(asked, selecting, _, let earlier)? = page else { return self }
      return .search(asked, selecting: selecting, at: place, did: did?.after(earlier) ?? earlier)
    case .home, .overview, .list, .history, .destinations, .review, .tags, .trash, .settings, .activity, .export,
      .feeds,
      .server, .savedDraft, .follow, .importing:
      return self
    }
  }
}
