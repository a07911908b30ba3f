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

  /// The changes, after others on the same page.
  fileprivate func after(_ earlier: Self?) -> Self {
    guard let earlier, earlier.first <= last else { return self }
    return Self(first: earlier.first, last: last)
  }

  private init(first: ChangeID, last: ChangeID) { (self.first, self.last) = (first, last) }
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
  /// The step with another recent change to report, if its page reports any.
  func reporting(_ did: ChangeID) -> Self {
    switch page {
    case .today, .upcoming, .overview, .list, .task, .search, .review, .tags, .trash:
      Self(page, at: place, did: RecentChanges(did))
    case _: self
    }
  }

  /// The step with the rows that stay on the page whose button led to it, if it is the same page. A list is left by a link, and by
  /// looking at it in another way.
  func keepingRows(of shown: Self?) -> Self {
    guard let shown else { return self }
    var step = self
    switch (page, shown.page) {
    case (.today(let view), .today(let other)) where view.isSelecting == other.isSelecting: break
    case (.upcoming(let view), .upcoming(let other)) where view.mode == .using && view == other: break
    case (.list(let list, var view), .list(let same, let other))
    where list == same && view.mode == .using && other.mode == .using:
      // A place that is no row or field is one of the whole list.
      switch place {
      case .row, .anchor, .newTask: view.rows.section = view.rows.section ?? other.rows.section
      case _: break
      }
      (view.rows.showsAll, view.rows.completed) = (other.rows.showsAll, other.rows.completed)
      view.rows.isLive = other.rows.isLive
      step.page = .list(list, view)
    case (.task(let task, _, _), .task(let same, _, _)) where task == same: break
    case (.search, .search) where page == shown.page, (.review, .review) where page == shown.page: break
    case _: return self
    }
    step.did = did?.after(shown.did) ?? shown.did
    return step
  }
}
