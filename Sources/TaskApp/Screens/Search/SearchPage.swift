import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// The search through an account's tasks and lists.
enum SearchPage {
  /// The page of a search.
  static func page(_ asked: Asked, for visit: Visit) async throws(Failure) -> Page {
    let account = visit.reader.account
    // A list from elsewhere is found by its name, which changes with the account's revision: that of its copy matters to nothing.
    let revision = try await visit.store { store throws(StoreError) in try await store.revision(of: account) }
    // While words are being indexed, what a search finds changes though nothing else does.
    let isBehind = try await visit.store { store throws(StoreError) in try await store.isSearchBehind(for: account) }
    let edition = visit.part(
      revision?.description ?? "0", asked.typed, asked.includesCompleted, asked.before?.description ?? "")
    return Page(
      visit.layout(.search, name: asked.title), for: visit.look,
      edition: isBehind ? nil : visit.edition(nil, revision?.description ?? "0")
    ) {
      PagePart.piece("head", SearchHead())
      PagePart.piece("asked", SearchForm(asked))
      Region<SearchScreen>(
        "results", results(of: asked, visit), edition: isBehind ? nil : edition,
        retry: TaskFlow.retry(at: .search(asked)), placement: .page)
    }
  }

  private static func results(of asked: Asked, _ visit: Visit) -> Loader<SearchScreen.Content> {
    switch asked.text {
    case .blank: Loader(.empty(.nothingAsked))
    case .tooLong: Loader(failed: .tooLongToSearch)
    case .text(let text): results(of: text, asked, visit)
    }
  }

  private static func results(of text: String, _ asked: Asked, _ visit: Visit) -> Loader<SearchScreen.Content> {
    let (account, rows) = (visit.reader.account, visit.look.rows)
    let store = visit.store
    return Loader { _ throws(Interruption) in
      let answer: SearchAnswer
      do throws(StoreError) {
        answer = try await store.store.search(
          text, for: account, includingCompleted: asked.includesCompleted, before: asked.before, limit: rows)
      } catch .cancelled {
        throw .cancelled
      } catch {
        throw .failed(store.failure(error))
      }
      switch answer {
      case .noWords: return .empty(.noWords(text))
      case .tooManyWords: throw .failed(.tooLongToSearch)
      case .found(let found):
        let isNothing = found.lists.isEmpty && found.tasks.isEmpty
        return isNothing
          ? .empty(found.isBehind ? .stillIndexing(text, asked) : Reason(ofNothingFound: asked, text))
          : .content(SearchScreen.Content(asked: asked, found: found))
      }
    }
  }
}

extension Asked {
  /// What the window is called by: not what is too long to be searched for.
  fileprivate var title: String? {
    switch text {
    case .blank, .tooLong: nil
    case .text(let text): text
    }
  }
}
