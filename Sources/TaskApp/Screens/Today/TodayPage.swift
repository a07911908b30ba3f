import StatePages
import StateViews
import TaskStore
import Tasks

/// Today: what is late, due today and due in the next seven days, across all lists.
enum TodayPage {
  /// The maximum number of rows of a section on one page.
  static let rows = 50
  /// The maximum number of rows of a section while tasks are being selected. A selection does not survive paging, so there are more; each
  /// row takes less room.
  static let selectableRows = 100

  /// The page of Today.
  /// - Parameters:
  ///   - adding: the rejected form for a new task, its text and its error.
  ///   - selecting: the rejected form for several tasks, with its error.
  static func page(
    _ view: TodayView, for request: SignedInRequest,
    adding: (form: FormBody, typed: String, error: FieldError)? = nil,
    selecting: Selecting = Selecting()
  ) async throws(Failure) -> Page {
    let request = request.showing(.today(view))
    let (now, pages) = (request.reader.dueNow, view.pages)
    let header = try await request.store.todayHeader(now: now, of: pages.whose)
    let (recentChange, changed) = try await request.recentChanges()
    let selection =
      view.isSelecting && header.hasRows
      ? try await SelectionForm.make(
        .today(from: request.from), version: header.revision?.description ?? "", all: nil, selecting, request) : nil
    let rowStates =
      selection.map { changed.selecting($0.selected.tasks) }
      ?? changed.filter { $0.section(at: now) != nil }.acrossLists
    let add =
      selection == nil
      ? try await addForm(
        adding, header.revision, isFirst: !header.hasTasks, from: pages.whose == .all ? request.from : nil, request)
      : nil
    let offers = selection == nil ? try await request.store.offers() : []
    let followed = selection == nil ? try await followed(header, request) : []
    var page = Page(
      request, .today, notice: recentChange?.notice(from: request.from),
      isNoticeInRow: rowStates.tells(recentChange) && !(recentChange?.change.kind == .taskAdded && header.isLong),
      skips: add != nil ? [.list, .newTask] : selection != nil ? [.list] : [], from: request.from
    ) {
      TodayHead(
        request.look, mode: selection != nil ? .selecting : header.hasRows ? .using : .empty,
        others: pages.whose == .all ? .shown : header.hasOthers ? .hidden : nil)
      if let add { add }
      if !offers.isEmpty { PagePart.piece("offers", Offers(offers: offers)) }
      for section in DueSection.allCases
      where header.shows(section, isSelecting: selection != nil)
        || rowStates.changed.contains(where: { $0.section(at: now) == section })
      { self.section(section, header, pages, rowStates, request) }
      if let selection { PagePart.piece("select", selection) }
      for list in followed { list }
    }
    // A fetch may become due before the next write.
    page.isKept = header.followed.isEmpty
    return page
  }

  /// The cards of followed lists that are due to be fetched, or could not be: what stands among the days may not be all. Each is
  /// refreshed while the page loads, and may fail without the others.
  private static func followed(
    _ header: TodayHeaderData, _ request: SignedInRequest
  ) async throws(Failure) -> [Region<RemoteCardScreen>] {
    var regions: [Region<RemoteCardScreen>] = []
    let refresher = request.app.refresher
    for (list, source) in header.followed.map({ ($0.list, $0.source) })
    where source.ongoingFailure != nil || refresher.freshness.isDue(source, at: refresher.now()) {
      let fields = [FormAction.HiddenField(FormField.from, request.from)]
      regions.append(try await RemoteCardScreen.region(list, from: source, returning: fields, request))
    }
    return regions
  }

  private static func section(
    _ section: DueSection, _ header: TodayHeaderData, _ pages: TodayPages, _ states: RowStates,
    _ request: SignedInRequest
  ) -> Region<DueScreen> {
    let (now, look, number) = (request.reader.dueNow, request.look, pages[section])
    let size = states.isSelecting ? selectableRows : min(look.rows, rows)
    let content = request.store.loader(orEmpty: Reason(ofEmpty: section, header, for: look)) {
      store throws(Interruption) in
      DueScreen.Content(
        section: section,
        page: try await store.duePage(
          section, number, of: size, now: now, of: pages.whose, including: states.changed),
        from: request.from,
        states: states)
    }
    return Region(
      section.rawValue, content, caption: DueScreen.Caption(section: section, count: header.count(of: section)),
      retry: request.retry,
      weight: section == .today ? .main : .secondary)
  }
}

extension TodayHeaderData {
  /// The number of tasks of a section, at most ``DueCounts/most``.
  fileprivate func count(of section: DueSection) -> Int {
    switch section {
    case .late: counts.late
    case .today: counts.today
    case .soon: soon
    }
  }

  /// Whether a new row may be out of sight: the field is at the top, and the row in its section.
  fileprivate var isLong: Bool { DueSection.allCases.reduce(0) { $0 + count(of: $1) } > ChangedRow.inSight }

  fileprivate var hasRows: Bool { DueSection.allCases.contains { count(of: $0) > 0 } }

  /// Whether the page has the section. That of today is there without tasks as well, and says why it is empty, unless tasks are being
  /// selected.
  fileprivate func shows(_ section: DueSection, isSelecting: Bool) -> Bool {
    switch section {
    case .late, .soon: count(of: section) > 0
    case .today: !isSelecting || count(of: section) > 0
    }
  }
}

extension Reason {
  fileprivate init(ofEmpty section: DueSection, _ header: TodayHeaderData, for look: DisplaySettings) {
    switch section {
    case .late, .soon: self = .nothingDue
    case .today:
      if !header.hasTasks {
        self = .noTasks(version: header.revision)
      } else if !header.counts.hasDates {
        self = .noDates
      } else if header.soon == 0, let next = header.next {
        self = .nothingDue(next: next.title, next.id, on: DayPrinter(look).date(next.due))
      } else {
        self = .nothingDueToday
      }
    }
  }
}

/// Whether the tasks of others are among those of a page.
enum Others: Hashable, Sendable {
  case shown, hidden
}

struct TodayHead: Piece {
  static let template = "today/head"
  static let fields: [String: Field<TodayHead>] = [
    "iso": .text(\.today.iso), "date": .text(\.date),
    "using": .flag { $0.mode == .using },
    "selectHref": .link { _ in .select },
    "selecting": .flag { $0.mode == .selecting },
    "doneHref": .link { _ in .finish },
    "othersHref": .optionalLink { $0.others == .hidden ? .showDue(.all) : nil },
    "mineHref": .optionalLink { $0.others == .shown ? .showDue(.mine) : nil },
  ]

  /// What the tasks of the page are for.
  enum Mode: Hashable, Sendable {
    case using, selecting
    case empty
  }

  private let mode: Mode
  private let today: Day
  private let date: String
  /// Nil where others have none.
  private let others: Others?

  init(_ look: DisplaySettings, mode: Mode, others: Others? = nil) {
    (self.mode, self.others) = (mode, others)
    today = look.today
    date = DayPrinter(look).weekdayAndDate(today)
  }
}

/// The form that adds a task on Today, or on the page of a day, to any list. Without a date, the task is due on that day.
struct TodayAddForm: Piece {
  static let template = "today/add"
  static let fields: [String: Field<TodayAddForm>] = [
    "action": .form { _ in .addToday },
    "version": .text(\.version), "from": .optional(\.from), "value": .text(\.value), "dates": .view(\.dates),
    "focus": .flag { $0.error != nil || $0.isFirst },
    "error": .view(\.error),
  ]
  let dates: AddFormDates
  /// Part of the idempotency key: the account's revision.
  let version: String
  /// Whether the account has no task yet.
  var isFirst = false
  /// The address of the page of a day; nil on Today.
  var from: String?
  var value = ""
  var error: FieldError?
}

extension TodayPage {
  /// The form. It adds to the chosen list, else to the list that the account added to last, else to its Inbox.
  /// - Parameter day: the page of a day, as forms tell it; nil for Today.
  static func addForm(
    _ adding: (form: FormBody, typed: String, error: FieldError)?, _ revision: ChangeID?, isFirst: Bool = false,
    from page: String? = nil, ofDay: Bool = false, _ request: SignedInRequest
  ) async throws(Failure) -> TodayAddForm {
    let chosen = adding.flatMap { $0.form[FormField.list] }.flatMap { ListID($0) }
    let choices = try await request.store.addChoices()
    var dates = adding.map { AddFormDates($0.form, request.look) } ?? AddFormDates(look: request.look)
    dates.isForToday = !ofDay
    dates.lists = AddFormLists(choices: choices.lists, chosen: chosen ?? choices.last)
    try await dates.offerTags(for: request)
    return TodayAddForm(
      dates: dates, version: revision?.description ?? "", isFirst: isFirst, from: page,
      value: adding?.typed ?? "", error: adding?.error)
  }
}
