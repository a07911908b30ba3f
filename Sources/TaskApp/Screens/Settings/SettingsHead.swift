import StatePages

/// The head of the settings: who is signed in, and the way out.
struct SettingsHead: Piece {
  static let template = "settings/head"
  static let fields: [String: Field<SettingsHead>] = [
    "name": .text(\.name),
    "activityHref": .address { _ in TaskFlow.address(after: .openedActivity) },
    "signOutAction": .address { _ in SignInFlow.action(.signOut) },
  ]
  /// What the account is called.
  let name: String
}
