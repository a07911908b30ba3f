import TaskStore
import Tasks

/// What somebody typed to have an account.
struct NewAccount: Sendable {
  let name: String
  let password: String
  /// The password once more, where it was asked for.
  let again: String?
  /// What the console printed, where the first account is made.
  var token: String?
}

extension Accounts {
  /// Makes the first account, and signs in.
  /// - Parameter token: what has to be typed; nil if nothing has.
  /// - Throws: ``AccountProblem/invalid(_:)`` for a wrong token as well, which counts as a try;
  ///    ``AccountProblem/registered`` if there is one already; else as ``signUp(_:by:replacing:)`` does.
  func setUp(
    _ typed: NewAccount, token: SetUpToken?, by visitor: Visitor, replacing old: SessionToken?
  ) async throws(AccountProblem) -> SignedIn {
    if try await hasAccounts() { throw .registered }
    return try await make(typed, .first(token), by: visitor, replacing: old)
  }

  /// Makes an account, and signs in.
  /// - Throws: ``AccountProblem/signUpClosed``, ``AccountProblem/invalid(_:)``, ``AccountProblem/tooManyTries(wait:)``,
  ///   ``AccountProblem/busy``, or what the store could not do.
  func signUp(
    _ typed: NewAccount, by visitor: Visitor, replacing old: SessionToken?
  ) async throws(AccountProblem) -> SignedIn {
    switch signUp {
    case .closed: throw .signUpClosed
    case .open: return try await make(typed, .another, by: visitor, replacing: old)
    }
  }

  private func hasAccounts() async throws(AccountProblem) -> Bool {
    do { return try await store.hasAccounts() } catch { throw AccountProblem(store: error) }
  }

  private func isTaken(_ name: Username) async throws(AccountProblem) -> Bool {
    do { return try await store.isTaken(name) } catch { throw AccountProblem(store: error) }
  }

  private enum Making: Sendable {
    /// Only if there is none yet, by whoever knows the token, if there is one.
    case first(SetUpToken?)
    case another

    var isOnlyFirst: Bool {
      switch self {
      case .first: true
      case .another: false
      }
    }

    var wantsToken: Bool {
      switch self {
      case .first(let token): token != nil
      case .another: false
      }
    }

    /// What is wrong with the token that was typed.
    func problem(with typed: String?) -> FieldProblem? {
      guard case .first(let token?) = self else { return nil }
      guard let typed, !typed.allSatisfy(\.isWhitespace) else { return FieldProblem(.token, .blank) }
      return token.matches(typed) ? nil : FieldProblem(.token, .mismatch)
    }
  }

  private func make(
    _ typed: NewAccount, _ making: Making, by visitor: Visitor, replacing old: SessionToken?
  ) async throws(AccountProblem) -> SignedIn {
    // What can't be an account is no try, unless a token could be guessed by it.
    if !making.wantsToken { _ = try Self.valid(typed, nil) }
    // Counted though it succeeds: else anybody could make accounts without end.
    return try await trying(visitor.signUpLimits, by: visitor) { () async throws(AccountProblem) in
      let (name, password) = try Self.valid(typed, making.problem(with: typed.token))
      if try await isTaken(name) { throw AccountProblem(store: .taken) }
      let record = try await record(of: password, for: visitor.signingUpClient)
      let account = try await add(
        name, record: record, onlyFirst: making.isOnlyFirst, recording: visitor.entry(.accountMade))
      visitor.log(.accountMade, account.id)
      return try await begin(
        for: account.id, named: name, by: visitor, replacing: old, verified: record,
        recording: visitor.entry(.signedIn))
    }
  }

  private static func valid(
    _ typed: NewAccount, _ tokenProblem: FieldProblem?
  ) throws(AccountProblem) -> (Username, Password) {
    var problems = tokenProblem.map { [$0] } ?? []
    var name: Username?
    do { name = try Username(validating: typed.name) } catch { problems += error.problems }
    var password: Password?
    do {
      // Nobody is called nothing: without a name, the other rules are left.
      password = try Password(validating: typed.password, for: name ?? Username(stored: ""))
    } catch {
      problems += error.problems
    }
    if let password, let problem = Self.problem(again: typed.again, password) { problems.append(problem) }
    guard let name, let password, problems.isEmpty else {
      throw .invalid(InvalidInput(problems[0], Array(problems.dropFirst())))
    }
    return (name, password)
  }

  /// What is wrong with a password that was typed a second time.
  static func problem(again: String?, _ password: Password) -> FieldProblem? {
    guard let again else { return nil }
    let isSame = Password.typed(again)?.text.utf8.elementsEqual(password.text.utf8) == true
    return isSame ? nil : FieldProblem(.passwordAgain, .notTheSame)
  }
}
