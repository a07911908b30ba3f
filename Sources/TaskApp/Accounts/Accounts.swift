package import TaskStore
package import Tasks

/// Sign-in, sign-up and all other operations with passwords, for the app and for the operator's commands.
///
/// Tries are rate-limited before anything is hashed; see ``RateLimitKey``. Existing sessions are not affected.
package struct Accounts: Sendable {
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
    (self.onMetric, self.store, self.hasher, self.signUp, self.limiter) = (onMetric, store, hasher, signUp, limiter)
  }

  /// Creates an account, on behalf of the operator.
  /// - Throws: ``AccountProblem/invalid(_:)`` if the name is taken, ``AccountProblem/busy``, ``AccountProblem/store(_:)``.
  @discardableResult package func add(_ name: Username, password: Password) async throws(AccountProblem) -> Account {
    try await add(
      name, record: try await record(of: password, for: .console), onlyFirst: false,
      recording: AccountEventEntry(.accountMade, from: .console))
  }

  /// Sets an account's password, on behalf of the operator, and ends all of its sessions.
  /// - Throws: ``AccountProblem/store(_:)``, with `notFound` for an unknown name; ``AccountProblem/busy``.
  package func setPassword(_ password: Password, of name: Username) async throws(AccountProblem) {
    guard let account = try await credentials(of: name)?.account else { throw .store(.notFound) }
    let record = try await record(of: password, for: .console)
    let entry = AccountEventEntry(.passwordReset, from: .console)
    try await asking { store in
      try await store.setPassword(record, of: account, keeping: nil, recording: entry)
    }
  }

  func add(
    _ name: Username, record: String, inbox: ListName = .inbox, timeZone: String? = nil, onlyFirst: Bool,
    recording entry: AccountEventEntry
  ) async throws(AccountProblem) -> Account {
    try await asking { store in
      try await store.addAccount(
        name, password: record, inbox: inbox, timeZone: timeZone, onlyFirst: onlyFirst, recording: entry)
    }
  }

  /// What the store answers, with its errors as problems of an account.
  func asking<Value: Sendable>(
    _ ask: (TaskStore) async throws -> Value
  ) async throws(AccountProblem) -> Value {
    do { return try await ask(store) } catch { throw AccountProblem(store: StoreError(thrown: error)) }
  }

  func record(of password: Password, for client: HashingClient) async throws(AccountProblem) -> String {
    do { return try await hasher.hash(password, for: client) } catch { throw AccountProblem(hashing: error) }
  }

  func credentials(of name: Username) async throws(AccountProblem) -> Credentials? {
    try await asking { store in try await store.credentials(of: name) }
  }
}

extension Accounts {
  /// Runs an operation that an attacker might repeat, under rate limits.
  ///
  /// A try that ends in `busy` or a store failure is not counted: it disclosed nothing.
  /// - Parameters:
  ///   - limits: the keys that count the try.
  ///   - account: the account concerned, if known.
  /// - Throws: ``AccountProblem/tooManyTries(wait:)`` before `work` runs, and the errors of `work`.
  func trying<Value: Sendable>(
    _ limits: RateLimits, for account: AccountID? = nil, by visitor: Visitor,
    _ work: () async throws(AccountProblem) -> Value
  ) async throws(AccountProblem) -> Value {
    if let wait = limiter.admit(limits.all) {
      log(.tryRefused, account, because: "too many tries", visitor)
      throw .tooManyTries(wait: wait)
    }
    do {
      let value = try await work()
      limiter.forgive(limits.failures)
      return value
    } catch {
      switch error {
      case .busy:
        limiter.takeBack(limits.all)
        log(.tryRefused, account, because: "too many passwords are being checked", visitor)
      case .store: limiter.takeBack(limits.all)
      case .invalid, .mismatch, .disabled, .tooManyTries, .signUpClosed, .registered: limiter.takeBack(limits.successes)
      }
      throw error
    }
  }

  func log(_ refused: Visitor.Event, _ account: AccountID?, because reason: String, _ visitor: Visitor) {
    onMetric?(.passwordRefused)
    visitor.log(refused, account, because: reason)
  }
}

/// Why a sign-in was rejected, or an account not changed.
package enum AccountProblem: Error, Hashable, Sendable {
  /// The name or the password is invalid, or the name is taken.
  case invalid(InvalidInput)
  /// Name and password do not match; which of them is wrong is not disclosed. For a password that confirms an operation: it
  /// is wrong.
  case mismatch
  /// Name and password match, and the operator has disabled the account.
  case disabled
  /// The rate limit is exceeded; `wait` is the time until the next try.
  case tooManyTries(wait: Duration)
  /// The queue for password hashing is full; the caller may retry soon.
  case busy
  /// Only the operator creates accounts.
  case signUpClosed
  /// The first account already exists.
  case registered
  case store(StoreError)
}

extension AccountProblem {
  init(store error: StoreError) {
    switch error {
    case .taken: self = .invalid(InvalidInput(FieldProblem(.username, .taken)))
    case .conflict(.registered): self = .registered
    // The store refuses only this of an account as a whole.
    case .forbidden: self = .disabled
    case .notFound, .gone, .conflict, .repeated, .limit, .unavailable, .cancelled, .internal: self = .store(error)
    }
  }

  init(hashing refusal: HashingRefusal) {
    switch refusal {
    case .busy: self = .busy
    case .cancelled: self = .store(.cancelled)
    }
  }
}

/// Whether visitors may create accounts after the first one.
package enum SignUp: String, CaseIterable, Sendable {
  /// Only the operator creates accounts.
  case closed
  case open
}
