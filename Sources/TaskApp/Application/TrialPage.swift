import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import StatePages
import TaskStore
import Tasks

/// The page of a list as a browser gets it, tried by an app of its own, whose database is in memory: the same templates, the same
/// way through the app, nobody's lists.
struct TrialPage {
  private let app: TaskApp
  private let account: AccountID
  private let list: ListID
  private let cookie: String

  /// Somebody is signed in and has a list of a hundred tasks, a few of them completed.
  init(like app: TaskApp) async throws {
    let store = try TaskStore.inMemory(now: app.now)
    // No password is checked against these words.
    account = try await store.addAccount(Username(validating: "Ann"), password: "none").id
    let token = SessionToken()
    try await store.beginSession(digest: token.digest, for: account, agent: "", replacing: nil)
    func sent(_ path: String) -> IdempotencyKey { IdempotencyKey(path: path, version: nil, fields: []) }
    list = try await store.createList(ListName(validating: "Trial"), submission: sent("list"), for: account).list
    let due = app.look().today.adding(days: 50)
    let drafts = (1...100).map { TaskDraft(title: "Task \($0)", notes: "", due: due, priority: .none) }
    try await store.addTasks(drafts, to: list, submission: sent("tasks"), for: account)
    var settings = app.settings
    settings.proxies = .none
    settings.plainHTTP = true
    // However busy the machine is at the start, it is the page itself that is tried.
    settings.patience = Pages.Patience(
      grace: .seconds(600), decision: .seconds(600), deadline: .seconds(600), silence: .seconds(600))
    self.app = TaskApp(
      store: store, templates: app.pages.templates, assets: app.assets, settings: settings, now: app.now
    ) { _, _, _ throws(CancellationError) in throw CancellationError() }
    cookie = SessionCookie(for: .unknown, plainHTTP: true).map { "\($0.name)=\(token.text)" } ?? ""
  }

  /// Completes a task, and asks for the page, which is none that was made before.
  /// - Returns: the answer, which is a page if all went well.
  func response(_ logger: Logger) async throws -> Response {
    for task in try await app.store.openTasks(in: list, for: account, limit: 1) {
      try await app.store.complete(task.id, for: account)
    }
    var head = HTTPRequest(
      method: .get, scheme: "http", authority: "localhost", path: TaskFlow.address(after: .openedList(list)))
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
