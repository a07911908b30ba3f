package import Foundation

/// An account, with the data that pages show.
package struct Account: Hashable, Sendable {
  package let id: AccountID
  /// The name, as typed.
  package let name: String
  package let created: Date
  package let settings: AccountSettings
  /// When the password was last set; nil if it has none.
  package let passwordChanged: Date?
  /// When the settings were last saved; nil if they never were.
  package let settingsChanged: Date?
  /// When the operator disabled it; nil while it may sign in.
  package let disabled: Date?
  /// Whether it may see the page about the server.
  package let isOperator: Bool

  package init(
    id: AccountID, name: String, created: Date, settings: AccountSettings = .standard, passwordChanged: Date? = nil,
    settingsChanged: Date? = nil, disabled: Date? = nil, isOperator: Bool = false
  ) {
    (self.id, self.name, self.created) = (id, name, created)
    (self.settings, self.passwordChanged, self.settingsChanged) = (settings, passwordChanged, settingsChanged)
    (self.disabled, self.isOperator) = (disabled, isOperator)
  }
}
