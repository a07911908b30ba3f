import TaskStore
import Tasks

/// What somebody typed to have an account.
struct NewAccount: Sendable {
  let name: String
  let password: String
  /// The password once more, where it was asked for.
  let again: String?
}

extension Accounts {
  /// Makes the first account, and signs in.
  /// - Throws: ``AccountProblem/registered`` if there is one already; else as ``signUp(_:by:replacing:)`` does.
  func setUp(
    _ typed: NewAccount, by visitor: Visitor, replacing old: SessionToken?
  ) async throws(AccountProblem) -> SignedIn {
    if try await hasAccounts() { throw .registered }
    return try await make(typed, onlyFirst: true, by: visitor, replacing: old)
  }

  /// Makes an account, and signs in.
  /// - Throws: ``AccountProblem/signUpClosed``, ``AccountProblem/invalid(_:)``, ``AccountProblem/tooManyTries(wait:)``,
  ///   ``AccountProblem/busy``, or what the store could not do.
  func signUp(
    _ typed: NewAccount, by visitor: Visitor, replacing old: SessionToken?
  ) async throws(AccountProblem) -> SignedIn {
    switch signUp {
    case .closed: throw .signUpClosed
    case .open: return try await make(typed, onlyFirst: false, by: visitor, replacing: old)
    }
  }

  private func hasAccounts() async throws(AccountProblem) -> Bool {
    do { return try await store.hasAccounts() } catch { throw AccountProblem(store: error) }
  }

  private func make(
    _ typed: NewAccount, onlyFirst: Bool, by visitor: Visitor, replacing old: SessionToken?
  ) async throws(AccountProblem) -> SignedIn {
    let (name, password) = try Self.valid(typed)
    // Counted though it succeeds: else anybody could make accounts without end.
    return try await trying([], unforgiven: visitor.network, by: visitor) { () async throws(AccountProblem) in
      if try await credentials(of: name) != nil { throw AccountProblem(store: .taken) }
      let record = try await record(of: password)
      let account = try await add(name, record: record, onlyFirst: onlyFirst)
      visitor.log(.accountMade, account.id)
      return try await begin(for: account.id, by: visitor, replacing: old, verified: record)
    }
  }

  private static func valid(_ typed: NewAccount) throws(AccountProblem) -> (Username, Password) {
    var problems: [FieldProblem] = []
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
