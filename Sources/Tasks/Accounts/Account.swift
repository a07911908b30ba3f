public import Foundation

/// Somebody who keeps lists: all that pages print of them is in here.
public struct Account: Hashable, Sendable {
  /// Its number.
  public let id: AccountID
  /// What it is called, as typed.
  public let name: String
  /// When it was made.
  public let created: Date
  /// How it likes its pages.
  public let settings: AccountSettings
  /// When its password was last set; nil while it has none.
  public let passwordChanged: Date?
  /// When its settings were last saved; nil while they are the standard ones that it began with.
  public let settingsChanged: Date?

  /// An account as it is stored.
  public init(
    id: AccountID, name: String, created: Date, settings: AccountSettings = .standard, passwordChanged: Date? = nil,
    settingsChanged: Date? = nil
  ) {
    self.id = id
    self.name = name
    self.created = created
    self.settings = settings
    self.passwordChanged = passwordChanged
    self.settingsChanged = settingsChanged
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
