import TaskStore
import Tasks

extension Accounts {
  /// Signs in. A name that nobody has takes as long as a wrong password, and is told the same.
  /// - Parameters:
  ///   - typedName: the name as typed.
  ///   - typedPassword: the password as typed.
  ///   - visitor: who signs in.
  ///   - old: the token that the browser has shown; its session ends.
  /// - Throws: ``AccountProblem/mismatch``, ``AccountProblem/tooManyTries(wait:)``, ``AccountProblem/busy``, or what the store
  ///   could not do.
  func signIn(
    as typedName: String, with typedPassword: String, by visitor: Visitor, replacing old: SessionToken?
  ) async throws(AccountProblem) -> SignedIn {
    let name = Self.name(typedName)
    let keys = visitor.network + (name.map { [.name($0.key)] } ?? [])
    let password = Password.typed(typedPassword)
    return try await trying(keys, by: visitor) { () async throws(AccountProblem) in
      let credentials: Credentials?
      if let name { credentials = try await self.credentials(of: name) } else { credentials = nil }
      let verdict = try await verdict(on: password, credentials)
      guard let credentials, case .matches(let rehash) = verdict else {
        visitor.log(.signInRefused, credentials?.account, because: "mismatch")
        throw .mismatch
      }
      let signedIn = try await begin(
        for: credentials.account, by: visitor, replacing: old, verified: credentials.record)
      visitor.log(.signedIn, credentials.account)
      if rehash, let password { await renew(credentials, password, visitor) }
      return signedIn
    }
  }

  /// Nil for what cannot be anybody's name.
  private static func name(_ typed: String) -> Username? {
    do { return try Username(validating: typed) } catch { return nil }
  }

  func verdict(
    on password: Password?, _ credentials: Credentials?
  ) async throws(AccountProblem) -> PasswordHasher.Verdict {
    do {
      return try await hasher.verify(password, against: credentials?.record)
    } catch {
      throw AccountProblem(hashing: error)
    }
  }

  /// Begins a session with a token of its own: one that a browser had before can be known to others.
  /// - Throws: ``AccountProblem/mismatch`` if the password was changed since it was verified.
  func begin(
    for account: AccountID, by visitor: Visitor, replacing old: SessionToken?, verified record: String
  ) async throws(AccountProblem) -> SignedIn {
    let token = SessionToken()
    do {
      let session = try await store.beginSession(
        digest: token.digest, for: account, agent: visitor.agent, replacing: old?.digest, verified: record)
      return SignedIn(token: token, session: session)
    } catch {
      throw error == .notFound ? .mismatch : AccountProblem(store: error)
    }
  }

  /// Has the same password cost more to guess. Whoever has signed in is signed in, also where that does not work now.
  private func renew(_ credentials: Credentials, _ password: Password, _ visitor: Visitor) async {
    do throws(AccountProblem) {
      let record = try await record(of: password)
      do throws(StoreError) {
        try await store.replaceRecord(record, insteadOf: credentials.record, of: credentials.account)
      } catch { throw AccountProblem(store: error) }
      visitor.log(.rehashed, credentials.account)
    } catch {
      visitor.log(.notRehashed, credentials.account, because: "\(error)")
    }
  }
}
