import Crypto
import Foundation
import StatePages
import TaskStore
import Tasks

extension Accounts {
  /// Signs in. An unknown name takes as long as a wrong password, and fails with the same error.
  /// - Parameter old: the token in the request; its session ends.
  /// - Throws: ``AccountProblem/mismatch``, ``AccountProblem/disabled``, which only the right password reveals,
  ///   ``AccountProblem/tooManyTries(wait:)``, ``AccountProblem/busy``, ``AccountProblem/store(_:)``.
  func signIn(
    as typedName: String, with typedPassword: String, by visitor: Visitor, replacing old: SessionToken?
  ) async throws(AccountProblem) -> SignedIn {
    let name = Self.name(typedName)
    let password = Password.typed(typedPassword)
    let digest = name.map { SHA256.hash(data: Data($0.key.utf8)) }
    let recognition = if let name { try await recognition(of: visitor, as: name) } else { Recognition.none }
    let limits = visitor.limits(signingInAs: digest, recognition)
    let client = visitor.hashingClient(isKnown: recognition != .none)
    return try await trying(limits, by: visitor) { () async throws(AccountProblem) in
      let credentials = if let name { try await credentials(of: name) } else { Credentials?.none }
      let verdict = try await verdict(on: password, credentials, for: client)
      guard let name, let credentials, case .matches(let rehash) = verdict else {
        log(.signInRefused, credentials?.account, because: "mismatch", visitor)
        if let account = credentials?.account { refusals.note(.signInRefused, of: account, from: visitor.origin) }
        throw .mismatch
      }
      if credentials.isDisabled {
        log(.signInRefused, credentials.account, because: "the account is disabled", visitor)
        throw .disabled
      }
      let signedIn = try await begin(
        for: credentials.account, named: name, by: visitor, replacing: old, verified: credentials.record,
        recording: visitor.entry(.signedIn))
      visitor.log(.signedIn, credentials.account)
      onMetric?(.signedIn)
      if rehash, let password { await renew(credentials, password, visitor) }
      return signedIn
    }
  }

  /// Nil if the text is no valid name.
  static func name(_ typed: String) -> Username? {
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

  /// Begins a session with a new token: an existing token may be known to others (session fixation).
  /// - Throws: ``AccountProblem/mismatch`` if the password was changed after its verification, ``AccountProblem/store(_:)``.
  func begin(
    for account: AccountID, named name: Username, by visitor: Visitor, replacing old: SessionToken?,
    verified record: String, recording entry: AccountEventEntry?
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

  /// Rehashes the password with the current parameters. A failure is logged and does not affect the sign-in.
  private func renew(_ credentials: Credentials, _ password: Password, _ visitor: Visitor) async {
    do throws(AccountProblem) {
      let record = try await record(of: password, for: visitor.hashingClient(isKnown: true))
      try await asking { store in
        try await store.replaceRecord(record, insteadOf: credentials.record, of: credentials.account)
      }
      visitor.log(.rehashed, credentials.account)
    } catch {
      visitor.log(.notRehashed, credentials.account, because: "\(error)")
    }
  }
}

/// Whether a visitor's browser or network is known under the name they sign in with.
enum Recognition: Hashable, Sendable {
  /// The name's owner has signed in with this browser.
  case device(KnownDevice)
  /// The name's owner has signed in from this network.
  case network(ClientAddress)
  case none
}

extension Accounts {
  /// Looks up a visitor's browser and network under a name.
  /// - Throws: ``AccountProblem/store(_:)``.
  func recognition(of visitor: Visitor, as name: Username) async throws(AccountProblem) -> Recognition {
    let key = store.deviceKey
    if let device = visitor.devices.first(where: { $0.isKnown(to: name, key: key) }) { return .device(device) }
    guard let address = visitor.client.ip else { return .none }
    return try await asking { store in
      try await store.hasSignedIn(name, from: address.networkText) ? .network(address.network) : .none
    }
  }
}

extension Visitor {
  /// The rate limits of a sign-in. A try counts against the owner's own limits only if it comes from a browser or network in
  /// which the owner has signed in.
  func limits(signingInAs name: SHA256Digest?, _ recognition: Recognition) -> RateLimits {
    let address = client.ip
    guard let name else { return RateLimits(failures: address.map { [.subscriber($0.subscriber)] } ?? []) }
    switch recognition {
    case .device(let device): return RateLimits(failures: [.device(device)], successes: [.knownSignIns(name)])
    case .network(let network):
      return RateLimits(
        failures: [.nameFrom(name, network: network), .knownNetwork(network)], successes: [.knownSignIns(name)])
    case .none:
      guard let address else { return RateLimits(failures: [.name(name)]) }
      return RateLimits(
        failures: [.name(name), .subscriber(address.subscriber)], successes: [.signIns(network: address.network)])
    }
  }

  func hashingClient(isKnown: Bool) -> HashingClient { HashingClient(isKnown: isKnown, network: client.ip?.network) }

  var signUpLimits: RateLimits {
    guard let address = client.ip else { return RateLimits(always: [.allSignUps]) }
    return RateLimits(
      always: [.signUps(subscriber: address.subscriber), .signUpsFrom(network: address.network), .allSignUps])
  }
}
