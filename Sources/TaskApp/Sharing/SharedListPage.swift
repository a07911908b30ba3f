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
    let changes = request.has(liveParameter) ? try await changes(secret, request) : nil
    var response = await request.page { () async throws(Failure) in
      let found = try await find(secret, request)
      let look = request.look(of: found.account)
      let view = try await SharedListView(
        found.page, from: request.store(of: found), for: look, action: request.address)
      let path = request.http.uri.path
      @Sendable func note() -> SharedListNote {
        SharedListNote(
          at: Moment(request.app.now(), for: look), isLive: changes != nil, isFull: request.has(liveParameter),
          href: changes == nil ? "\(path)?\(liveParameter)" : path, again: request.address)
      }
      let page = Page(request, .sharedList, name: found.page.listName, isKept: false) {
        view
        if changes == nil { PagePart.piece("note", note()) }
      }
      return changes.map { page.live($0.stream, holding: $0.permit, note: note) } ?? page
    }
    if let noindex { response.headers[noindex] = "noindex" }
    return response
  }

  /// The changes of the account that shares the list, for an open page; nil if as many are open as there may be.
  private static func changes(
    _ secret: LinkSecret?, _ request: AnonymousRequest
  ) async throws -> (stream: AsyncStream<Void>, permit: Permit)? {
    let account = try await find(secret, request).account.id
    do throws(AccountSlots.Refusal) {
      return (request.app.store.changes(of: account), try request.app.livePages.enter(account, for: .livePage))
    } catch {
      return nil
    }
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
