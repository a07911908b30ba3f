public import Foundation

/// Somebody who keeps lists.
public struct Account: Hashable, Sendable {
  /// Its number.
  public let id: AccountID
  /// What it is called.
  public let name: String
  /// When it was made.
  public let created: Date

  /// An account as it is stored.
  public init(id: AccountID, name: String, created: Date) {
    self.id = id
    self.name = name
    self.created = created
  }
}

/// What an account may do with a list that it is a member of.
public enum Role: String, CaseIterable, Hashable, Sendable {
  /// Everything, deleting the list included.
  case owner
  /// Everything with its tasks and its name.
  case editor
  /// Reading only.
  case viewer
}
