public import Foundation

/// An account, with the data that pages show.
public struct Account: Hashable, Sendable {
  /// The id.
  public let id: AccountID
  /// The name, as typed.
  public let name: String
  /// When it was created.
  public let created: Date
  /// The settings.
  public let settings: AccountSettings
  /// When the password was last set; nil if it has none.
  public let passwordChanged: Date?
  /// When the settings were last saved; nil if they never were.
  public let settingsChanged: Date?
  /// When the operator disabled it; nil while it may sign in.
  public let disabled: Date?
  /// Whether it may see the page about the server.
  public let isOperator: Bool

  package init(
    id: AccountID, name: String, created: Date, settings: AccountSettings = .standard, passwordChanged: Date? = nil,
    settingsChanged: Date? = nil, disabled: Date? = nil, isOperator: Bool = false
  ) {
    (self.id, self.name, self.created) = (id, name, created)
    (self.settings, self.passwordChanged, self.settingsChanged) = (settings, passwordChanged, settingsChanged)
    (self.disabled, self.isOperator) = (disabled, isOperator)
  }
}

/// The role of a member of a list, which decides what the account may do with it.
public enum Role: String, CaseIterable, Hashable, Sendable {
  /// May do everything, deleting the list included.
  case owner
  /// May edit the list's tasks and its name.
  case editor
  /// May only read.
  case viewer
}
