import Foundation
import HTTPTypes
import Logging
import NIOCore
import StatePages
import StatePagesTesting
import TaskStore
import Tasks
import TestSupport
import Testing

@testable import TaskApp

/// Accounts over a real database, with counted hashings and manual clocks.
struct AccountsWorld: Sendable {
  let time = HeldTime()
  let clock = ManualClock()
  let hashing: CountedHashing
  let log = RecordedLog()
  let store: TaskStore
  let accounts: Accounts

  init(
    signUp: SignUp = .closed, hashing: CountedHashing = CountedHashing(), slots: Int = 2, queue: Int = 6
  ) throws {
    let time = time
    self.hashing = hashing
    // No write is refused because the machine is busy.
    var settings = TaskStore.Settings()
    settings.busyTimeout = 600
    store = try TaskStore.inMemory(settings: settings, now: { time.now })
    accounts = Accounts(
      store: store, hasher: hashing.hasher(slots: slots, queue: queue), signUp: signUp,
      limiter: RateLimiter(clock: clock))
  }

  /// The same accounts with another cost of hashing.
  func accounts(at parameters: PasswordHasher.Parameters) -> Accounts {
    Accounts(store: store, hasher: hashing.hasher(parameters), signUp: .closed, limiter: RateLimiter(clock: clock))
  }

  /// A visitor from an address, whose browser is known for some names.
  func visitor(
    _ address: String = "192.0.2.1", agent: String = "Firefox", devices: [KnownDevice] = []
  ) throws -> Visitor {
    let logger = log.logger(from: .trace)
    let client = Client(
      .to("localhost"), peer: try SocketAddress(ipAddress: address, port: 4711), proxies: .none)
    return Visitor(client: client, agent: agent, devices: devices, logger: logger)
  }

  @discardableResult
  func add(_ name: String, _ password: String = "correct horse") async throws -> Account {
    let name = try Username(validating: name)
    return try await accounts.add(name, password: Password(validating: password, for: name))
  }

  @discardableResult
  func signIn(
    _ name: String, _ password: String = "correct horse", from address: String = "192.0.2.1",
    replacing old: SessionToken? = nil, with devices: [KnownDevice] = []
  ) async throws(AccountProblem) -> SignedIn {
    let visitor: Visitor
    do { visitor = try self.visitor(address, devices: devices) } catch { throw .store(.internal("\(error)")) }
    return try await accounts.signIn(as: name, with: password, by: visitor, replacing: old)
  }

  /// How the session of a token ended; `nil` while it is valid.
  func end(of token: SessionToken) async throws -> SessionEnd? {
    try #require(try await store.session(digest: token.digest)).session.ended
  }
}

/// A suite each of whose tests has accounts of its own.
class AccountsTests {
  let world: AccountsWorld

  init() throws { world = try AccountsWorld() }
}
