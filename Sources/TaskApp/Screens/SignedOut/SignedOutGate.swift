import StatePages
import StateViews
import Tasks

/// The gate: what a signed-out reader sees in place of the requested page, with a form to sign in or create an account.
enum SignedOutGate: Gate {
  static let name: ViewName = "signed-out"

  struct View: TemplateView {
    static let fields: [String: Field<View>] = [
      "action": .address(\.action),
      "token": .optional { $0.wantsToken ? $0.token : nil },
      "tokenError": .view { $0.rejection?.error(in: .token) },
      "tokenLocally": .flag(\.wantsTokenLocally), "plainHTTP": .flag(\.isPlainHTTP),
      "tokenFocus": .flag(\.startsAtToken), "username": .text(\.username),
      "usernameError": .view { $0.rejection?.error(in: .username) },
      "usernameFocus": .flag { !$0.startsAtToken && !$0.startsAtPassword },
      "passwordError": .view { $0.rejection?.error(in: .password) },
      "passwordFocus": .flag(\.startsAtPassword),
      "passwordInvalid": .flag { $0.isMismatch || $0.rejection?.error(in: .password) != nil },
      "passwordDescription": .optional(\.passwordDescription),
      "newPassword": .view { NewPasswordFields(.password, $0.rejection, hasFocus: $0.startsAtPassword) },
      "zone": .view(\.zone), "mismatch": .flag(\.isMismatch),
      "problem": .view { $0.rejection?.problem },
      "next": .optional(\.next),
      "kept": .optional { $0.kept?.description },
      "notDone": .flag(\.isNotDone), "notEnded": .flag(\.isNotEnded), "demo": .view(\.demo),
      "signUpHref": .optionalAddress(\.signUpHref), "signInHref": .optionalAddress(\.signInHref),
    ]
    let action: String
    /// The user name, as typed or as already known.
    var username = ""
    /// Why the form was rejected, if it was sent.
    var rejection: Rejection?
    /// The address to redirect to after signing in; nil for the overview.
    var next: String?
    var kept: SavedDraftID?
    /// Whether a form was sent that was neither processed, nor saved, nor shown again.
    var isNotDone = false
    /// Whether the reader signed out, but the session could not be ended.
    var isNotEnded = false
    /// The account of the demo, to sign in with one press; nil outside of a demo.
    var demo: DemoAccount?
    /// The sign-up page; nil if sign-up is closed.
    var signUpHref: String?
    /// Whether the form has a field for the token that the console printed, and the typed value.
    var wantsToken = false
    var token = ""
    /// Whether the token is needed on this machine as well: requests from here may be those of a proxy.
    var wantsTokenLocally = false
    /// The page with the sign-in form, linked from the sign-up form.
    var signInHref: String?
    var zone: AccountTimeZones?
    /// Whether the cookie was given over an unencrypted connection.
    var isPlainHTTP = false

    /// Whether the password has the focus: it must be typed again after any error, unless the name needs correction first.
    private var startsAtPassword: Bool { !startsAtToken && !username.isEmpty && rejection?.error(in: .username) == nil }

    /// Whether the token has the focus: it is the form's first field.
    private var startsAtToken: Bool { wantsToken && (token.isEmpty || rejection?.error(in: .token) != nil) }

    /// Whether the name or the password is wrong; the response does not reveal which.
    private var isMismatch: Bool { rejection == .refused(.mismatch) }

    /// The ids of the elements that describe the password field, for `aria-describedby`.
    private var passwordDescription: String? {
      if isMismatch { return "form-error password-hint" }
      if rejection?.problem != nil { return "form-error" }
      return rejection?.error(in: .password) == nil ? nil : "password-error"
    }
  }

  static var samples: [GateSample<SignedOutGate>] { Samples.gates }
}
