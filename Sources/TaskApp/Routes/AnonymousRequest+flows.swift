import Hummingbird
import StatePages
import StateViews

extension AnonymousRequest {
  /// The page of a step of the sign-in flow; a redirect where that step has nothing to do.
  func page(at step: SignInStep) async throws -> Response {
    if let response = try await AppFlow().mountedRedirect(at: .signingIn(step), for: self) { return response }
    return await page { () async throws(Failure) in
      try await AppFlow().presentedPage(at: .signingIn(step), for: self)
    }
  }

  func answer(to form: SignInForm) async throws -> Response {
    try requireRate(cost: RequestSender.form)
    return try await form.response(to: SignInRequest(anonymous: self, at: .form(form)))
  }

  /// The page of a step of the gallery.
  func page(at step: Gallery.Step) async -> Response {
    await page { () async throws(Failure) in
      let page = Samples.$language.withValue(look.language) {
        Result { () throws(Failure) in try app.gallery.page(at: step, for: ()) }
      }
      return try page.get()
    }
  }

  /// The request for the gate, in place of any page.
  var signIn: SignInRequest { SignInRequest(anonymous: self, at: .signIn) }
}

extension SignInRequest: AppRequest {
  init(anonymous: AnonymousRequest, at step: SignInStep) {
    self.init(anonymous: anonymous, intents: AppFlow().intents(at: .signingIn(step)))
  }

  func redirect(after event: SignInEvent) -> Response { intents.redirect(after: event) }
}

extension SignInForm {
  /// Processes the form, whose body has not been read.
  func response(to request: SignInRequest) async throws -> Response {
    switch self {
    case .setUp: try await SignInForms.setUp(request)
    case .signUp: try await SignInForms.signUp(request)
    case .signIn: try await SignInForms.signIn(request)
    case .signOut: await SignInForms.signOut(request)
    }
  }
}
