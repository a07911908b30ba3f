import Crypto
import Foundation
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
    let password = Password.typed(typedPassword)
    let digest = name.map { SHA256.hash(data: Data($0.key.utf8)) }
    let recognition: Recognition
    if let name { recognition = try await self.recognition(of: visitor, as: name) } else { recognition = .none }
    let limits = visitor.limits(signingInAs: digest, recognition)
    let client = visitor.hashingClient(signingInAs: digest, recognition)
    return try await trying(limits, by: visitor) { () async throws(AccountProblem) in
      let credentials: Credentials?
      if let name { credentials = try await self.credentials(of: name) } else { credentials = nil }
      let verdict = try await verdict(on: password, credentials, for: client)
      guard let name, let credentials, case .matches(let rehash) = verdict else {
        log(.signInRefused, credentials?.account, because: "mismatch", visitor)
        if let account = credentials?.account {
          trail.note(.signInRefused, of: account, from: visitor.origin, visitor.logger)
        }
        throw .mismatch
      }
      let signedIn = try await begin(
        for: credentials.account, named: name, by: visitor, replacing: old, verified: credentials.record,
        recording: visitor.entry(.signedIn))
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
    on password: Password?, _ credentials: Credentials?, for client: HashingClient
  ) async throws(AccountProblem) -> PasswordHasher.Verdict {
    do {
      return try await hasher.verify(password, against: credentials?.record, for: client)
    } catch {
      throw AccountProblem(hashing: error)
    }
  }

  /// Begins a session with a token of its own: one that a browser had before can be known to others.
  /// - Throws: ``AccountProblem/mismatch`` if the password was changed since it was verified.
  func begin(
    for account: AccountID, named name: Username, by visitor: Visitor, replacing old: SessionToken?,
    verified record: String,
    recording entry: AccountEventEntry?
  ) async throws(AccountProblem) -> SignedIn {
    let token = SessionToken()
    do {
      let session = try await store.beginSession(
        digest: token.digest, for: account, agent: visitor.agent, replacing: old?.digest, verified: record,
        recording: entry)
      return SignedIn(token: token, session: session, name: name)
    } catch {
      throw error == .notFound ? .mismatch : AccountProblem(store: error)
    }
  }

  /// Has the same password cost more to guess. Whoever has signed in is signed in, also where that does not work now.
  private func renew(_ credentials: Credentials, _ password: Password, _ visitor: Visitor) async {
    do throws(AccountProblem) {
      let record = try await record(of: password, for: visitor.hashingClient(of: credentials.account))
      do throws(StoreError) {
        try await store.replaceRecord(record, insteadOf: credentials.record, of: credentials.account)
      } catch { throw AccountProblem(store: error) }
      visitor.log(.rehashed, credentials.account)
    } catch {
      visitor.log(.notRehashed, credentials.account, because: "\(error)")
    }
  }
}
