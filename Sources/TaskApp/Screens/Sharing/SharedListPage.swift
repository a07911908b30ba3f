import HTTPTypes
import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// The form that makes a page by link.
struct PageForm: Piece {
  static let template = "sharing/new-page"
  static let fields: [String: Field<PageForm>] = [
    "action": .form { .list($0.list, .makePage) }, "version": .text(\.version),
    "name": .text { $0.rejected?.name ?? "" }, "days": .rows { Choice.pageDays($0.rejected?.days ?? 30) },
    "canTick": .flag { !$0.isFollowed }, "ticks": .flag { $0.rejected?.takesTicks == true },
    "error": .view { $0.rejected?.error }, "address": .optional(\.address),
  ]
  let list: ListID
  /// Part of the idempotency key: the revision of the list.
  let version: String
  let isFollowed: Bool
  var rejected: SharingPage.RejectedPage?
  /// The address of the page that was just made.
  var address: String?
}

enum SharedPageForms {
  static func make(of id: ListID, _ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    let (typed, secret, submission) = (try form.required(FormField.name), LinkSecret(), try request.submission(form))
    let takesTicks = form[FormField.ticks] != nil
    guard let days = form[FormField.days].flatMap({ Int($0) }), Limits.pageDays.contains(days) else {
      throw RequestProblem.malformed
    }
    return try await request.submit {
      try ListName(validating: typed)
    } write: { name, store in
      var change: ChangeID?
      do {
        change = try await store.makePage(
          of: id, named: name, takesTicks: takesTicks, days: days, digest: secret.digest, submission: submission
        ).change
        if let change {
          request.app.newPages.note(secret, of: change, by: request.reader.session, at: request.app.now())
        }
      } catch StoreError.repeated(let earlier) {
        change = earlier
      }
      return await request.redirect(after: .changedSharing(of: id, change), at: .sharing(of: id))
    } again: { error, _ async throws(Failure) in
      try await SharingPage.page(
        id, for: request,
        rejectedPage: SharingPage.RejectedPage(name: typed, days: days, takesTicks: takesTicks, error: error))
    }
  }

  static func response(
    to action: SharedPageAction, of id: SharedPageID, _ request: SignedInRequest
  ) async throws -> Response {
    switch action {
    case .end:
      let ended = try await request.store.end(id)
      return await request.redirect(after: .changedSharing(of: ended.list, ended.change), at: .overview())
    case .undoTicks:
      let undone = try await request.store.undoTicks(of: id)
      return await request.redirect(after: .undid(undone.target, undone.change), at: .overview())
    }
  }
}

/// A list as whoever has the address of its page sees it: its name and its tasks, and no other name.
enum SharedListPage {
  private static let noindex = HTTPField.Name("X-Robots-Tag")

  /// `GET /p/{secret}`.
  @Sendable static func show(_ request: AnonymousRequest) async throws -> Response {
    try request.requireRate()
    let found = try await find(request)
    var response = await request.page { () async throws(Failure) in
      let view = try await SharedListView(found, request)
      return Page(request, .sharedList, name: found.page.listName, isKept: false) { view }
    }
    if let noindex { response.headers[noindex] = "noindex" }
    return response
  }

  /// `POST /p/{secret}`: ticks the task of the pressed button, or opens it again.
  @Sendable static func tick(_ request: AnonymousRequest) async throws -> Response {
    try request.requireRate(cost: RequestSender.form)
    let found = try await find(request)
    guard found.page.takesTicks else { throw Failure(.notFound) }
    let form = try await FormBody(request.http)
    if let wait = request.app.feedLimiter.admit([.ticks(found.page.id)]) { throw Failure.tooManyRequests(wait: wait) }
    let store = request.store(of: found)
    var address = request.app.basePath.address(request.http.uri.path)
    if let id = form[FormField.ticks].flatMap({ TaskID($0) }) {
      let task = try await store.task(id)
      guard task.list == found.page.list else { throw Failure(.notFound) }
      // A task that somebody else has ticked meanwhile is as it should be.
      if form[FormField.to] == nil {
        try await store.complete(id, on: request.look(of: found.account).today)
      } else {
        try await store.reopen(id)
      }
      address += "#task-\(id)"
    }
    return .seeOther(address)
  }

  private static func find(_ request: AnonymousRequest) async throws -> FoundPage {
    guard let secret = LinkSecret(try request.parameter("secret")) else { throw Failure(.notFound, "page-gone") }
    let found = try await request.store { store in try await store.sharedPage(digest: secret.digest) }
    guard let found else { throw Failure(.notFound, "page-gone") }
    return found
  }
}

extension AnonymousRequest {
  /// The store of the account for which a page's ticks are made: the history tells them by the name of the page.
  fileprivate func store(of found: FoundPage) -> AccountStore<Failure> {
    let author = AppPassword(id: AppPasswordID(1), name: found.page.author, made: found.page.made)
    return AccountStore(store, for: found.account.id, in: look(of: found.account).timeZone, with: author)
  }
}

struct SharedListView: Piece {
  static let template = "sharing/list"
  static let fields: [String: Field<SharedListView>] = [
    "name": .text(\.name), "parts": .rows(\.parts), "done": .rows(\.done), "hasDone": .flag { !$0.done.isEmpty },
    "ticks": .flag(\.takesTicks),
    "empty": .flag { $0.parts.isEmpty }, "more": .number(\.more.ifAny), "action": .address(\.action),
  ]

  struct Part: TemplateView {
    static let fields: [String: Field<Part>] = ["heading": .optional(\.name), "rows": .rows(\.rows)]
    let name: String?
    let rows: [Row]
  }

  struct Row: TemplateView {
    static let fields: [String: Field<Row>] = [
      "id": .text { $0.row.id.description }, "title": .text { ShortText.ofRow($0.row.title) },
      "label": .text { ShortText.of($0.row.title) }, "dueOn": .optional(\.due), "ticks": .flag(\.takesTicks),
      "depth": .optional { $0.row.place.depth > 0 ? String($0.row.place.depth) : nil },
    ]
    let row: TaskRow
    /// The date, not its distance: the page may be printed.
    let due: String?
    let takesTicks: Bool
  }

  private let name, action: String
  private let takesTicks: Bool
  private let parts: [Part]
  private let done: [Row]
  /// The number of tasks that have no room on it.
  private let more: Int
  /// How many completed tasks it shows.
  private static let mostDone = 20

  fileprivate init(_ found: FoundPage, _ request: AnonymousRequest) async throws(Failure) {
    let (page, store, look) = (found.page, request.store(of: found), request.look(of: found.account))
    let header = try await store.listHeader(page.list, now: look.dueNow)
    let days = DayPrinter(look)
    let takesTicks = page.takesTicks
    func rows(_ rows: some Sequence<TaskRow>) -> [Row] {
      rows.map { Row(row: $0, due: $0.due.map(days.weekdayAndDate), takesTicks: takesTicks) }
    }
    let sections: [(name: String?, place: ShownSection)] =
      [(nil, header.sections.isEmpty ? .all : .unsectioned)] + header.sections.map { ($0.name, .section($0.id)) }
    var (parts, left, more): ([Part], Int, Int) = ([], Limits.largestPage, 0)
    for section in sections {
      let shown = try await store.openPage(1, of: max(1, left), in: page.list, section: section.place, steps: .all)
      let some = rows(shown.rows.prefix(left))
      left -= some.count
      more += max(shown.paging.total, shown.rows.count) - some.count
      if !some.isEmpty { parts.append(Part(name: section.name, rows: some)) }
    }
    (name, self.parts, self.more, self.takesTicks) = (page.listName, parts, more, takesTicks)
    done = rows(try await store.completedPage(1, of: Self.mostDone, in: page.list).rows)
    action = request.http.uri.path
  }
}

extension Choice {
  /// How long a page by link is there.
  static func pageDays(_ chosen: Int) -> [Choice] {
    choices(Limits.pageDays.map { String($0) }, pageDays, String(chosen))
  }
}
