import Foundation
import StatePages
import StateViews
import TaskStore
import Tasks

/// The weekly review, one part a page.
enum ReviewPage {
  /// The page of a part.
  static func page(_ view: ReviewView, for request: SignedInRequest) async throws(Failure) -> Page {
    let lists = try await request.store.listChoices().filter { $0.open > 0 || $0.id == view.list }
    var view = view
    if view.part == .lists { view.list = lists.first { $0.id == view.list }?.id ?? lists.first?.id }
    let isOfAll = view.part == .lists || view.part == .done
    let others: Others? =
      isOfAll ? nil : view.whose == .all ? .shown : try await request.store.hasTasksOfOthers() ? .hidden : nil
    let place = ReviewPlace(view: view, lists: lists)
    let request = request.showing(.review(view))
    let (recentChange, rows) = try await request.recentChanges()
    let states = view.part == .lists ? rows : rows.acrossLists
    var layout = request.layout(
      .review, notice: recentChange?.notice(from: request.from),
      isNoticeInRow: SearchPage.isTold(recentChange, by: states), from: request.from)
    layout.next = place.next?.view
    return Page(layout, for: request.look) {
      ReviewHead(place: place, others: others)
      switch view.part {
      case .late, .waiting, .undated, .lists: PagePart.region(tasks(view, states, request))
      case .done: PagePart.region(done(request))
      }
      PagePart.piece("next", ReviewNext(place: place))
    }
  }

  private static func tasks(
    _ view: ReviewView, _ states: RowStates, _ request: SignedInRequest
  ) -> Region<ReviewTasksScreen> {
    let (look, from, account) = (request.look, request.from, request.store.account)
    let content = request.store.loader(orEmpty: Reason(nothingIn: view.part)) { store throws(Interruption) in
      guard let asked = view.asked,
        case .found(let found) = try await store.search(
          nil, in: asked.filter(for: look).of(view.part == .lists ? .all : view.whose, account),
          by: asked.effectiveOrder, page: view.page, of: look.rows,
          including: states.changed)
      else { return ReviewTasksScreen.Content(view: view, from: from) }
      return ReviewTasksScreen.Content(view: view, found: found, from: from, states: states)
    }
    return Region("review-tasks", content, retry: request.retry, placement: .page)
  }

  private static func done(_ request: SignedInRequest) -> Region<ReviewScreen> {
    let look = request.look
    let days = ReviewScreen.days(for: look)
    let calendar = look.calendar
    // One more: the end of the last day.
    let begins = (0...days.count).compactMap { index in
      let day = days[0].adding(days: index)
      return calendar.date(from: DateComponents(year: day.year, month: day.month, day: day.day))
    }
    let content = request.store.loader(orEmpty: .nothingYet) { store throws(Interruption) in
      ReviewScreen.Content(review: try await store.review(days: begins, now: look.dueNow), days: days)
    }
    return Region("review", content, retry: request.retry, placement: .page)
  }
}

/// Where a page of the review is among the others.
struct ReviewPlace: Sendable {
  let view: ReviewView
  /// The lists with open tasks, and the one that is shown.
  let lists: [ListChoice]

  private var index: Int? { view.part == .lists ? lists.firstIndex { $0.id == view.list } : nil }

  /// The list that is gone through, and how many there are.
  var list: (name: String, number: Int, of: Int)? {
    index.map { (lists[$0].name, $0 + 1, lists.count) }
  }

  /// The next list, or the next part.
  var next: (view: ReviewView, list: String?)? {
    if let index, index + 1 < lists.count { return (view(of: lists[index + 1]), lists[index + 1].name) }
    return view.part.next.map { (ReviewView(part: $0, whose: view.whose), nil) }
  }

  var previous: ReviewView? {
    if let index, index > 0 { return view(of: lists[index - 1]) }
    return view.part.previous.map { ReviewView(part: $0, whose: view.whose) }
  }

  private func view(of list: ListChoice) -> ReviewView { ReviewView(part: .lists, list: list.id, whose: view.whose) }
}

struct ReviewHead: Piece {
  static let template = "review/head"
  static let fields: [String: Field<ReviewHead>] = [
    "overviewHref": .link { _ in .openLists() },
    "name": .template(among: ReviewView.Part.allCases.map(\.name), \.place.view.part.name),
    "hint": .template(among: ReviewView.Part.allCases.map(\.hint), \.place.view.part.hint),
    "list": .optional { $0.place.list.map { ShortText.of($0.name) } },
    "number": .numeral { $0.place.list?.number }, "lists": .numeral { $0.place.list?.of },
    "listHref": .optionalLink { $0.place.view.list.map { .openList($0) } },
    "steps": .rows { head in ReviewView.Part.allCases.map { PartLink(part: $0, of: head.place.view) } },
    "othersHref": .optionalLink { $0.others == .hidden ? .showDue(.all) : nil },
    "mineHref": .optionalLink { $0.others == .shown ? .showDue(.mine) : nil },
  ]

  struct PartLink: TemplateView {
    static let fields: [String: Field<PartLink>] = [
      "stepName": .template(among: ReviewView.Part.allCases.map(\.name), \.part.name),
      "stepHref": .link { .openReview(ReviewView(part: $0.part, whose: $0.view.whose)) },
      "shown": .flag { $0.part == $0.view.part },
    ]
    let part: ReviewView.Part
    let view: ReviewView

    init(part: ReviewView.Part, of view: ReviewView) { (self.part, self.view) = (part, view) }
  }

  let place: ReviewPlace
  var others: Others?
}

extension TaskFilter {
  /// The filter for the tasks of all, or of an account and of no one.
  fileprivate func of(_ whose: DueOwner, _ account: AccountID) -> TaskFilter {
    var filter = self
    if whose == .mine { filter.assignee = .accountOrNobody(account) }
    return filter
  }
}

/// The way on, below the rows, and the way back.
struct ReviewNext: Piece {
  static let template = "review/next"
  static let fields: [String: Field<ReviewNext>] = [
    "next": .view { $0.place.next.map { Next(view: $0.view, list: $0.list) } },
    "previousHref": .optionalLink { $0.place.previous.map { .openReview($0) } },
    "todayHref": .link { _ in .openToday },
  ]

  struct Next: TemplateView {
    static let fields: [String: Field<Next>] = [
      "href": .link { .openReview($0.view) }, "listName": .optional { $0.list.map { ShortText.of($0) } },
      "part": .template(among: ReviewView.Part.allCases.map(\.name), \.view.part.name),
    ]
    let view: ReviewView
    /// The name of the next list; nil for another part.
    let list: String?
  }

  let place: ReviewPlace
}
