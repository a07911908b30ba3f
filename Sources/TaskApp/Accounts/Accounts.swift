package import TaskStore
public import Tasks

/// Sign-in, sign-up and all other operations with passwords, for the app and for the operator's commands.
///
/// Tries are rate-limited before anything is hashed; see ``RateLimitKey``. Existing sessions are not affected.
public struct Accounts: Sendable {
  let store: TaskStore
  let hasher: PasswordHasher
  let limiter: RateLimiter<RateLimitKey>
  let signUp: SignUp
  /// Rejected tries, for the audit trails of their accounts.
  let refusals = UseBuffer<RefusalKey, Refusals>()
  /// Called with sign-ins and refused tries.
  let onMetric: (@Sendable (AppMetric) -> Void)?

  package init(store: TaskStore, hasher: PasswordHasher = PasswordHasher(), signUp: SignUp = .closed) {
    self.init(store: store, hasher: hasher, signUp: signUp, limiter: RateLimiter())
  }

  init(
    store: TaskStore, hasher: PasswordHasher, signUp: SignUp, limiter: RateLimiter<RateLimitKey>,
    onMetric: (@Sendable (AppMetric) -> Void)? = nil
  ) {
    self.onMetric = onMetric
    self.store = store
    self.hasher = hasher
    self.signUp = signUp
    self.limiter = limiter
  }

  /// Creates an account, on behalf of the operator.
  /// - Throws: ``AccountProblem/invalid(_:)`` if the name is taken, ``AccountProblem/busy``, ``AccountProblem/store(_:)``.
  @discardableResult
  public func add(_ name: Username, password: Password) async throws(AccountProblem) -> Account {
    try await add(
      name, record: try await record(of: password, for: .console), onlyFirst: false,
      recording: AccountEventEntry(.accountMade, from: .console))
  }

  /// Sets an account's password, on behalf of the operator, and ends all of its sessions.
  /// - Throws: ``AccountProblem/store(_:)``, with `notFound` for an unknown name; ``AccountProblem/busy``.
  public func setPassword(_ password: Password, of name: Username) async throws(AccountProblem) {
    guard let account = try await credentials(of: name)?.account else { throw .store(.notFound) }
    let record = try await record(of: password, for: .console)
    let entry = AccountEventEntry(.passwordReset, from: .console)
    do {
      try await store.setPassword(record, of: account, keeping: nil, recording: entry)
    } catch {
      throw AccountProblem(store: error)
    }
  }

  func add(
    _ name: Username, record: String, timeZone: String? = nil, onlyFirst: Bool, recording entry: AccountEventEntry
  ) async throws(AccountProblem) -> Account {
    do {
      return try await store.addAccount(
        name, password: record, timeZone: timeZone, onlyFirst: onlyFirst, recording: entry)
    } catch {
      throw AccountProblem(store: error)
    }
  }

  func record(of password: Password, for client: HashingClient) async throws(AccountProblem) -> String {
    do { return try await hasher.hash(password, for: client) } catch { throw AccountProblem(hashing: error) }
  }

  func credentials(of name: Username) async throws(AccountProblem) -> Credentials? {
    do { return try await store.credentials(of: name) } catch { throw AccountProblem(store: error) }
  }
}
