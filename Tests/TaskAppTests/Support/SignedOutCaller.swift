import Foundation
import GRDB
import Tasks
import Testing

@testable import TaskApp
@testable import TaskStore

/// Every kind of signed-out request to a database with accounts, by its cookie.
enum SignedOutCaller: CaseIterable {
  /// No cookie at all.
  case nobody
  /// A cookie that is not a token, or an unknown one.
  case garbage, unknown
  /// Two cookies with the name, of which at least one was not set by the app.
  case two
  /// The token of a valid session, in a cookie that anyone on the network could have set.
  case plainlyNamed
  /// The cookie of a removed account.
  case removed
  /// Cookies of sessions that have ended.
  case signedOut, idle, old, revoked, replaced

  /// The gate's reason.
  var reason: String {
    switch self {
    case .nobody, .garbage, .unknown, .two, .plainlyNamed, .removed, .signedOut: "registered"
    case .idle, .old, .revoked, .replaced: "expired"
    }
  }

  /// The cookie, of a session of the world's own account if of any.
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
  /// Dates the account's password a year back, because a session from before a change of password saves no drafts.
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
