import StatePages
import StateViews
import TaskStore
import Tasks

/// The operator's page: figures of the server, the use of all accounts, and what was slow or failed. To others it does not exist.
enum ServerPage {
  /// - Parameter number: the page of accounts, from 1.
  static func page(_ number: Int, for request: SignedInRequest) throws(Failure) -> Page {
    guard request.reader.isOperator else { throw Failure(.notFound) }
    let retry = request.retry
    let state = request.store.loader { store throws(Interruption) in try await store.serverState() }
    let accounts = request.store.loader { store throws(Interruption) in
      let accounts = try await store.accountUses(number, of: ServerAccountsScreen.size)
      // The reader's account is always among them.
      if accounts.rows.isEmpty { throw .failed(Failure(.unavailable)) }
      return accounts
    }
    let slow = request.app.slowRequests.latest
    let events = request.store.loader(orEmpty: .nothingYet) { store throws(Interruption) in
      ServerEventsScreen.Content(requests: slow, jobs: store.failedJobs)
    }
    return Page(request, .server, isKept: false) {
      ServerHead(version: TaskApp.version)
      Region<ServerStateScreen>("state", state, retry: retry, placement: .page)
      Region<ServerAccountsScreen>("accounts", accounts, retry: retry, placement: .page, weight: .secondary)
      Region<ServerEventsScreen>("events", events, retry: retry, placement: .page, weight: .secondary)
    }
  }
}

struct ServerHead: Piece {
  static let template = "server/head"
  static let fields: [String: Field<ServerHead>] = [
    "settingsHref": .link { _ in .openSettings() },
    "version": .text(\.version),
  ]
  let version: String
}
