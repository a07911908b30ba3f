import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import StatePages
import TaskStore
import Tasks

/// Requests the page of a list as a browser would, from a second app with an in-memory database: it uses the same templates and
/// code, but no user's data.
struct TrialPage {
  private let app: TaskApp
  private let account: AccountID
  private let list: ListID
  private let cookie: String

  /// Creates the app with a signed-in account and a list of a hundred tasks.
  init(like app: TaskApp) async throws {
    let store = try TaskStore.inMemory(now: app.now)
    // The record is never verified.
    account = try await store.addAccount(Username(validating: "Ann"), password: "none").id
    let token = SessionToken()
    try await store.beginSession(digest: token.digest, for: account, agent: "", replacing: nil)
    func sent(_ path: String) -> SubmissionID { SubmissionID(IdempotencyKey(path: path, version: nil, fields: [])) }
    list = try await store[account].createList(ListName(validating: "Trial"), submission: sent("list")).list
    let due = app.look().today.adding(days: 50)
    let drafts = (1...100).map { TaskDraft(title: "Task \($0)", notes: "", due: due, priority: .none) }
    try await store[account].addTasks(drafts, to: list, submission: sent("tasks"))
    var settings = app.settings
    settings.site.proxies = .none
    settings.plainHTTP = true
    settings.onMetric = nil
    // The page must be rendered in full, however slow the machine is at startup.
    settings.patience = Pages.Patience(grace: .seconds(600), deadline: .seconds(600), silence: .seconds(600))
    self.app = TaskApp(
      store: store, templates: app.pages.templates, assets: app.assets, settings: settings, now: app.now
    ) { _, _, _ throws(CancellationError) in throw CancellationError() }
    cookie =
      SessionCookie(for: .unknown, below: app.basePath, plainHTTP: true).map { "\($0.name)=\(token.text)" } ?? ""
  }

  /// Completes a task, so that the page is not cached, and requests the page.
  /// - Returns: the response, which is a page on success.
  func response(_ logger: Logger) async throws -> Response {
    for task in try await app.store[account].openTasks(in: list, limit: 1) {
      try await app.store[account].complete(task.id, on: Day(daysSince1970: 0))
    }
    var head = HTTPRequest(
      method: .get, scheme: "http", authority: "localhost",
      path: app.basePath.address(TaskFlow.address(of: .openList(list)).text))
    let fields = [
      "Cookie": cookie, "Accept-Encoding": "gzip", "Sec-Fetch-Site": "same-origin", "Sec-Fetch-Dest": "document",
    ]
    for (name, value) in fields {
      if let name = HTTPField.Name(name) { head.headerFields[name] = value }
    }
    let context = AppContext(from: try SocketAddress(ipAddress: "127.0.0.1", port: 0), logger: logger)
    let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
    return try await app.responder().respond(to: request, context: context)
  }
}
