import HTTPTypes
import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

extension SignedInRequest {
  /// The lists and tags beside every page. Another attempt shows the same page.
  func rail(around current: ListID?, on page: PageLayout.Kind) -> Region<ListsScreen>? {
    let (size, look, offersNewList) = (look.listRows, look, page != .overview)
    let content = store.loader { store throws(Interruption) in
      let page = try await store.listsPage(of: size, around: current)
      return ListsScreen.Content(
        page: page, current: current, matches: try await SavedFilterPage.matches(of: page.rows, store, look),
        tags: try await store.openTags())
    } loaded: { content in
      Loaded(content, orEmpty: .nothingYet)
    }
    return Region(
      "rail", content, caption: ListsScreen.Caption(offersNewList: offersNewList),
      cacheKey: part("rail", reader.lists, current?.description ?? "", offersNewList, size, look.dueNow),
      retry: http.method == .post ? retry(at: .overview()) : retry(nil), weight: .secondary)
  }
}
