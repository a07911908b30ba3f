import StatePages
import StateViews
import TaskStore
import Tasks

/// The number of rows that the page of a list has of a section at most. The others are on the page of the section.
enum SectionRows {
  private static let fewest = 10
  private static let inColumn = 20

  /// In a list, the reader's rows in all, but some of each section; on a board, as many in each column. None of a folded one. All of a list
  /// whose boxes are sent together, as far as a page may have them.
  static func most(
    of section: SectionID, among sections: [ListSection], after unsectioned: Int, in list: ListSummary,
    for look: DisplaySettings
  ) -> Int {
    let ticks = list.preferences.layout == .ticks
    var left = (ticks ? Limits.largestPage : look.rows) - unsectioned
    for other in sections {
      let most = list.preferences.layout == .board ? inColumn : max(fewest, left)
      if other.id == section { return other.isFolded && !ticks ? 0 : most }
      if !other.isFolded || ticks { left -= min(other.open, most) }
    }
    return 0
  }
}

extension ListRows {
  /// The rows of a list that have a task: those of its section where the whole list doesn't show it.
  func showing(_ place: TaskPlace, for look: DisplaySettings) -> ListRows {
    if section == nil, let other = place.section {
      let most = SectionRows.most(of: other, among: place.sections, after: place.unsectioned, in: place.list, for: look)
      if place.position.before < most { return self }
    }
    var rows = self
    rows.section = place.section
    rows.page = place.position.page(of: showsAll ? Limits.largestPage : look.rows)
    return rows
  }
}

extension ListPage {
  /// The regions of a list with sections: the tasks before the first heading, if there are any, and each section.
  func regions() async throws(Failure) -> [PagePart] {
    let use: SectionScreen.Caption.Use =
      switch (isArranging, picked?.subject) {
      case (false, _): states.isTicking ? .ticking : list.role.may(.write) ? .tasks : .reading
      case (true, nil): .picking
      case (true, .section(let section)?): .moving(section)
      case (true, _?): .moving(nil)
      }
    var parts: [PagePart] = []
    let first = try await isArranging ? true : hasUnsectioned()
    if first, !isArranging, list.preferences.layout != .board {
      parts.append(.region(tasks(.unsectioned, of: header.unsectioned, rows)))
    } else if first {
      let caption = SectionScreen.Caption(list: list.id, open: header.unsectioned, use: use)
      parts.append(.region(region(caption)))
    }
    var previous: SectionID?
    for section in header.sections {
      let caption = SectionScreen.Caption(
        list: list.id, section: section, open: section.open, use: use, previous: previous,
        anchor: heading?.id == section.id ? heading?.top : nil)
      previous = section.id
      parts.append(
        .region(
          section.isFolded && !isArranging && !states.isTicking
            ? Region("section-\(section.id)", in: .unloaded, caption: caption) : region(caption)))
    }
    return parts
  }

  /// Whether tasks are shown before the first heading, also those that were there when the page was opened.
  private func hasUnsectioned() async throws(Failure) -> Bool {
    if header.unsectioned > 0 { return true }
    for row in states.changed {
      let place = try await request.store.openPlace(
        of: row.row.id, in: list.id, section: .unsectioned, including: states.changed)
      if place != nil { return true }
    }
    return false
  }

  private func region(_ caption: SectionScreen.Caption) -> Region<SectionScreen> {
    let section = caption.section?.id
    let isArranging = isArranging
    let number = section == nil ? rows.page : 1
    let size =
      section.map {
        let most = SectionRows.most(
          of: $0, among: header.sections, after: header.unsectioned, in: list, for: request.look)
        return max(most, isArranging ? 10 : 0)
      } ?? request.look.rows
    let content = request.store.loader(orEmpty: .nothingYet) { store throws(Interruption) in
      let page = try await store.openPage(
        number, of: size, in: list.id, section: ShownSection(section), including: isArranging ? [] : states.changed,
        subtasks: isArranging || states.isTicking ? .all : .unfolded)
      let content: SectionScreen.Content.Rows =
        isArranging
        ? .arranged(
          ArrangingScreen.Content(
            page.rows.map(ArrangedItem.init), picked: picked, page: page.number, of: page.paging, states))
        : .tasks(TasksScreen.Content(page, states))
      return SectionScreen.Content(
        rows: content, list: list.id, section: section,
        more: page.paging.total - page.paging.rows(on: page.number).count,
        isLast: section == header.sections.last?.id, hasBar: section == nil)
    }
    return Region(
      section.map { "section-\($0)" } ?? "tasks", content, caption: caption,
      retry: request.retry, weight: section == nil ? .main : .secondary)
  }
}
