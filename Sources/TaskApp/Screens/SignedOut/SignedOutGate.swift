import StatePages
import StateViews
import Tasks

/// What somebody sees who is signed out, in the place of the page that they asked for: the way in.
enum SignedOutGate: Gate {
  static let name: ViewName = "signed-out"

  struct View: TemplateView {
    static let fields: [String: Field<View>] = [
      "action": .address(\.action),
      "token": .optional { $0.wantsToken ? $0.token : nil },
      "tokenError": .view { $0.rejection?.error(in: .token) },
      "tokenFocus": .flag(\.startsAtToken),
      "username": .text(\.username),
      "usernameError": .view { $0.rejection?.error(in: .username) },
      "usernameFocus": .flag { !$0.startsAtToken && !$0.startsAtPassword },
      "passwordError": .view { $0.rejection?.error(in: .password) },
      "passwordFocus": .flag(\.startsAtPassword),
      "passwordInvalid": .flag { $0.isMismatch || $0.rejection?.error(in: .password) != nil },
      "passwordDescription": .optional(\.passwordDescription),
      "newPassword": .view { NewPasswordFields(.password, $0.rejection, hasFocus: $0.startsAtPassword) },
      "mismatch": .flag(\.isMismatch),
      "problem": .view { $0.rejection?.problem },
      "next": .optional(\.next),
      "kept": .optional { $0.kept?.description },
      "notDone": .flag(\.isNotDone),
      "notEnded": .flag(\.isNotEnded),
      "signUpHref": .optionalAddress(\.signUpHref),
      "signInHref": .optionalAddress(\.signInHref),
    ]
    /// Where its form is sent.
    let action: String
    /// As it was typed, or as it is known.
    var username = ""
    /// Why the form was not taken, if it was sent.
    var rejection: Rejection?
    /// Where to go afterwards, if not to the lists.
    var next: String?
    /// The form that is kept until its account is signed in again.
    var kept: SavedDraftID?
    /// Whether something was sent that was not done, and of which nothing is kept or shown.
    var isNotDone = false
    /// Whether somebody signed out whose session could not be ended.
    var isNotEnded = false
    /// Where to make an account; nil where not everybody may.
    var signUpHref: String?
    /// Whether the form asks for what the console printed, and what was typed for it.
    var wantsToken = false
    var token = ""
    /// Where to sign in instead, if one can.
    var signInHref: String?

    /// A password is typed anew whatever was wrong: what comes first is it, unless the name is still to be put right.
    private var startsAtPassword: Bool {
      !startsAtToken && !username.isEmpty && rejection?.error(in: .username) == nil
    }

    /// The token is the form's first field.
    private var startsAtToken: Bool { wantsToken && (token.isEmpty || rejection?.error(in: .token) != nil) }

    /// A wrong name and a wrong password are one problem: which of them it is, nobody is told.
    private var isMismatch: Bool { rejection == .refused(.mismatch) }

    /// The ids of what is told of the password.
    private var passwordDescription: String? {
      if isMismatch { return "form-error password-hint" }
      if rejection?.problem != nil { return "form-error" }
      return rejection?.error(in: .password) == nil ? nil : "password-error"
    }
  }

  static var samples: [GateSample<SignedOutGate>] { Samples.gates }
}
