import GRDB
package import Tasks

/// The store bound to one account. Its methods read and write what the account may, so a caller can neither name another account nor
/// forget it. They throw for items of other accounts what they throw for items that don't exist, ``StoreError/notFound``.
///
/// The type parameter is the error that the methods throw: a ``StoreError``, or what the caller makes of one.
package struct AccountStore<Problem: Error>: Sendable {
  package let store: TaskStore
  package let account: AccountID
  /// The IANA name of the reader's time zone, in which tasks are due.
  package let zone: String
  /// The app password with which the account reads and writes; nil for its pages.
  package let app: AppPassword?
  /// The page by link on which the account writes; nil for its own pages.
  let sharedPage: SharedPage?
  /// How the account writes without the app; nil otherwise.
  let medium: Change.Medium?
  /// Returns the error to throw for an error of the store.
  package let problem: @Sendable (StoreError) -> Problem
  /// What is written in the transaction of the next write, before it.
  package var pending: PendingWrites?
  /// The subscriptions to messages of Web Push whose programs know what is written.
  package var informed = InformedSubscriptions.none

  /// - Parameters:
  ///   - app: the app password with which the account reads and writes; nil for its pages.
  ///   - page: the page by link on which it does; nil for its own pages.
  ///   - medium: how it does without the app; nil otherwise.
  ///   - problem: the error to throw for an error of the store.
  package init(
    _ store: TaskStore, for account: AccountID, in zone: String, with app: AppPassword? = nil,
    on page: SharedPage? = nil, by medium: Change.Medium? = nil,
    throwing problem: @escaping @Sendable (StoreError) -> Problem
  ) {
    (self.store, self.account, self.zone, self.app, self.problem) = (store, account, zone, app, problem)
    (sharedPage, self.medium) = (page, medium)
  }

  package func throwing<Other: Error>(_ problem: @escaping @Sendable (StoreError) -> Other) -> AccountStore<Other> {
    var other = AccountStore<Other>(
      store, for: account, in: zone, with: app, on: sharedPage, by: medium, throwing: problem)
    (other.pending, other.informed) = (pending, informed)
    return other
  }
}

extension TaskStore {
  /// The store bound to an account, throwing the store's own errors.
  /// - Parameters:
  ///   - app: the app password with which the account reads and writes; nil for its pages.
  ///   - medium: how it does without the app; nil otherwise.
  package subscript(
    account: AccountID, in zone: String = "GMT", with app: AppPassword? = nil, by medium: Change.Medium? = nil
  ) -> AccountStore<StoreError> {
    AccountStore(self, for: account, in: zone, with: app, by: medium) { $0 }
  }
}

extension AccountStore {
  var now: Milliseconds { Milliseconds(store.now()) }

  /// Runs operations of the store, and throws what the caller makes of their errors.
  package func mapped<Value>(_ body: () async throws(StoreError) -> Value) async throws(Problem) -> Value {
    do { return try await body() } catch { throw problem(error) }
  }

  /// See ``TaskStore/read(_:)``.
  func read<Value: Sendable>(_ body: @Sendable (Database) throws -> Value) async throws(Problem) -> Value {
    try await mapped { () throws(StoreError) in try await store.read(body) }
  }

  /// See ``TaskStore/readShortly(_:)``.
  func readShortly<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws(Problem) -> Value {
    try await mapped { () throws(StoreError) in try await store.readShortly(body) }
  }

  /// Runs one write transaction of the account, which begins with what is pending.
  func write<Value: Sendable>(_ body: @Sendable (Write) throws -> Value) async throws(Problem) -> Value {
    try await mapped { () throws(StoreError) in
      let (made, value) = try await store.write(for: account, with: app, on: sharedPage, by: medium) { write in
        try write.db.informing(informed, of: account, write.now) { (try pending?.make(write), try body(write)) }
      }
      pending?.finish(made)
      return value
    }
  }

  /// Runs one write transaction of the account that is no change of lists or tasks.
  func write<Value: Sendable>(
    _ body: @Sendable (Database, Milliseconds) throws -> Value
  ) async throws(Problem) -> Value {
    try await mapped { () throws(StoreError) in
      try await store.write(by: account, concerning: [account], body)
    }
  }
}
