import StatePages
import Tasks

extension TaskFlow.Step {
  /// An element of a page that a step can point to.
  enum ElementID: Hashable, Sendable {
    case newTask, newSubtask, newComment, newList
    case section(DueSection)
    case openTasks, completedTasks
    case results
    case rows
    case row(TaskID)
    /// The place, at a distance from the top of the window.
    case anchor(RowAnchor)
    case heading(SectionID)
    /// The place, at a distance from the top of the window.
    case headingAnchor(HeadingAnchor)
    /// A line of a task's notes.
    case line(NoteLineNumber)
    /// The place, at a distance from the top of the window.
    case lineAnchor(LineAnchor)
    /// A list among those that are put in order.
    case card(ListID)
    case feed(FeedID)
    case appPassword(AppPasswordID)
    case channel(ReminderChannelID)
    case password, newAppPassword, usage, channelSecret, incomingMail
  }
}

/// The id of the element. Templates set the same ids.
extension TaskFlow.Step.ElementID: LosslessStringConvertible {
  private static let fixed: [(place: Self, id: String)] =
    [
      (.newTask, "new-task"), (.newSubtask, "new-step"), (.newComment, "new-comment"),
      (.newList, "new-list"), (.openTasks, "open-tasks"),
      (.completedTasks, "done-tasks"), (.results, "list"), (.rows, "rows"), (.password, "change-password"),
      (.newAppPassword, "app-password"), (.usage, "usage-title"),
      (.channelSecret, "channel-secret"), (.incomingMail, "incoming"),
    ] + DueSection.allCases.map { (.section($0), "\($0.rawValue)-tasks") }

  var description: String {
    switch self {
    case .row(let task): "task-\(task)"
    case .anchor(let anchor): anchor.top == nil ? "task-\(anchor.task)" : "at-\(anchor.task)"
    case .heading(let section): "section-\(section)"
    case .headingAnchor(let anchor): "at-section-\(anchor.id)"
    case .line(let line): "line-\(line)"
    case .lineAnchor(let anchor): "at-line-\(anchor.id)"
    case .card(let list): "list-\(list)"
    case .feed(let feed): "feed-\(feed)"
    case .appPassword(let id): "app-\(id)"
    case .channel(let id): "channel-\(id)"
    case .newTask, .newSubtask, .newComment, .newList, .section, .openTasks, .completedTasks, .results, .rows,
      .password, .newAppPassword, .usage, .channelSecret, .incomingMail:
      Self.fixed.first { $0.place == self }?.id ?? ""
    }
  }

  init?(_ id: String) {
    if let known = Self.fixed.first(where: { $0.id == id }) {
      self = known.place
      return
    }
    let parts = id.split(separator: "-")
    if parts.count == 2, parts[0] == "line", let line = NoteLineNumber(String(parts[1])) {
      self = .line(line)
      return
    }
    guard parts.count == 2, let task = TaskID(parts[1]) else { return nil }
    switch parts[0] {
    case "task": self = .row(task)
    case "section": self = .heading(SectionID(task.value))
    case "list": self = .card(ListID(task.value))
    case "feed": self = .feed(FeedID(task.value))
    case "channel": self = .channel(ReminderChannelID(task.value))
    case "app": self = .appPassword(AppPasswordID(task.value))
    case _: return nil
    }
  }
}

extension AddressPart<TaskFlow.Step.ElementID?> {
  /// A place on a page. A row that keeps its distance from the top of the window is in the query as well, because the page prints the
  /// element that the fragment points to.
  static var place: Self {
    AddressPart(.query("at"), .query("menu"), .query("head"), .query("line"), elementID) {
      (at: RowAnchor?, menu: TaskID?, head: HeadingAnchor?, line: LineAnchor?, place: TaskFlow.Step.ElementID?) in
      if let head { return .headingAnchor(head) }
      if let line { return .lineAnchor(line) }
      guard let menu else { return .some(at.map { .anchor($0) } ?? place) }
      var shown = at?.task == menu ? at : nil
      shown?.showsMenu = true
      return .anchor(shown ?? RowAnchor(menuOf: menu))
    } components: { place in
      if case .headingAnchor(let anchor)? = place { return (nil, nil, anchor, nil, place) }
      if case .lineAnchor(let anchor)? = place { return (nil, nil, nil, anchor, place) }
      guard case .anchor(let anchor)? = place else { return (nil, nil, nil, nil, place) }
      return (anchor.top == nil ? nil : anchor, anchor.showsMenu ? anchor.task : nil, nil, nil, place)
    }
  }

  private static var elementID: Self {
    .fragment { place in
      place.description
    } place: { id in
      TaskFlow.Step.ElementID(id)
    }
  }
}

extension TaskFlow.Step {
  /// The row that keeps its distance from the top of the window.
  var rowAnchor: RowAnchor? {
    if case .anchor(let anchor)? = place { anchor } else { nil }
  }

  /// Whether the step asks for the rows of a list, kept up to date.
  var isLive: Bool { if case .list(_, let view) = page { view.rows.isLive } else { false } }

  var headingAnchor: HeadingAnchor? {
    if case .headingAnchor(let anchor)? = place { anchor } else { nil }
  }

  var lineAnchor: LineAnchor? {
    if case .lineAnchor(let anchor)? = place { anchor } else { nil }
  }

  /// The step with its row, heading or line at a distance from the top of the window; without a distance, it is in the middle.
  func holdingRow(at top: Int?) -> Self {
    if case .heading(let section)? = place, let anchor = top.flatMap({ HeadingAnchor(section, top: $0) }) {
      return Self(page, at: .headingAnchor(anchor), did: did)
    }
    if case .line(let line)? = place, let anchor = top.flatMap({ LineAnchor(line, top: $0) }) {
      return Self(page, at: .lineAnchor(anchor), did: did)
    }
    let held: RowAnchor?
    switch place {
    case .row(let task): held = top.flatMap { RowAnchor(task, top: $0) }
    case .anchor(let anchor): held = top.flatMap { RowAnchor(anchor.task, top: $0, showsMenu: anchor.showsMenu) }
    case _: held = nil
    }
    return held.map { Self(page, at: .anchor($0), did: did) } ?? self
  }

  /// The step without the full menu of its row.
  var closingMenu: Self {
    guard let anchor = rowAnchor else { return self }
    return Self(page, at: .row(anchor.task), did: did).holdingRow(at: anchor.top)
  }

  /// The step at the row of a task, if its page has rows.
  func showing(_ task: TaskID) -> Self {
    switch page {
    case .today, .upcoming, .list, .search, .review: Self(page, at: .row(task), did: did)
    case .task(let parent, _, _) where parent != task: Self(page, at: .row(task), did: did)
    case _: self
    }
  }

  /// The step with the page that has its row or card.
  /// - Parameters:
  ///   - row: the rows of a list that have a task, among rows that stay; nil if it is not in the list, as with a saved filter.
  ///   - card: the page of the overview that has a list.
  func onPage(
    of row: (TaskID, ListID, ListRows, RecentChanges?) async -> ListRows?, orOf card: (ListID) async -> Int
  ) async -> Self {
    var step = self
    switch (page, place) {
    case (.list(let list, var view), let place?):
      let found: ListRows?
      switch place {
      case .row(let task): found = await row(task, list, view.rows, did)
      case .anchor(let anchor): found = await row(anchor.task, list, view.rows, did)
      case _: return self
      }
      if let found { view.rows = found }
      step.page = .list(list, view)
    case (.overview(_, let mode), .card(let list)?): step.page = .overview(page: await card(list), mode)
    case _: break
    }
    return step
  }
}
