import HTTPTypes
import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// A list as whoever has the address of its page sees it: its name and its tasks, and no other name.
enum SharedListPage {
  private static let noindex = HTTPField.Name("X-Robots-Tag")

  /// `GET /p/{secret}`.
  @Sendable static func show(_ request: AnonymousRequest) async throws -> Response {
    try request.requireRate()
    let found = try await find(request)
    var response = await request.page { () async throws(Failure) in
      let view = try await SharedListView(
        found.page, from: request.store(of: found), for: request.look(of: found.account), action: request.http.uri.path)
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
    var address = request.http.uri.path
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
