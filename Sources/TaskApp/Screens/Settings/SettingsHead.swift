import StatePages

/// The head of the settings: the account's name, and the button to sign out.
struct SettingsHead: Piece {
  static let template = "settings/head"
  static let fields: [String: Field<SettingsHead>] = [
    "name": .text(\.name),
    "activityHref": .address { _ in TaskFlow.address(after: .openedActivity) },
    "signOutAction": .address { _ in SignInFlow.action(.signOut) },
  ]
  /// The account's name.
  let name: String
}
