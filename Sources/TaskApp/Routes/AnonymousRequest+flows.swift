import Hummingbird
import StatePages
import StateViews

extension AnonymousRequest {
  /// The page of the sign-in flow's step that the address names; a redirect where that step has nothing to do.
  func signInPage() async throws -> Response {
    guard let step = SignInFlow.addresses.step(at: address) else { throw RequestProblem.unknownAddress }
    return try await page(at: step)
  }

  func pageOfSignInForm() async throws -> Response {
    guard let form = SignInFlow.forms.step(at: address) else { throw RequestProblem.unknownAddress }
    return try await page(at: form.step)
  }

  func signInForm() async throws -> Response {
    guard let form = SignInFlow.forms.step(at: address) else { throw RequestProblem.unknownAddress }
    try requireRate(cost: RequestSender.form)
    return try await form.response(to: signIn)
  }

  /// The page of the gallery's step that the address names.
  func galleryPage() async throws -> Response {
    guard let step = Gallery.addresses.step(at: address) else { throw RequestProblem.unknownAddress }
    return await page { () async throws(Failure) in
      let page = Samples.$language.withValue(look.language) {
        Result { () throws(Failure) in try app.gallery.page(at: step, for: ()) }
      }
      return try page.get()
    }
  }

  private func page(at step: SignInStep) async throws -> Response {
    let (flow, request) = (app.signIn, signIn)
    if let event = try await flow.redirect(at: step, for: request) { return request.redirect(after: event, at: step) }
    return await page { () async throws(Failure) in try await flow.page(at: step, for: request) }
  }

  /// The request for the sign-in flow. The app mounts that flow at its root, and the end of the flow is an event of ``TaskFlow``.
  var signIn: SignInRequest {
    SignInRequest(anonymous: self) { event, step in
      address(after: event, at: step) { app.flow.address(after: $0, at: .overview()) }.text
    } action: { form in
      SignInFlow.action(form)
    } destination: { event, step in
      address(after: event, at: step) { destination(after: $0) }
    }
  }

  private func address(
    after event: SignInEvent, at step: SignInStep, finished: (TaskEvent) -> PageAddress
  ) -> PageAddress {
    switch app.signIn.after(event, at: step) {
    case .show(let next): SignInFlow.addresses.address(of: next)
    case .finish(let finish): finished(TaskEvent(finish))
    }
  }

  private func destination(after event: TaskEvent) -> PageAddress {
    EventRecorder.current?.note(event, at: TaskStep.overview())
    return app.flow.address(after: event, at: .overview())
  }
}

extension SignInRequest: AppRequest {
  func redirect(after event: SignInEvent, at step: SignInStep) -> Response { .seeOther(destination(event, step)) }
}

extension MountedRequest {
  func redirect(after event: Inner.Event, at step: Inner.Step) async -> Response {
    .seeOther(await destination(event, step))
  }
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
