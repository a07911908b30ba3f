import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

enum SavedFilterPage {
  /// The page of a saved filter.
  /// - Parameters:
  ///   - query: the query of its search.
  static func page(
    _ header: ListHeaderData, _ query: String, _ view: ListPageView, for request: SignedInRequest,
    rejected: ListPage.Rejected?
  ) async throws(Failure) -> Page {
    let (list, mode) = (header.list, view.mode)
    let (recentChange, rowStates) = try await request.recentChanges()
    let asked = SearchParameters(filterQuery: query) ?? SearchParameters()
    let shown = asked.turned(to: view.rows.page)
    let choices = try await request.store.searchChoices()
    let people = asked.assignee == nil ? [] : try await request.store.people()
    let rename = rejected?.renameForm(of: list) ?? RenameForm(of: list, in: mode)
    let version = header.revision?.description ?? ""
    let selection =
      mode == .selecting
      ? try await SearchPage.selection(
        .filter(list.id), asked, version, rejected?.selecting ?? Selecting(), request) : nil
    var shownView = view
    shownView.mode = selection == nil ? .using : .selecting
    let own = request.showing(.list(list.id, shownView))
    // A change of the filter itself has a place of its own.
    let notice = recentChange?.notice(from: recentChange?.change.list == list.id ? nil : own.from)
    let results = SearchPage.states(selection, rowStates, shown)
    return Page(
      own, .list, name: list.name, of: list.id, notice: notice,
      isNoticeInRow: SearchPage.isTold(recentChange, by: results),
      skips: [.list], from: own.from
    ) {
      PagePart.piece(
        "head",
        SavedFilterHead(
          list: list, asked: asked,
          filters: ActiveFilter.all(of: asked, lists: choices, people: people, for: request.look),
          rename: rename, isSelecting: selection != nil))
      Region<SearchScreen>(
        "results", SearchPage.results(of: shown, in: list.id, results, own), retry: own.retry,
        placement: .page)
      if let selection { PagePart.piece("select", selection) }
    }
  }
}
