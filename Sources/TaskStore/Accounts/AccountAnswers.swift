public import Foundation
public import Tasks

/// The stored credentials of an account.
public struct Credentials: Hashable, Sendable {
  /// The account.
  public let account: AccountID
  /// The record that a password is verified against.
  public let record: String
  /// Whether the operator has disabled the account.
  public let isDisabled: Bool
}

/// An account as the operator sees it.
public struct AccountOverview: Hashable, Sendable {
  /// The account.
  public let account: Account
  /// The number of its active sessions.
  public let sessions: Int
  /// When any of its sessions was last used; nil if no session is stored.
  public let lastSeen: Date?
  /// What it uses of its quotas.
  public let usage: Usage
}

/// What was removed with an account.
public struct RemovedAccount: Hashable, Sendable {
  /// The number of its lists, the trash included.
  public let lists: Int
  /// The number of tasks in those lists, the trash included.
  public let tasks: Int
}

/// The session of a token, with its account.
public struct FoundSession: Hashable, Sendable {
  /// The session; it may have ended.
  public internal(set) var session: Session
  /// Its account.
  public let account: Account
  /// The name of the database's contents. It changes with each start of a serving process and with a restore. Change ids are
  /// meaningful only together with it.
  public internal(set) var epoch: String
  /// The data version at which this was read, valid within the process. While it is unchanged, nothing was written. Nil if it
  /// could not be read.
  public internal(set) var dataVersion: Int64?
}
