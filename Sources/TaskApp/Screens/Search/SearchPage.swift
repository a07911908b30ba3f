import Foundation
import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// The search through an account's tasks and lists, by words and filters.
enum SearchPage {
  /// The page of a search.
  /// - Parameter saving: the rejected form that saves it, with its error.
  static func page(
    _ asked: SearchParameters, for request: SignedInRequest, saving: SaveFilterForm? = nil
  ) async throws(Failure) -> Page {
    // The copies of followed lists change without a change of the account.
    let lists = try await request.store.listsRevision()
    let revision = lists.description
    let isBehind = try await isBehind(asked, request)
    let choices = try await request.store.listChoices(including: asked.list.map { [$0] } ?? [])
    return Page(
      request.layout(.search, name: asked.query), for: request.look,
      cacheKey: isBehind ? nil : request.cacheKey(nil, revision)
    ) {
      PagePart.piece("head", SearchHead())
      PagePart.piece("asked", SearchForm(asked, lists: choices, for: request.look))
      if asked.isSaveable {
        PagePart.piece(
          "save", saving ?? SaveFilterForm(asked, version: lists.newest?.description ?? ""))
      }
      Region<SearchScreen>(
        "results", results(of: asked, request),
        cacheKey: isBehind
          ? nil : request.part(revision, TaskFlow.address(after: .searched(asked)), request.look.today.iso),
        retry: TaskFlow.retry(at: .search(asked)), placement: .page)
    }
  }

  /// Whether the words of a search are still being indexed. Its results then change without a new revision.
  static func isBehind(_ asked: SearchParameters, _ request: SignedInRequest) async throws(Failure) -> Bool {
    asked.query == nil ? false : try await request.store.isSearchBehind()
  }

  /// The results of a search.
  /// - Parameter filter: the saved filter that shows them; nil for a search.
  static func results(
    of asked: SearchParameters, in filter: ListID? = nil, _ request: SignedInRequest
  ) -> Loader<SearchScreen.Content> {
    switch asked.text {
    case .blank: asked.isFiltered ? matches(nil, asked, filter, request) : Loader(.empty(.nothingAsked))
    case .tooLong: Loader(failed: .tooLongToSearch)
    case .text(let text): matches(text, asked, filter, request)
    }
  }

  private static func matches(
    _ text: String?, _ asked: SearchParameters, _ filter: ListID?, _ request: SignedInRequest
  ) -> Loader<SearchScreen.Content> {
    let (store, look) = (request.store.interruptible, request.look)
    return Loader { _ throws(Interruption) in
      let answer = try await store.search(
        text, in: asked.filter(for: look), by: asked.effectiveOrder, before: asked.before, page: asked.page.page,
        of: look.rows)
      switch answer {
      case .noWords: return .empty(.noWords(text ?? ""))
      case .tooManyWords: throw .failed(.tooLongToSearch)
      case .found(let found):
        let content = SearchScreen.Content(asked: asked, found: found, filter: filter)
        guard content.count == 0 else { return .content(content) }
        if found.isBehind { return .empty(.stillIndexing(text ?? "", asked)) }
        if let older = found.olderThan { return .empty(.noNewer(text ?? "", asked, olderThan: older)) }
        return .empty(Reason(ofNothingFound: asked, without: try await counts(asked, store, look)))
      }
    }
  }

  /// The numbers of matches without each of the parts that can be dropped.
  private static func counts(
    _ asked: SearchParameters, _ store: AccountStore<Interruption>, _ look: Look
  ) async throws(Interruption) -> [SearchParameters.Part: Int] {
    guard asked.before == nil else { return [:] }
    var counts: [SearchParameters.Part: Int] = [:]
    for part in asked.restrictions {
      let rest = asked.without(part)
      counts[part] = try await store.matchCount(of: rest.query, in: rest.filter(for: look))
    }
    return counts
  }
}

extension SearchParameters {
  /// The filter, with days relative to the reader's today.
  func filter(for look: Look) -> TaskFilter {
    let since = since.flatMap { look.calendar.date(from: DateComponents(year: $0.year, month: $0.month, day: $0.day)) }
    return TaskFilter(
      list: list, status: status, due: due?.filter(today: look.today), priority: priority, changedSince: since)
  }
}

/// The head of the search.
struct SearchHead: Piece {
  static let template = "search/head"
  static let fields: [String: Field<SearchHead>] = [:]
}
