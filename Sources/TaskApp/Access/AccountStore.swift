import Logging
import StatePages
import StateViews
import TaskStore
import Tasks

/// The store as one account uses it. Its methods are those of ``TaskStore`` without the account: no caller can name another one,
/// or forget it.
///
/// What it throws is its type's parameter. A request's ``SignedInRequest/store`` throws a ``Failure``, which is ready for the reader, and
/// has logged the cause; ``withStoreErrors`` throws the store's own errors, for callers that have an answer to some of them.
struct AccountStore<Problem: Error>: Sendable {
  let account: AccountID
  let access: StoreAccess
  private let problem: @Sendable (StoreError) -> Problem

  /// How much an account may store.
  var quotas: Quotas { access.store.quotas }

  /// A failure for an error of the store, whose cause is logged.
  func failure(_ error: StoreError) -> Failure { access.failure(error) }

  /// Runs a query for the account.
  func ask<Value: Sendable>(
    _ query: @Sendable (TaskStore, AccountID) async throws(StoreError) -> Value
  ) async throws(Problem) -> Value {
    do throws(StoreError) {
      return try await query(access.store, account)
    } catch {
      throw problem(error)
    }
  }
}

extension AccountStore where Problem == Failure {
  init(_ access: StoreAccess, for account: AccountID) {
    self.init(account: account, access: access, problem: { access.failure($0) })
  }

  /// The same, throwing the store's errors.
  var withStoreErrors: AccountStore<StoreError> {
    AccountStore<StoreError>(account: account, access: access, problem: { $0 })
  }

  /// The result of queries; nil where they ask for something that is missing, in the trash, or not the account's.
  func ifThere<Value: Sendable>(
    _ query: @Sendable (AccountStore<StoreError>) async throws(StoreError) -> Value?
  ) async throws(Failure) -> Value? {
    do throws(StoreError) {
      return try await query(withStoreErrors)
    } catch {
      switch error {
      case .notFound, .gone, .forbidden: return nil
      case .conflict, .repeated, .taken, .limit, .unavailable, .cancelled, .internal: throw failure(error)
      }
    }
  }

  /// A loader of a query's result. It starts immediately; a query waits at most for a connection to the database.
  func loader<Value: Sendable, Content: Sendable>(
    _ query: @escaping @Sendable (AccountStore<Interruption>) async throws(Interruption) -> Value,
    loaded: @escaping @Sendable (Value) -> Loaded<Content>
  ) -> Loader<Content> {
    let store = interruptible
    return Loader(startsImmediately: true) { _ throws(Interruption) in loaded(try await query(store)) }
  }

  /// The same, throwing what a loader throws.
  var interruptible: AccountStore<Interruption> {
    AccountStore<Interruption>(account: account, access: access) { error in
      switch error {
      case .cancelled: .cancelled
      case .notFound, .gone, .forbidden, .conflict, .repeated, .taken, .limit, .unavailable, .internal:
        .failed(access.failure(error))
      }
    }
  }
}
