import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// The search through an account's tasks and lists.
enum SearchPage {
  /// The page of a search.
  static func page(_ asked: SearchParameters, for request: SignedInRequest) async throws(Failure) -> Page {
    // A remote list is found only by its name, which is covered by the account's revision; its copy's revision does not matter.
    let revision = try await request.store.revision()
    // During indexing, results change without a new revision.
    let isBehind = try await request.store.isSearchBehind()
    let cacheKey = request.part(
      revision?.description ?? "0", asked.typed, asked.includesCompleted, asked.before?.description ?? "")
    return Page(
      request.layout(.search, name: asked.title), for: request.look,
      cacheKey: isBehind ? nil : request.cacheKey(nil, revision?.description ?? "0")
    ) {
      PagePart.piece("head", SearchHead())
      PagePart.piece("asked", SearchForm(asked))
      Region<SearchScreen>(
        "results", results(of: asked, request), cacheKey: isBehind ? nil : cacheKey,
        retry: TaskFlow.retry(at: .search(asked)), placement: .page)
    }
  }

  private static func results(of asked: SearchParameters, _ request: SignedInRequest) -> Loader<SearchScreen.Content> {
    switch asked.text {
    case .blank: Loader(.empty(.nothingAsked))
    case .tooLong: Loader(failed: .tooLongToSearch)
    case .text(let text): results(of: text, asked, request)
    }
  }

  private static func results(of text: String, _ asked: SearchParameters, _ request: SignedInRequest) -> Loader<
    SearchScreen.Content
  > {
    let (store, rows) = (request.store.interruptible, request.look.rows)
    return Loader { _ throws(Interruption) in
      let answer = try await store.search(
        text, includingCompleted: asked.includesCompleted, before: asked.before, limit: rows)
      switch answer {
      case .noWords: return .empty(.noWords(text))
      case .tooManyWords: throw .failed(.tooLongToSearch)
      case .found(let found):
        return Loaded(
          SearchScreen.Content(asked: asked, found: found),
          orEmpty: found.isBehind ? .stillIndexing(text, asked) : Reason(ofNothingFound: asked, text))
      }
    }
  }
}

extension SearchParameters {
  /// The searched text for the page's title; nil if it is blank or too long.
  fileprivate var title: String? {
    switch text {
    case .blank, .tooLong: nil
    case .text(let text): text
    }
  }
}

/// The head of the search.
struct SearchHead: Piece {
  static let template = "search/head"
  static let fields: [String: Field<SearchHead>] = [:]
}
