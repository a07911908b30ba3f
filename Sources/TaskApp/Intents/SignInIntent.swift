import StateViews
import Tasks

/// What a reader wants who is not signed in, or leaves; see ``SignInFlow``.
enum SignInIntent: Intent {
  // Sent as forms.
  case setUp, signUp, signIn, signOut
  case createAccount
  case useOwnAccount
  case goOn(AfterSignIn)
}

/// Where a reader goes on after signing in.
enum AfterSignIn: Hashable, Sendable {
  /// At the page that was requested; at the first one, if the app has no such page.
  case requested(String)
  case draft(SavedDraftID)
  case first
}
