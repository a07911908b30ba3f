import Logging
import StatePages
import StateViews
import TaskStore
import Tasks

/// The store bound to one account. Its methods are those of ``TaskStore`` without the account, so that a caller can neither name another
/// account nor forget it.
///
/// The type parameter is the error that it throws. ``SignedInRequest/store`` throws a ``Failure`` and logs its cause;
/// ``withStoreErrors`` throws the store's own errors, for callers that handle some of them.
struct AccountStore<Problem: Error>: Sendable {
  let account: AccountID
  /// The IANA name of the reader's time zone.
  let zone: String
  let access: StoreAccess
  private let problem: @Sendable (StoreError) -> Problem

  /// The failure for an error of the store. Logs the cause.
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
  init(_ access: StoreAccess, for account: AccountID, in zone: String) {
    self.init(account: account, zone: zone, access: access, problem: { access.failure($0) })
  }

  /// The same, throwing the store's errors.
  var withStoreErrors: AccountStore<StoreError> {
    AccountStore<StoreError>(account: account, zone: zone, access: access, problem: { $0 })
  }

  /// The result of queries; nil if a row is missing, in the trash or not accessible.
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

  /// A loader that runs a query. It starts immediately: the store answers at once or queues for a connection.
  func loader<Value: Sendable, Content: Sendable>(
    _ query: @escaping @Sendable (AccountStore<Interruption>) async throws(Interruption) -> Value,
    loaded: @escaping @Sendable (Value) -> Loaded<Content>
  ) -> Loader<Content> {
    let store = interruptible
    return Loader(startsImmediately: true) { _ throws(Interruption) in loaded(try await query(store)) }
  }

  /// The same, throwing what a loader throws.
  var interruptible: AccountStore<Interruption> {
    AccountStore<Interruption>(account: account, zone: zone, access: access) { error in
      switch error {
      case .cancelled: .cancelled
      case .notFound, .gone, .forbidden, .conflict, .repeated, .taken, .limit, .unavailable, .internal:
        .failed(access.failure(error))
      }
    }
  }
}
