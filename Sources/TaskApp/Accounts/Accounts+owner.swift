import TaskStore
import Tasks

struct NewPassword: Sendable {
  let current, new: String
  /// The repeated new password, if the form has that field.
  let again: String?
  var endsFeeds = false
}

/// Operations that require the account's password, even when signed in. Tries are counted per account only, so failed sign-ins
/// by strangers do not block them.
extension Accounts {
  /// Changes the password. Ends all sessions and begins a new one for the current browser. The current password is verified as well if
  /// the new one is not valid, so that one answer tells all problems.
  /// - Throws: ``AccountProblem/invalid(_:)``, ``AccountProblem/mismatch`` if the current password is wrong or was changed in the
  ///   meantime, ``AccountProblem/tooManyTries(wait:)``, ``AccountProblem/busy``, ``AccountProblem/store(_:)``.
  func changePassword(
    of account: AccountID, _ typed: NewPassword, by visitor: Visitor, replacing old: SessionToken
  ) async throws(AccountProblem) -> SignedIn {
    let name = try await name(of: account)
    let (password, problems) = Self.checked(typed, for: name)
    guard let password, problems.isEmpty else {
      throw .invalid(try await invalid(problems, typed.current, of: account, name, visitor))
    }
    return try await verified(typed.current, of: account, name, or: .changeRefused, visitor) {
      verified async throws(AccountProblem) in
      let record = try await record(of: password, for: visitor.hashingClient(isKnown: true))
      do throws(StoreError) {
        // A concurrent change may have been made to lock this session out, so it wins.
        try await store.setPassword(
          record, insteadOf: verified.record, of: account, keeping: old.digest,
          endingSecrets: typed.endsFeeds, recording: visitor.entry(.passwordChanged))
      } catch {
        throw error == .notFound ? .mismatch : AccountProblem(store: error)
      }
      visitor.log(.passwordChanged, account)
      return try await begin(for: account, named: name, by: visitor, replacing: old, verified: record, recording: nil)
    }
  }

  /// Removes the account and all data that belongs to it alone.
  /// - Throws: ``AccountProblem/mismatch`` if the password is wrong, ``AccountProblem/tooManyTries(wait:)``,
  ///   ``AccountProblem/busy``, ``AccountProblem/store(_:)``.
  @discardableResult func remove(
    _ account: AccountID, password: String, by visitor: Visitor
  ) async throws(AccountProblem) -> RemovedAccount {
    let name = try await name(of: account)
    return try await verified(password, of: account, name, or: .removalRefused, visitor) {
      _ async throws(AccountProblem) in
      let removed = try await asking { store in try await store.removeAccount(account) }
      visitor.log(.accountRemoved, account)
      return removed
    }
  }

  /// Verifies the account's password.
  /// - Throws: ``AccountProblem/mismatch`` if it is wrong, ``AccountProblem/tooManyTries(wait:)``, ``AccountProblem/busy``,
  ///   ``AccountProblem/store(_:)``.
  func confirm(_ account: AccountID, password: String, by visitor: Visitor) async throws(AccountProblem) {
    try await verified(password, of: account, name(of: account), or: .exportRefused, visitor) { _ in }
  }

  private func name(of account: AccountID) async throws(AccountProblem) -> Username {
    try await asking { store in Username(stored: try await store.account(account).name) }
  }

  /// The new password, and all problems with it; nil with at least one.
  private static func checked(_ typed: NewPassword, for name: Username) -> (Password?, [FieldProblem]) {
    do throws(InvalidInput) {
      let password = try Password(validating: typed.new, for: name, field: .newPassword)
      return (password, problem(again: typed.again, password).map { [$0] } ?? [])
    } catch {
      let isSame = typed.again.map { $0.utf8.elementsEqual(typed.new.utf8) } ?? true
      return (nil, error.problems + (isSame ? [] : [FieldProblem(.passwordAgain, .notTheSame)]))
    }
  }

  /// The problems with a new password, and that of the current one, if there is one.
  /// - Throws: ``AccountProblem/tooManyTries(wait:)``, ``AccountProblem/busy``, ``AccountProblem/store(_:)``.
  private func invalid(
    _ others: [FieldProblem], _ current: String, of account: AccountID, _ name: Username, _ visitor: Visitor
  ) async throws(AccountProblem) -> InvalidInput {
    var problems = others
    if current.isEmpty {
      problems.insert(FieldProblem(.password, .blank), at: 0)
    } else {
      do throws(AccountProblem) {
        try await verified(current, of: account, name, or: .changeRefused, visitor) { _ in }
      } catch .mismatch {
        problems.insert(FieldProblem(.password, .mismatch), at: 0)
      }
    }
    return InvalidInput(problems[0], Array(problems.dropFirst()))
  }

  /// Does what the account's password permits, under the account's own rate limit.
  private func verified<Value: Sendable>(
    _ typed: String, of account: AccountID, _ name: Username, or refusal: Visitor.Event, _ visitor: Visitor,
    _ work: (Credentials) async throws(AccountProblem) -> Value
  ) async throws(AccountProblem) -> Value {
    try await trying(RateLimits(failures: [.change(account)]), for: account, by: visitor) {
      () async throws(AccountProblem) in
      let credentials = try await credentials(of: name)
      let verdict = try await verdict(on: Password.typed(typed), credentials, for: visitor.hashingClient(isKnown: true))
      guard let credentials, credentials.account == account, verdict != .differs else {
        log(refusal, account, because: "mismatch", visitor)
        refusals.note(.passwordRefused, of: account, from: visitor.origin)
        throw .mismatch
      }
      return try await work(credentials)
    }
  }
}
