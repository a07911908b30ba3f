package import Foundation
import GRDB
package import Tasks

extension AccountStore {
  /// Subscribes the program of the app password to the changes of a list, or of the account's lists. One that has subscribed to the same
  /// at the same address of its push service gets the same subscription, with its new keys and end.
  /// - Parameter list: nil for the calendar home.
  /// - Returns: the subscription and when it ends; nil if the account has as many as it may have.
  /// - Throws: ``StoreError/notFound`` for a list that it can't read, and once the app password has ended.
  package func subscribe(
    _ subscription: PushSubscription, to list: ListID?
  ) async throws(Problem) -> (id: PushSubscriptionID, until: Date)? {
    try await write { db, now in
      if let list { try db.requireReadable(list, for: account) }
      guard let app else { throw StoreError.internal("a subscription of no app password") }
      let until = Self.end(of: subscription, now)
      try db.run(PushQuery.forgetOfAccount, [account.value, now.value])
      let (endpoint, triggers) = (subscription.endpoint, subscription.triggers.rawValue)
      let known = try db.row(PushQuery.known, [account.value, list?.value ?? 0, endpoint.resource]) { row in
        row.id(0) as PushSubscriptionID
      }
      if let known {
        try db.run(
          PushQuery.renew,
          [
            app.id.value, endpoint.publicKey, endpoint.authSecret, subscription.origin, triggers, until.value,
            known.value,
          ])
        return (known, until.date)
      }
      if try db.count(PushQuery.count, [account.value]) >= Limits.pushSubscriptions { return nil }
      try db.run(
        PushQuery.insert,
        [
          account.value, app.id.value, list?.value, endpoint.resource, endpoint.publicKey, endpoint.authSecret,
          subscription.origin, triggers, until.value,
        ])
      let id = PushSubscriptionID(db.lastInsertedRowID)
      // Nil if the app password was ended meanwhile.
      guard let made = try db.pushes(of: account, now).first(where: { $0.id == id }) else { throw StoreError.notFound }
      try db.note(made.state, knownBy: id)
      return (id, until.date)
    }
  }

  /// - Throws: ``StoreError/notFound`` for a subscription that is another account's, or has ended.
  package func unsubscribe(_ id: PushSubscriptionID) async throws(Problem) {
    try await write { db, now in
      try db.run(PushQuery.remove, [id.value, account.value, now.value])
      guard db.changesCount == 1 else { throw StoreError.notFound }
    }
  }

  /// When a subscription ends: an end that has passed already is none.
  private static func end(of subscription: PushSubscription, _ now: Milliseconds) -> Milliseconds {
    let last = now + .seconds(Limits.pushDays * 86_400)
    guard let expires = subscription.expires.map({ Milliseconds($0) }), expires > now else { return last }
    return min(expires, last)
  }
}

/// The subscriptions whose programs know what a transaction writes, so that nothing tells them of it: WebDAV-Push's `Push-Dont-Notify`.
package enum InformedSubscriptions: Hashable, Sendable {
  case none
  /// All of the account.
  case all
  /// Some of the account.
  case some(Set<PushSubscriptionID>)

  func contains(_ id: PushSubscriptionID) -> Bool {
    switch self {
    case .none: false
    case .all: true
    case .some(let ids): ids.contains(id)
    }
  }
}

extension Database {
  /// Writes, and notes what has become of the resources as known by some programs, but not by those that did not know what was there before.
  func informing<Value>(
    _ informed: InformedSubscriptions, of account: AccountID, _ now: Milliseconds, _ write: () throws -> Value
  ) throws -> Value {
    if informed == .none { return try write() }
    let before = try pushes(of: account, now).filter { informed.contains($0.id) && $0.changed.isEmpty }
    let value = try write()
    let ids = Set(before.map(\.id))
    for push in try pushes(of: account, now) where ids.contains(push.id) && !push.changed.isEmpty {
      try note(push.state, knownBy: push.id)
    }
    return value
  }
}
