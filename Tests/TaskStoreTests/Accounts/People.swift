import Foundation
import Synchronization
import Tasks
import Testing

@testable import TaskStore

extension World {
  /// The same store for a new account; the first one takes over the existing lists.
  func register(_ name: String) async throws -> World {
    let account = try await store.addAccount(Username(validating: name), password: "record of \(name)")
    return World(store, clock, account.id)
  }

  /// A new session of the account, with its digest.
  @discardableResult
  func signIn(agent: String = "Browser/1", replacing old: Data? = nil) async throws -> (digest: Data, session: Session)
  {
    let digest = Data.digest()
    return (digest, try await store.beginSession(digest: digest, for: account, agent: agent, replacing: old))
  }

  /// How the session with that digest ended; `nil` while it is valid.
  func end(_ digest: Data) async throws -> SessionEnd? {
    try #require(try await store.session(digest: digest)).session.ended
  }
}

extension Data {
  private static let count = Atomic<UInt64>(0)

  /// 32 bytes that were not used before.
  static func digest() -> Data {
    let number = count.add(1, ordering: .relaxed).newValue
    return Data(repeating: 0xD1, count: 24) + Swift.withUnsafeBytes(of: number.bigEndian) { Data($0) }
  }
}
