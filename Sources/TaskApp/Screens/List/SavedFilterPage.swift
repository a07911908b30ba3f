import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

enum SavedFilterPage {
  /// The page of a saved filter.
  /// - Parameters:
  ///   - query: the query of its search.
  ///   - renaming: the rejected form for the name, with its error.
  ///   - selecting: the rejected form for several tasks, with its error.
  static func page(
    _ header: ListHeaderData, _ query: String, _ mode: ListMode, rows: ListRows, did: RecentChanges?,
    pressed: PressedRow?, for request: SignedInRequest, renaming: RenameForm?, selecting: Selecting
  ) async throws(Failure) -> Page {
    let list = header.list
    let (recentChange, rowStates) = try await request.recentChanges(did, pressed: pressed)
    let asked = SearchParameters(filterQuery: query) ?? SearchParameters()
    let shown = asked.turned(to: rows.page)
    let choices = try await request.store.listChoices()
    let rename =
      renaming ?? (mode == .renaming ? RenameForm(list: list.id, version: list.version, value: list.name) : nil)
    let version = header.revision?.description ?? ""
    let selection =
      mode == .selecting ? try await SearchPage.selection(.filter(list.id), asked, version, selecting, request) : nil
    let step = TaskStep.list(list.id, selection == nil ? .using : .selecting, rows: rows)
    // A change of the filter itself has a place of its own.
    let notice = recentChange?.notice(at: recentChange?.change.list == list.id ? nil : step)
    let results = SearchPage.states(selection, rowStates, shown)
    return Page(
      request, .list, name: list.name, of: list.id, notice: notice,
      isNoticeInRow: SearchPage.isTold(recentChange, by: results),
      skips: [.list], from: step.text
    ) {
      PagePart.piece(
        "head",
        SavedFilterHead(
          list: list, asked: asked, filters: ActiveFilter.all(of: asked, lists: choices, for: request.look),
          rename: rename, isSelecting: selection != nil))
      Region<SearchScreen>(
        "results", SearchPage.results(of: shown, at: step, results, request),
        retry: request.retry(at: step), placement: .page)
      if let selection { PagePart.piece("select", selection) }
    }
  }

  /// The numbers of matches of the saved filters among lists, each counted up to a limit.
  static func matches(
    of lists: [ListSummary], _ store: AccountStore<Interruption>, _ look: DisplaySettings
  ) async throws(Interruption) -> [ListID: Int] {
    let searches = lists.compactMap { list in
      list.filter.flatMap(SearchParameters.init(filterQuery:)).map { (list: list.id, asked: $0) }
    }
    var matches: [ListID: Int] = [:]
    for (list, asked) in searches {
      matches[list] = try await store.matchCount(of: asked.query, in: asked.filter(for: look))
    }
    return matches
  }
}
