import Foundation
import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// The search through an account's tasks and lists, by words and filters.
enum SearchPage {
  /// The page of a search.
  /// - Parameters:
  ///   - isSelecting: whether results are being selected.
  ///   - saving: the rejected form that saves it, with its error.
  ///   - renaming: the form that renames its tag.
  ///   - selecting: the rejected form for several tasks, with its error.
  static func page(
    _ typed: SearchParameters, isSelecting: Bool = false, for request: SignedInRequest, saving: SaveFilterForm? = nil,
    renaming: TagRename? = nil, selecting: Selecting = Selecting()
  ) async throws(Failure) -> Page {
    let asked = try await readingTag(typed, request)
    let choices = try await request.store.searchChoices()
    let (tags, people) = (try await request.store.tagNames(), try await request.store.people())
    let version = try await request.store.revision()?.description ?? ""
    let selection = isSelecting ? try await selection(.search(asked), asked, version, selecting, request) : nil
    let request = request.showing(.search(asked, selecting: selection != nil))
    let (recentChange, rowStates) = try await request.recentChanges()
    let rows = states(selection, rowStates, asked)
    let changing = try await filter(changedBy: asked, request)
    var tagged: KnownTag?
    if let tag = asked.onlyTag { tagged = try await request.store.known(tag) }
    // A renamed tag has no page any more once that is undone.
    let place = tagged != nil && recentChange?.change.kind == .tasksTagged ? request.from(.openTags) : request.from
    return Page(
      request, tagged == nil ? .search : .tag, name: tagged.map { "#\($0.tag.name)" } ?? asked.query,
      notice: recentChange?.notice(from: place), isNoticeInRow: isTold(recentChange, by: rows), skips: [.list],
      from: request.from
    ) {
      if let tagged {
        PagePart.piece(
          "head",
          TagHead(
            tag: tagged, version: version, rename: renaming,
            selecting: selection == nil ? nil : SelectingHead(asked, [])))
      } else if selection != nil {
        SearchHead(
          selecting: SelectingHead(
            asked, ActiveFilter.all(of: asked, lists: choices, people: people, for: request.look)))
      } else {
        SearchHead()
        PagePart.piece(
          "asked",
          SearchForm(
            asked, lists: choices, tags: tags, colors: request.reader.tagColors, people: people, for: request.look))
      }
      Region<SearchScreen>(
        "results", results(of: asked, rows, request), retry: request.retry, placement: .page)
      if tagged == nil, selection == nil, asked.isSaveable {
        saving ?? SaveFilterForm(asked, version: version, changing: changing)
      }
      if let selection { PagePart.piece("select", selection) }
    }
  }

  /// The saved filter that is being changed; nil if there is none, or not any more.
  private static func filter(
    changedBy asked: SearchParameters, _ request: SignedInRequest
  ) async throws(Failure) -> ListSummary? {
    guard let id = asked.changing else { return nil }
    let list = try await request.store.ifThere { store in try await store.list(id) }
    return list?.filter == nil ? nil : list
  }

  /// What the rows of results show beside the tasks.
  static func states(_ selection: SelectionForm?, _ rowStates: RowStates, _ asked: SearchParameters) -> RowStates {
    if let selection { return rowStates.selecting(selection.selected.tasks) }
    // Results of all lists name the list of each.
    return asked.list == nil ? rowStates.acrossLists : rowStates
  }

  /// Whether a row in sight reports a change: the pressed one. Any other may be on another page.
  static func isTold(_ recent: RecentChange?, by rows: RowStates) -> Bool {
    rows.tells(recent) && rows.pressed?.anchor.task == rows.last
  }

  /// The form that changes selected results; nil if there is nothing to select.
  static func selection(
    _ rows: SelectionForm.Rows, _ asked: SearchParameters, _ version: String, _ selecting: Selecting,
    _ request: SignedInRequest
  ) async throws(Failure) -> SelectionForm? {
    guard asked.isSearch, asked.text != .tooLong else { return nil }
    let filter = asked.filter(for: request.look)
    let all = asked.before == nil ? try await request.store.selectableMatches(of: asked.query, in: filter) : nil
    return all == 0 ? nil : try await SelectionForm.make(rows, version: version, all: all, selecting, request)
  }

  /// The search with each typed `#word` and `-#word` as a tag, if the account has that. Any other is text.
  private static func readingTag(
    _ asked: SearchParameters, _ request: SignedInRequest
  ) async throws(Failure) -> SearchParameters {
    let typed = asked.typedTags
    return typed.isEmpty ? asked : asked.reading(try await request.store.known(of: typed))
  }

  /// The results of a search.
  /// - Parameter filter: the saved filter that shows them; nil for a search.
  static func results(
    of asked: SearchParameters, in filter: ListID? = nil, _ rows: RowStates, _ request: SignedInRequest
  ) -> Loader<SearchScreen.Content> {
    switch asked.text {
    case .blank: asked.isFiltered ? matches(nil, asked, filter, rows, request) : Loader(.other(.nothingAsked))
    case .tooLong: Loader(failed: .tooLongToSearch)
    case .text(let text): matches(text, asked, filter, rows, request)
    }
  }

  private static func matches(
    _ text: String?, _ asked: SearchParameters, _ filter: ListID?, _ rows: RowStates, _ request: SignedInRequest
  ) -> Loader<SearchScreen.Content> {
    let (store, look, from) = (request.store.interruptible, request.look, request.from)
    // A selection does not survive paging, so a page has as many results as possible.
    let size = rows.isSelecting ? Limits.largestPage : look.rows
    return Loader { _ throws(Interruption) in
      let answer = try await store.search(
        text, in: asked.filter(for: look), by: asked.effectiveOrder, before: asked.before, page: asked.page,
        of: size, including: rows.changed)
      switch answer {
      case .noWords: return .other(.noWords(text ?? ""))
      case .tooManyWords: throw .failed(.tooLongToSearch)
      case .found(let found):
        let content = SearchScreen.Content(asked: asked, found: found, filter: filter, from: from, rows)
        guard content.count == 0 else { return .content(content) }
        if let older = found.olderThan { return .empty(.noNewer(text ?? "", asked, olderThan: older)) }
        return .empty(Reason(ofNothingFound: asked, without: try await counts(asked, store, look)))
      }
    }
  }

  /// The numbers of matches without each of the parts that can be dropped, for a search that found none.
  private static func counts(
    _ asked: SearchParameters, _ store: AccountStore<Interruption>, _ look: DisplaySettings
  ) async throws(Interruption) -> [SearchParameters.Part: Int] {
    guard asked.before == nil else { return [:] }
    var counts: [SearchParameters.Part: Int] = [:]
    for part in asked.restrictions {
      let rest = asked.without(part)
      var filter = rest.filter(for: look)
      // Nothing of this status matches, so only tasks of the other one can.
      if part == .status { filter.status = asked.status == .open ? .done : .open }
      counts[part] = try await store.matchCount(of: rest.query, in: filter)
    }
    return counts
  }
}

extension SearchParameters {
  /// The filter, with days relative to the reader's today.
  func filter(for look: DisplaySettings) -> TaskFilter {
    let since = since.flatMap { look.calendar.date(from: DateComponents(year: $0.year, month: $0.month, day: $0.day)) }
    return TaskFilter(
      list: list, status: status, due: due?.filter(now: look.dueNow.time), priority: priority, tags: tags,
      repeats: repeats, assignee: assignee.map { .account($0) }, changedSince: since, zone: look.timeZone)
  }
}

struct SearchHead: Piece {
  static let template = "search/head"
  static let fields: [String: Field<SearchHead>] = ["selecting": .view(\.selecting)]
  /// What is searched for, while results are being selected.
  var selecting: SelectingHead?
}

/// What is searched for, in words, while results are being selected.
struct SelectingHead: TemplateView {
  static let fields: [String: Field<SelectingHead>] = [
    "query": .optional(\.asked.query), "filters": .rows(\.filters),
    "doneHref": .link { _ in .finish },
  ]
  private let asked: SearchParameters
  private let filters: [ActiveFilter]

  init(_ asked: SearchParameters, _ filters: [ActiveFilter]) {
    self.asked = asked
    self.filters = filters
  }
}

/// The page of a tag whose name is being changed.
enum TagNamePage {
  /// The page, with the field for the new name.
  /// - Parameters:
  ///   - typed: the rejected name; nil for the tag's own.
  ///   - error: why it, or the removal of the tag, was rejected.
  static func page(
    _ id: TagID, typed: String? = nil, error: FieldError? = nil, for request: SignedInRequest
  ) async throws(Failure) -> Page {
    let tag = try await request.store.tag(id)
    return try await SearchPage.page(
      SearchParameters(tag: tag), for: request, renaming: TagRename(state: NameState(typed ?? tag.name, error)))
  }
}
