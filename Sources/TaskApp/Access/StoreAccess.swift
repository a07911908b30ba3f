import Foundation
import Logging
import StateViews
import TaskStore
import Tasks

/// Queries the store, maps its errors to failures and logs their causes.
struct StoreAccess: Sendable {
  let store: TaskStore
  let logger: Logger

  /// Runs a store operation.
  /// - Throws: the failure to show. For a cancelled request it has no reader.
  func callAsFunction<Value: Sendable>(
    _ ask: @Sendable (TaskStore) async throws -> Value
  ) async throws(Failure) -> Value {
    do { return try await ask(store) } catch { throw failure(StoreError(thrown: error)) }
  }

  /// The failure for a store error. Logs an unexpected cause.
  func failure(_ error: StoreError) -> Failure { Failure(loading: error).logged(by: logger) }
}

/// The store of an account as requests use it: ``SignedInRequest/store`` throws a ``Failure`` and logs its cause, ``withStoreErrors`` throws the
/// store's own errors, for callers that handle some of them, and ``interruptible`` throws what a loader throws.
extension AccountStore where Problem == Failure {
  init(
    _ access: StoreAccess, for account: AccountID, in zone: String, with app: AppPassword? = nil,
    on page: SharedPage? = nil, by medium: Change.Medium? = nil
  ) {
    self.init(access.store, for: account, in: zone, with: app, on: page, by: medium, throwing: access.failure)
  }

  /// Logs the cause.
  func failure(_ error: StoreError) -> Failure { problem(error) }

  var withStoreErrors: AccountStore<StoreError> { throwing { $0 } }

  /// The store, throwing what a loader throws.
  var interruptible: AccountStore<Interruption> {
    throwing { error in
      if case .cancelled = error { return .cancelled }
      return .failed(Failure(loading: error))
    }
  }

  /// The result of queries; nil if a row is missing, in the trash or not accessible.
  func ifThere<Value: Sendable>(
    _ query: @Sendable (AccountStore<StoreError>) async throws -> Value?
  ) async throws(Failure) -> Value? {
    do {
      return try await query(withStoreErrors)
    } catch {
      let error = StoreError(thrown: error)
      switch error {
      case .notFound, .gone, .forbidden: return nil
      case .conflict, .repeated, .taken, .limit, .unavailable, .cancelled, .internal: throw failure(error)
      }
    }
  }

  /// A loader of content. It starts immediately: the store answers at once or queues for a connection.
  func loader<Content: Sendable>(
    _ load: @escaping @Sendable (AccountStore<Interruption>) async throws(Interruption) -> Content
  ) -> Loader<Content> {
    let store = interruptible
    return Loader(startsImmediately: true) { _ throws(Interruption) in .content(try await load(store)) }
  }

  /// The loader of a list, which is empty without rows.
  func loader<Content: ListContent & Sendable>(
    orEmpty reason: @autoclosure @escaping @Sendable () -> Reason,
    _ load: @escaping @Sendable (AccountStore<Interruption>) async throws(Interruption) -> Content
  ) -> Loader<Content> {
    let store = interruptible
    return Loader(startsImmediately: true) { _ throws(Interruption) in
      Loaded(try await load(store), orEmpty: reason())
    }
  }
}

extension AccountStore {
  /// Empties the trash, and deletes rows for at most `patience`; what is left is deleted in the background.
  func emptyTrash(until moment: Date, deletingFor patience: Duration) async throws(Problem) {
    try await emptyTrash(until: moment)
    try await mapped { () throws(StoreError) in try await store.deleteRemoved(within: patience) }
  }

  /// What an operator sees of the server. Callers have to check that the reader is one.
  func serverState() async throws(Problem) -> ServerState {
    try await mapped { () throws(StoreError) in try await store.serverState() }
  }

  /// What an operator sees of the jobs. Callers have to check that the reader is one.
  var failedJobs: [JobFailure] { store.failedJobs }

  /// What an operator sees of all accounts. Callers have to check that the reader is one.
  func accountUses(_ number: Int, of size: Int) async throws(Problem) -> AccountUsePage {
    try await mapped { () throws(StoreError) in try await store.accountUses(number, of: size) }
  }
}
