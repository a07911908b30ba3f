import Hummingbird
import StatePages
import StateViews

extension AnonymousRequest {
  /// The page of the sign-in flow's step that the address names; a redirect where that step has nothing to do.
  func signInPage() async throws -> Response {
    guard let step = SignInFlow.addresses.step(at: address) else { throw RequestProblem.unknownAddress }
    return try await page(at: step)
  }

  /// The page with the form that is sent to the address.
  func pageOfSignInForm() async throws -> Response {
    guard let form = SignInFlow.forms.step(at: address) else { throw RequestProblem.unknownAddress }
    return try await page(at: form.step)
  }

  /// Takes the form of the sign-in flow that was sent.
  func signInForm() async throws -> Response {
    guard let form = SignInFlow.forms.step(at: address) else { throw RequestProblem.unknownAddress }
    return try await form.response(to: self)
  }

  /// The page of the gallery's step that the address names.
  func galleryPage() async throws -> Response {
    guard let step = GalleryFlow.addresses.step(at: address) else { throw RequestProblem.unknownAddress }
    return await page { () async throws(Failure) in try await GalleryFlow().page(at: step, for: self) }
  }

  private func page(at step: SignInFlow.Step) async throws -> Response {
    let flow = SignInFlow()
    if let event = try await flow.event(at: step, for: self) { return redirect(after: event, at: step) }
    return await page { () async throws(Failure) in try await flow.page(at: step, for: self) }
  }

  /// Redirects to the step that comes after an event of the sign-in flow: one of its own, or one of the app's.
  func redirect(after event: SignInFlow.Event, at step: SignInFlow.Step) -> Response {
    switch SignInFlow().after(event, at: step) {
    case .show(let next): .seeOther(SignInFlow.addresses.address(of: next))
    case .finish(let finish): redirect(after: TaskFlow.Event(finish), at: .overview())
    }
  }

  /// Redirects to the app's first page.
  func firstPage() -> Response {
    redirect(after: TaskFlow.Event.openedOverview(), at: .overview())
  }

  private func redirect(after event: TaskFlow.Event, at step: TaskFlow.Step) -> Response {
    app.settings.onEvent(event, step)
    return .seeOther(app.flow.address(after: event, at: step))
  }
}
