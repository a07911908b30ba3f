import Foundation
import GRDB
import Tasks
import Testing

@testable import TaskApp
@testable import TaskStore

/// Everybody who is not signed in though there are accounts, by what their browser shows.
enum SignedOutCaller: CaseIterable {
  /// No cookie at all.
  case nobody
  /// A cookie that is no token, or none that ever was.
  case garbage, unknown
  /// Two cookies of the name: at least one of them is not ours.
  case two
  /// The token of a session that lives, in a cookie that anybody on the way could have set.
  case plainlyNamed
  /// The cookie of an account that is no more.
  case removed
  /// Cookies of sessions that have ended.
  case signedOut, idle, old, revoked, replaced

  /// Why the gate is shown to them.
  var reason: String {
    switch self {
    case .nobody, .garbage, .unknown, .two, .plainlyNamed, .removed, .signedOut: "registered"
    case .idle, .old, .revoked, .replaced: "expired"
    }
  }

  /// What their browser shows: of the world's own account, if of any.
  func cookie(in world: World) async throws -> String? {
    switch self {
    case .nobody: return nil
    case .garbage: return "__Host-fourfold=garbage"
    case .unknown: return "__Host-fourfold=\(SessionToken().text)"
    case .two: return try await "\(world.signIn(world.account)); \(world.signIn(world.account))"
    case .plainlyNamed: return try await world.signIn(world.account).replacing("__Host-", with: "")
    case .removed:
      let account = try await world.store.addAccount(Username(validating: "Gone"), password: World.record).id
      let cookie = try await world.signIn(account)
      try await world.store.removeAccount(account)
      return cookie
    case .signedOut: return try await ended(as: .signedOut, world)
    case .revoked: return try await ended(as: .revoked, world)
    case .replaced: return try await ended(as: .replaced, world)
    case .idle:
      world.time.advance(by: .zero - Limits.sessionIdle - .seconds(1))
      try await world.makePasswordOlder()
      let cookie = try await world.signIn(world.account)
      world.time.advance(by: Limits.sessionIdle + .seconds(1))
      return cookie
    case .old:
      world.time.advance(by: .zero - Limits.sessionAge - .seconds(1))
      try await world.makePasswordOlder()
      let cookie = try await world.signIn(world.account)
      world.time.advance(by: Limits.sessionAge)
      let found = try #require(try await world.store.session(digest: World.token(cookie).digest))
      // It was used until a second ago.
      try await world.store.touch([found.session.id: world.time.now])
      world.time.advance(by: .seconds(1))
      return cookie
    }
  }

  private func ended(as end: SessionEnd, _ world: World) async throws -> String {
    let cookie = try await world.signIn(world.account)
    try await world.store.endSession(digest: World.token(cookie).digest, as: end)
    return cookie
  }
}

extension World {
  /// Has the account's password be set a year ago: a session from before another password is not its owner's any more.
  func makePasswordOlder() async throws {
    let arguments: StatementArguments = [account.value]
    try await store.database.write { db in
      try db.execute(
        sql: "UPDATE credentials SET changed = changed - 31536000000 WHERE account = ?", arguments: arguments)
    }
  }

  /// The token in a cookie.
  static func token(_ cookie: String?) throws -> SessionToken {
    try #require(cookie?.split(separator: "=").last.flatMap { SessionToken($0) })
  }
}
