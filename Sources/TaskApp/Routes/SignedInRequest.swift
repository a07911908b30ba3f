import Foundation
import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// A request of a reader.
struct SignedInRequest: AppRequest {
  let anonymous: AnonymousRequest
  let reader: Reader

  var app: TaskApp { anonymous.app }
  var http: Request { anonymous.http }
  var context: AppContext { anonymous.context }
  var look: Look { reader.look }
  var accountName: String? { reader.name }
  /// The store as the reader's account uses it.
  var store: AccountStore<Failure> {
    AccountStore(StoreAccess(store: app.store, logger: context.logger), for: reader.account)
  }
  /// Who reads what, how they want it printed, and all that is in the database.
  var requestKey: CacheKey? {
    reader.dataVersion.map { CacheKey(reader.epoch, $0, reader.account, look.cacheKey, http.uri.string) }
  }

  /// Whether nothing was written since the request came.
  func requestKeyHolds() async -> Bool {
    do {
      guard case .granted(let reader) = try await anonymous.access() else { return false }
      return SignedInRequest(anonymous: anonymous, reader: reader).requestKey == requestKey
    } catch {
      return false
    }
  }

  /// One sending of the form of this request.
  func submission(_ form: FormBody) throws(RequestProblem) -> IdempotencyKey {
    IdempotencyKey(
      path: http.uri.path, version: try form.version(),
      fields: form.fields.filter { $0.name != FormField.version && $0.name != FormField.kept })
  }

  /// What was done just now, as the step says, if that was within the time in which it can be undone.
  func news(of did: ChangeID?) async throws(Failure) -> RecentChange? {
    guard let did,
      let change = try await store.ifThere({ store throws(StoreError) in try await store.change(did) })
    else { return nil }
    let age = Double(reader.look.now) - change.at.timeIntervalSince1970
    return change.undone || age > Double(Limits.undoWindow.components.seconds) ? nil : RecentChange(change: change)
  }

  /// What names the bytes of a page's frame and pieces; nil while it tells news, or what was not saved.
  func cacheKey(
    _ news: RecentChange?, _ parts: any CustomStringConvertible & Sendable..., file: StaticString = #fileID,
    line: UInt = #line
  ) -> CacheKey? {
    guard news == nil, context.refusal == nil else { return nil }
    let frame: [any CustomStringConvertible & Sendable] = [
      app.settings.build, reader.epoch, http.uri.description, app.assets.addresses.icon, reader.account,
      reader.name,
    ]
    return CacheKey(frame + parts, file: file, line: line)
  }

  /// What names a region's bytes on whatever page it stands: in which database and whose it is, and all else that it depends on.
  func part(
    _ parts: any CustomStringConvertible & Sendable..., file: StaticString = #fileID, line: UInt = #line
  ) -> CacheKey {
    let whose: [any CustomStringConvertible & Sendable] = [reader.epoch, reader.account]
    return CacheKey(whose + parts, file: file, line: line)
  }

  /// The page of the step that the address asks for, or the one that comes at once where something has happened to it already.
  func page() async throws -> Response {
    guard let step = TaskFlow.addresses.step(at: address) else { throw RequestProblem(Failure(.notFound)) }
    let flow = app.flow
    if let event = try await flow.event(at: step, for: self) { return await redirect(after: event, at: step) }
    return await page { () async throws(Failure) in try await flow.page(at: step, for: self) }
  }

  /// The way to the page on which the form stands that is sent to the address.
  func pageOfForm() throws(RequestProblem) -> Response {
    guard let form = TaskFlow.forms.step(at: address) else { throw RequestProblem(Failure(.notFound)) }
    return .seeOther(TaskFlow.addresses.address(of: form.step))
  }

  /// Sends the reader on to what comes after an event: of a long list, to the page where the row is that the event was about.
  func redirect(after event: TaskFlow.Event, at step: TaskFlow.Step) async -> Response {
    app.settings.onEvent(event, step)
    let next = await app.flow.step(after: event, at: step).onPage(of: page, orOf: page)
    return .seeOther(TaskFlow.addresses.address(of: next))
  }

  /// The request as the flow gets it by which lists are followed.
  var following: FollowRequest { app.flow.followRequest(self) }

  /// The page of the overview on which a list is.
  private func page(of list: ListID) async -> Int {
    do {
      let place = try await store.place(of: list)
      return place?.page(of: look.listRows) ?? 1
    } catch {
      return 1
    }
  }

  /// The page of a list on which a task is. What was done is done: where it can't be told, that is the first.
  private func page(of task: TaskID, in list: ListID) async -> Int {
    do {
      let place = try await store.openPlace(of: task, in: list)
      return place?.page(of: look.rows) ?? 1
    } catch {
      return 1
    }
  }
}
