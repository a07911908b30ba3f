import HTTPTypes
import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// A list as a client with the address of its page sees it: its name and its tasks, and no other name.
enum SharedListPage {
  private static let noindex = HTTPField.Name("X-Robots-Tag")

  /// The parameter of a page that is kept up to date.
  private static let liveParameter = "live"

  /// `GET /p/{secret}`.
  @Sendable static func show(_ request: AnonymousRequest) async throws -> Response {
    try request.requireRate()
    let secret = LinkSecret(try request.parameter("secret"))
    let live =
      request.has(liveParameter) ? LiveList(of: try await find(secret, request).account.id, in: request.app) : nil
    var response = await request.page { () async throws(Failure) in
      let found = try await find(secret, request)
      let look = request.look(of: found.account)
      let view = try await SharedListView(
        found.page, from: request.store(of: found), for: look, action: request.address)
      let path = request.http.uri.path
      @Sendable func note(isLive: Bool) -> LiveNote {
        LiveNote(
          at: Moment(request.app.now(), for: look), isLive: isLive, isFull: request.has(liveParameter) && live == nil,
          href: isLive ? path : "\(path)?\(liveParameter)", again: request.address)
      }
      let page = Page(request, .sharedList, name: found.page.listName, isKept: false) {
        view
        if live == nil { PagePart.piece("note", note(isLive: false)) }
      }
      return page.live(live, note: note)
    }
    if let noindex { response.headers[noindex] = "noindex" }
    return response
  }

  /// `POST /p/{secret}`: ticks the task of the pressed button, or opens it again.
  @Sendable static func tick(_ request: AnonymousRequest) async throws -> Response {
    try request.requireRate(cost: RequestSender.form)
    let found = try await find(LinkSecret(try request.parameter("secret")), request)
    guard found.page.takesTicks else { throw Failure(.notFound) }
    let form = try await FormBody(request.http)
    if let wait = request.app.feedLimiter.admit([.ticks(found.page.id)]) { throw Failure.tooManyRequests(wait: wait) }
    let store = request.store(of: found)
    var address = request.address
    if let id = form[FormField.ticks].flatMap({ TaskID($0) }) {
      let task = try await store.task(id)
      guard task.list == found.page.list else { throw Failure(.notFound) }
      // Ticked meanwhile by another client: nothing to do.
      if form[FormField.to] == nil {
        try await store.complete(id, on: request.look(of: found.account).today)
      } else {
        try await store.reopen(id)
      }
      address += "#task-\(id)"
    }
    return .seeOther(address)
  }

  private static func find(_ secret: LinkSecret?, _ request: AnonymousRequest) async throws(Failure) -> FoundPage {
    guard let secret else { throw Failure(.notFound, "page-gone") }
    let found = try await request.store { store in try await store.sharedPage(digest: secret.digest) }
    guard let found else { throw Failure(.notFound, "page-gone") }
    return found
  }
}

extension AnonymousRequest {
  /// The store of the account for which a page's ticks are made: the history tells them by the name of the page.
  fileprivate func store(of found: FoundPage) -> AccountStore<Failure> {
    AccountStore(store, for: found.account.id, in: look(of: found.account).timeZone, on: found.page)
  }
}
