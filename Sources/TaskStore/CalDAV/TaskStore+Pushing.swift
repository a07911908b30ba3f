package import Foundation
import GRDB
package import Tasks

/// A subscription with the state of its resource.
package struct Push: Hashable, Sendable {
  /// What a program is to know of a resource.
  package struct State: Hashable, Sendable {
    /// The sync token of a list, empty once it is in the trash; or the lists in the calendar home.
    package let content: String
    /// What the properties of a list are made of; empty for the calendar home.
    package let properties: String
  }

  package let id: PushSubscriptionID
  package let account: AccountID
  /// Nil for the calendar home.
  package let list: ListID?
  package let endpoint: PushEndpoint
  package let origin: String
  package let until: Date
  package let state: State
  /// What of the state the program doesn't know, and has asked for.
  package let changed: PushSubscription.Triggers
}

/// How it went to tell a program.
package enum PushOutcome: Hashable, Sendable {
  case sent
  /// - Parameter isTriedAgain: whether the program is still to be told.
  case failed(code: String, reply: String?, isTriedAgain: Bool)
  /// The push service takes no messages for it any more.
  case gone
}

extension TaskStore {
  /// The accounts with subscriptions, each with the version of what it reads.
  package func accountsToPush() async throws(StoreError) -> [AccountID: Int64] {
    let accounts = try await readShortly { db in try db.rows(PushQuery.accounts, []) { $0.id(0) as AccountID } }
    return versions(of: accounts)
  }

  /// The subscriptions of an account whose programs are to be told of something: neither of those that have ended, nor those of an app
  /// password that was, nor of a list that is another's by now. That a list is in the trash is told.
  package func duePushes(of account: AccountID) async throws(StoreError) -> [Push] {
    let now = Milliseconds(now())
    return try await readShortly { db in try db.pushes(of: account, now).filter { !$0.changed.isEmpty } }
  }

  /// Notes what programs were told, or why they were not.
  package func end(_ pushes: [(push: Push, outcome: PushOutcome)]) async throws(StoreError) {
    try await write(concerning: []) { db, now in
      for (push, outcome) in pushes {
        switch outcome {
        case .gone: try db.run(PushQuery.forgetOne, [push.id.value])
        case .sent:
          try db.note(push.state, knownBy: push.id)
          try db.run(PushQuery.note, [now.value, nil, nil, push.id.value])
        case .failed(let code, let reply, let isTriedAgain):
          if !isTriedAgain { try db.note(push.state, knownBy: push.id) }
          try db.run(PushQuery.note, [now.value, code, reply, push.id.value])
        }
      }
    }
  }
}

extension Database {
  /// The subscriptions of an account that may be told of something.
  func pushes(of account: AccountID, _ now: Milliseconds) throws -> [Push] {
    let rows = try rows(PushQuery.ofAccount, [account.value, now.value, Limits.pushSubscriptions], PushRow.init)
    guard rows.contains(where: { $0.list == nil }) else { return rows.map { $0.push(of: account, lists: "") } }
    let lists = try self.rows(PushQuery.lists, [account.value]) { "\($0[0] as Int64)" }.joined(separator: " ")
    return rows.map { $0.push(of: account, lists: lists) }
  }

  func note(_ state: Push.State, knownBy id: PushSubscriptionID) throws {
    try run(PushQuery.know, [state.content, state.properties, id.value])
  }
}

private struct PushRow {
  let id: PushSubscriptionID
  let list: ListID?
  let endpoint: PushEndpoint
  let origin: String
  let triggers: PushSubscription.Triggers
  let until: Date
  let known: Push.State
  /// Nil for the calendar home.
  let state: Push.State?

  init(_ row: Row) throws {
    (id, list) = (row.id(0), row.idIfPresent(1))
    endpoint = PushEndpoint(resource: row[2], publicKey: row[3], authSecret: row[4])
    (origin, triggers, until) = (row[5], PushSubscription.Triggers(rawValue: row[6]), row.date(7))
    known = Push.State(content: row[8], properties: row[9])
    state = list.map { list in
      Push.State(
        content: row[15] as Bool ? "" : SyncToken(list, row[10], at: row[11], .max).description,
        properties: [row[12] as String, row[13] as String? ?? "", row[14] as String].joined(separator: " "))
    }
  }

  func push(of account: AccountID, lists: String) -> Push {
    let state = state ?? Push.State(content: lists, properties: "")
    var changed: PushSubscription.Triggers = []
    if state.content != known.content { changed.insert(.content) }
    if state.properties != known.properties { changed.insert(.properties) }
    return Push(
      id: id, account: account, list: list, endpoint: endpoint, origin: origin, until: until, state: state,
      changed: changed.intersection(triggers))
  }
}

enum PushQuery {
  static let accounts = "SELECT DISTINCT account FROM push_subscriptions"

  static let ofAccount = """
    SELECT r.id, r.list, r.resource, r.public_key, r.auth_secret, r.origin, r.triggers, r.until,
      r.known_content, r.known_properties, \(ObjectQuery.revision), \(CollectionQuery.moment), m.role, m.color, l.name,
      l.deleted IS NOT NULL
    FROM push_subscriptions r CROSS JOIN app_passwords p ON p.id = r.app_password AND p.account = r.account
      CROSS JOIN accounts a ON a.id = r.account
      LEFT JOIN lists l ON l.id = r.list LEFT JOIN sources s ON s.list = r.list
      LEFT JOIN memberships m ON m.account = r.account AND m.list = r.list
    WHERE r.account = ?1 AND r.until > ?2 AND p.ended IS NULL AND a.removed IS NULL AND a.disabled IS NULL
      AND (r.list IS NULL OR m.role IS NOT NULL)
    LIMIT ?3
    """

  /// The lists in the calendar home of an account.
  static let lists = """
    SELECT m.list FROM memberships m CROSS JOIN lists l ON l.id = m.list
    WHERE m.account = ? AND l.deleted IS NULL AND NOT EXISTS (SELECT 1 FROM filters f WHERE f.list = l.id)
    ORDER BY m.list
    """

  static let known = "SELECT id FROM push_subscriptions WHERE account = ? AND coalesce(list, 0) = ? AND resource = ?"
  static let count = "SELECT count(*) FROM push_subscriptions WHERE account = ?"

  static let insert = """
    INSERT INTO push_subscriptions
      (account, app_password, list, resource, public_key, auth_secret, origin, triggers, until, known_content, known_properties)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, '', '')
    """

  static let renew = """
    UPDATE push_subscriptions SET app_password = ?, public_key = ?, auth_secret = ?, origin = ?, triggers = ?, until = ?
    WHERE id = ?
    """

  static let know = "UPDATE push_subscriptions SET known_content = ?, known_properties = ? WHERE id = ?"
  static let note = "UPDATE push_subscriptions SET tried = ?, failure = ?, reply = ? WHERE id = ?"
  static let remove = "DELETE FROM push_subscriptions WHERE id = ? AND account = ? AND until > ?"
  static let forgetOne = "DELETE FROM push_subscriptions WHERE id = ?"
  static let ofAppPassword = "DELETE FROM push_subscriptions WHERE app_password = ?"
  static let forgetOfAccount = "DELETE FROM push_subscriptions WHERE account = ? AND until <= ?"
  static let forget = """
    DELETE FROM push_subscriptions WHERE id IN (SELECT id FROM push_subscriptions WHERE until <= ? LIMIT ?)
    """
}
