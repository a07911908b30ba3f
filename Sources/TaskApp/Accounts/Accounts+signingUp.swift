import TaskStore
import Tasks

struct NewAccount: Sendable {
  let name, password: String
  /// The repeated password, if the form has that field.
  let again: String?
  /// The setup token, for the first account.
  var token: String?
  /// The name of its Inbox, in the language of the reader.
  var inbox = ListName.inbox
  /// The IANA name of the time zone. Any other text counts as the server's.
  var timeZone = ""
}

extension Accounts {
  /// Creates the first account and signs in.
  /// - Parameter token: the required setup token; nil if none is required.
  /// - Throws: ``AccountProblem/registered`` if an account exists; ``AccountProblem/invalid(_:)`` also for a wrong token, which
  ///   counts as a try; otherwise as ``signUp(_:by:replacing:)``.
  func setUp(
    _ typed: NewAccount, token: SetUpToken?, by visitor: Visitor, replacing old: SessionToken?
  ) async throws(AccountProblem) -> SignedIn {
    if try await asking({ store in try await store.hasAccounts() }) { throw .registered }
    return try await make(typed, isFirst: true, token, by: visitor, replacing: old)
  }

  /// Creates an account and signs in.
  /// - Throws: ``AccountProblem/signUpClosed``, ``AccountProblem/invalid(_:)``, ``AccountProblem/tooManyTries(wait:)``,
  ///   ``AccountProblem/busy``, ``AccountProblem/store(_:)``.
  func signUp(
    _ typed: NewAccount, by visitor: Visitor, replacing old: SessionToken?
  ) async throws(AccountProblem) -> SignedIn {
    switch signUp {
    case .closed: throw .signUpClosed
    case .open: return try await make(typed, isFirst: false, nil, by: visitor, replacing: old)
    }
  }

  /// What is wrong with the typed token; nil for the one that is required.
  private static func problem(with typed: String?, _ token: SetUpToken) -> FieldProblem? {
    guard let typed, !typed.allSatisfy(\.isWhitespace) else { return FieldProblem(.token, .blank) }
    return token.matches(typed) ? nil : FieldProblem(.token, .mismatch)
  }

  /// - Parameters:
  ///   - isFirst: whether it is made only if there is no account.
  ///   - token: the required setup token; nil if none is required.
  private func make(
    _ typed: NewAccount, isFirst: Bool, _ token: SetUpToken?, by visitor: Visitor, replacing old: SessionToken?
  ) async throws(AccountProblem) -> SignedIn {
    // Invalid input is not counted as a try, unless the form could be used to guess the token.
    if token == nil { _ = try Self.valid(typed, nil) }
    // Counted even on success: otherwise the number of accounts would be unlimited.
    return try await trying(visitor.signUpLimits, by: visitor) { () async throws(AccountProblem) in
      let (name, password) = try Self.valid(typed, token.flatMap { Self.problem(with: typed.token, $0) })
      let isTaken = try await asking { store in try await store.isTaken(name) }
      if isTaken { throw AccountProblem(store: .taken) }
      let record = try await record(of: password, for: visitor.hashingClient(isKnown: false))
      let account = try await add(
        name, record: record, inbox: typed.inbox,
        timeZone: AccountSettings.isTimeZone(typed.timeZone) ? typed.timeZone : nil,
        onlyFirst: isFirst, recording: visitor.entry(.accountMade))
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
      // Without a valid name, check the rules that do not depend on it: no password equals the empty name.
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

  static func problem(again: String?, _ password: Password) -> FieldProblem? {
    guard let again else { return nil }
    let isSame = Password.typed(again)?.text.utf8.elementsEqual(password.text.utf8) == true
    return isSame ? nil : FieldProblem(.passwordAgain, .notTheSame)
  }
}
