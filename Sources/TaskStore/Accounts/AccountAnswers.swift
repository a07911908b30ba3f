public import Foundation
public import Tasks

/// What a password is checked against.
public struct Credentials: Hashable, Sendable {
  /// Whose they are.
  public let account: AccountID
  /// What was kept of the password.
  public let record: String
}

/// An account as whoever runs the app sees it.
public struct AccountOverview: Hashable, Sendable {
  /// The account.
  public let account: Account
  /// How many lists it can see, without those in the trash.
  public let lists: Int
  /// How many tasks are in those, open and completed, without those in the trash.
  public let tasks: Int
  /// How many of its sessions live.
  public let sessions: Int
  /// When any of its sessions was last used, as long as that is remembered.
  public let lastSeen: Date?
}

/// What went with an account.
public struct RemovedAccount: Hashable, Sendable {
  /// How many lists, those in the trash included.
  public let lists: Int
  /// How many tasks in those, whether open, completed or in the trash.
  public let tasks: Int
}

/// The session that a browser has a token of, and whose it is.
public struct FoundSession: Hashable, Sendable {
  /// The session; it may have ended.
  public internal(set) var session: Session
  /// Its account.
  public let account: Account
  /// Names what is in the database: another name after each start of a process that serves it, and after a restore. Numbers of
  /// changes mean something only together with it.
  public internal(set) var epoch: String
  /// Names all that was in the database when this was read, as long as the process lives: as long as it is the same, nobody has
  /// written anything anywhere. Nil where that can't be told.
  public internal(set) var dataVersion: Int64?
}
