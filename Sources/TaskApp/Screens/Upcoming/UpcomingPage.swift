import StatePages
import StateViews
import TaskStore
import Tasks

/// Upcoming: the tasks of two weeks, a month or a day, across all lists. A task is moved by two presses: one picks it, the other is its day.
enum UpcomingPage {
  /// The maximum number of rows on one page.
  static let rows = 200
  /// The maximum number of titles in a day of a month.
  static let titles = 3

  /// The page of some days.
  /// - Parameters:
  ///   - adding: the rejected form for a new task, its text and its error.
  static func page(
    _ view: UpcomingView, for request: SignedInRequest,
    adding: (form: FormBody, typed: String, error: FieldError)? = nil
  ) async throws(Failure) -> Page {
    let request = request.showing(.upcoming(view))
    let revision = try await request.store.revision()
    let (recentChange, changed) = try await request.recentChanges()
    let picked = try await picked(view, request)
    let days = UpcomingDays(view, for: request.look)
    // Where tasks are moved, each is shown on its day.
    let rowStates =
      view.showsRows && view.mode == .using
      ? changed.filter { $0.due.map { days.range.contains($0.day) } ?? false }.acrossLists
      : changed.filter { _ in false }
    let add: TodayAddForm? =
      if case .day = view.span {
        try await TodayPage.addForm(adding, revision, from: request.from, ofDay: true, request)
      } else {
        nil
      }
    let filters = UpcomingFilters(
      view, lists: try await request.store.listChoices(), tags: try await request.store.tagNames(),
      form: request.form(for: .dropFilters))
    let others: Others? =
      view.whose == .all ? .shown : try await request.store.hasTasksOfOthers() ? .hidden : nil
    return Page(
      request, .upcoming, name: days.title, notice: recentChange?.notice(from: request.from),
      isNoticeInRow: rowStates.tells(recentChange), skips: add == nil ? [.list] : [.list, .newTask], from: request.from
    ) {
      UpcomingHead(view, days, late: request.due.late, hasField: add != nil, others: others)
      if let add { add }
      PagePart.piece("asked", filters)
      region(view, days, picked, rowStates, shown: picked?.id ?? changed.last, request)
    }
  }

  private static func region(
    _ view: UpcomingView, _ days: UpcomingDays, _ picked: TaskDetail?, _ states: RowStates, shown: TaskID?,
    _ request: SignedInRequest
  ) -> Region<UpcomingScreen> {
    let size = min(request.look.rows, rows)
    let content = request.store.loader(orEmpty: .nothingDue) { store throws(Interruption) in
      let tasks =
        try await view.showsRows
        ? store.upcomingTasks(
          days.range, whose: view.whose, in: view.list, tag: view.tag, page: view.page, of: size,
          including: states.changed)
        : store.firstTasks(
          titles, ofEach: days.range, whose: view.whose, in: view.list, tag: view.tag, with: shown)
      return UpcomingScreen.Content(
        view: view, days: days, tasks: tasks, from: request.from, picked: picked, states: states)
    }
    return Region("upcoming", content, retry: request.retry, placement: .page)
  }
}

extension UpcomingPage {
  /// The task that was picked; nil if it is gone or completed.
  private static func picked(
    _ view: UpcomingView, _ request: SignedInRequest
  ) async throws(Failure) -> TaskDetail? {
    guard case .arranging(let picked?) = view.mode else { return nil }
    let task = try await request.store.ifThere { store in try await store.task(picked) }
    return task.flatMap { $0.done == nil ? $0 : nil }
  }
}

struct UpcomingHead: Piece {
  static let template = "upcoming/head"
  static let fields: [String: Field<UpcomingHead>] = [
    "title": .optional(\.days.title), "day": .flag(\.isDay),
    "list": .flag { !$0.hasField },
    "from": .text(\.days.first), "to": .text(\.days.last),
    "late": .number(upTo: DueCounts.most - 1, \.late.ifAny),
    "upcomingHref": .link { _ in .openUpcoming },
    "weeksHref": .link { _ in .showDays(.weeks()) },
    "monthHref": .link { .showDays(.month(from: $0.from)) },
    "atWeeks": .flag { if case .weeks = $0.view.span { true } else { false } },
    "atMonth": .flag { !$0.view.showsRows },
    "previousHref": .link { .showDays($0.days.previous) },
    "nextHref": .link { .showDays($0.days.next) },
    "arrangeHref": .optionalLink { $0.view.mode == .using ? .arrange : nil },
    "doneHref": .optionalLink { $0.view.mode == .using ? nil : .finish },
    "othersHref": .optionalLink { $0.others == .hidden ? .showDue(.all) : nil },
    "mineHref": .optionalLink { $0.others == .shown ? .showDue(.mine) : nil },
  ]
  private let view: UpcomingView
  private let days: UpcomingDays
  private let late: Int
  /// Whether the page has the field for a new task, after which the list begins.
  private let hasField: Bool
  private let others: Others?

  init(
    _ view: UpcomingView, _ days: UpcomingDays, late: Int, hasField: Bool = false, others: Others? = nil
  ) {
    (self.view, self.days, self.late, self.hasField, self.others) = (view, days, late, hasField, others)
  }

  private var from: Day? {
    switch view.span {
    case .weeks(let from), .month(let from): from
    case .day(let day): day
    }
  }

  private var isDay: Bool { if case .day = view.span { true } else { false } }
}

/// The filters of Upcoming, in the form of the search's.
struct UpcomingFilters: Piece {
  static let template = "upcoming/filters"
  static let fields: [String: Field<UpcomingFilters>] = [
    "action": .address(\.form.path), "hidden": .rows(\.form.fields),
    "lists": .rows { Choice.lists($0.choices, $0.view.list) },
    "anyList": .flag { $0.view.list == nil },
    "tag": .text { $0.view.tag?.name ?? "" },
    "tags": .rows { Choice.tags($0.tags) },
    "filters": .rows { ActiveFilter.all(of: $0.view, lists: $0.choices) },
    "filtered": .flag { $0.view.list != nil || $0.view.tag != nil },
    "clear": .link { _ in .dropFilters },
  ]
  private let view: UpcomingView
  private let choices: [ListChoice]
  private let tags: [Tag]
  /// The form that requests the same days without filters.
  private let form: FormAction

  init(_ view: UpcomingView, lists choices: [ListChoice], tags: [Tag], form: FormAction) {
    (self.view, self.choices, self.tags, self.form) = (view, choices, tags, form)
  }
}
