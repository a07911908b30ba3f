import Dispatch
import Foundation
import HTTPTypes
import Logging
import NIOCore
import StatePages
import StatePagesTesting
import Synchronization
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

  init(signUp: SignUp = .closed, hashing: CountedHashing = CountedHashing(), slots: Int = 2, queue: Int = 6) throws {
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
    let client = Client(.to("localhost"), peer: try SocketAddress(ipAddress: address, port: 4711), proxies: .none)
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

/// A cheap hash function that counts its calls, and can block until a test releases it.
final class CountedHashing: Sendable {
  /// The parameters of every call so far, in order.
  var asked: [PasswordHasher.Parameters] { model.withLock { $0.asked } }
  /// The calls so far.
  let begun = Tally()
  /// The maximum number of concurrent calls.
  var most: Int { model.withLock { $0.most } }

  private let model = Mutex(Model())
  private let gate: DispatchSemaphore?

  init(held: Bool = false) { gate = held ? DispatchSemaphore(value: 0) : nil }

  /// Lets `count` calls return.
  func release(_ count: Int = 1) {
    for _ in 0..<count { gate?.signal() }
  }

  func hasher(_ parameters: PasswordHasher.Parameters = .tiny, slots: Int = 2, queue: Int = 6) -> PasswordHasher {
    PasswordHasher(parameters: parameters, slots: slots, queue: queue) { password, salt, parameters in
      self.model.withLock { $0.begin(parameters) }
      self.begun.increment()
      self.gate?.wait()
      self.model.withLock { $0.running -= 1 }
      return Self.mixed(password, salt)
    }
  }

  /// Not secure, but deterministic and different for different input.
  private static func mixed(_ password: [UInt8], _ salt: [UInt8]) -> [UInt8] {
    var mixed = [UInt8](repeating: UInt8(password.count & 0xFF), count: PasswordRecord.hashBytes)
    for (index, byte) in (password + salt).enumerated() {
      mixed[index % mixed.count] &+= byte &* UInt8(index % 251 + 1)
    }
    return mixed
  }

  private struct Model: Sendable {
    var asked: [PasswordHasher.Parameters] = []
    var running = 0
    var most = 0

    mutating func begin(_ parameters: PasswordHasher.Parameters) {
      asked.append(parameters)
      running += 1
      most = max(most, running)
    }
  }
}

extension PasswordHasher.Parameters {
  /// Parameters that are cheap enough for tests in a debug build.
  static let tiny = PasswordHasher.Parameters(log2Cost: 1, blockSize: 1)
}
