import Foundation
import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// One request on its way through the app: what was asked, by whom, and what it can ask itself.
struct Visit: Sendable {
  let app: TaskApp
  let request: Request
  let context: AppContext
  let reader: Reader

  init(app: TaskApp, request: Request, context: AppContext) {
    self.app = app
    self.request = request
    self.context = context
    reader = Reader(account: app.store.localAccount, look: app.look())
  }

  /// The store; what it cannot do becomes a failure.
  var store: StoreAccess { StoreAccess(store: app.store, logger: context.logger) }

  /// The id in the address.
  /// - Throws: 404 if there cannot be such an id.
  func id<Subject>() throws(RequestProblem) -> Identifier<Subject> {
    guard let id = context.parameters.get("id").flatMap({ Identifier<Subject>($0) }) else {
      throw RequestProblem(Failure(.notFound))
    }
    return id
  }

  /// A part of the address.
  func parameter(_ name: String) throws(RequestProblem) -> String {
    guard let value = context.parameters.get(name) else { throw .unknownAddress }
    return value
  }

  /// Whether the query has a name, with or without a value.
  func has(_ name: String) -> Bool {
    request.uri.queryParameters.has(name[...])
  }

  /// One sending of the form of this request.
  func submission(_ form: FormBody) throws(RequestProblem) -> Submission {
    Submission(
      path: request.uri.path, version: try form.version(),
      fields: form.fields.filter { $0.name != FormField.version })
  }

  /// What was done just now, as the address says, if that was within the time in which it can be undone.
  func news() async throws(Failure) -> News? {
    guard !request.forPage(in: context).isPrefetch,
      let did = request.uri.queryParameters.get(Query.did).flatMap({ ChangeID($0) })
    else { return nil }
    do {
      let change = try await app.store.change(did, for: reader.account)
      let age = Double(reader.look.now) - change.at.timeIntervalSince1970
      return change.undone || age > Double(Limits.undoWindow.components.seconds) ? nil : News(change: change)
    } catch {
      switch error {
      case .notFound, .gone, .forbidden: return nil
      case .conflict, .repeated, .taken, .limit, .unavailable, .cancelled, .internal: throw store.failure(error)
      }
    }
  }

  /// What names the bytes of a page's frame and pieces; nil while it tells news.
  func edition(_ news: News?, _ parts: any CustomStringConvertible & Sendable...) -> Edition? {
    news == nil
      ? Edition([app.settings.build, app.store.epoch, request.uri.description, app.assets.addresses.icon] + parts) : nil
  }
}
