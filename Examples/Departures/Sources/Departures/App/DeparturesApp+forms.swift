import Hummingbird
import StatePages
import StateViews

extension DeparturesApp {
  /// Whether the sender of a request is signed in.
  func access(of request: Request) -> CardAccess {
    switch sessions.access(of: request) {
    case .granted(let card): .granted(card)
    case .signedOut(let expired): .signedOut(expired == nil ? .newcomer : .expired)
    }
  }

  /// Answers a form: with a redirect to a step if it is accepted. A signed-out sender of a booking gets its page, which is the gate.
  @Sendable func answer(
    to step: DeparturesFlow.Step, _ access: CardAccess, _ request: Request, _ context: PageRequestContext
  ) async throws -> Response? {
    switch (step, access) {
    case (.refresh(let transport), _):
      flow.copies.refresh(transport)
      return flow.redirect(after: .closed, at: step)
    case (.signIn, _): return try await signIn(request, context)
    case (.signOut, _):
      return sessions.end(of: request, in: flow.redirect(after: .closed, at: step), for: context.client)
    case (.booking(.form(let departure)), .granted(let card)):
      return booked(try await order(departure, of: card, request), at: step)
    case (.booking(.booking(let key)), .granted(let card)):
      try flow.booking.jobs.retry(key, of: card)
      return booked(key, at: step)
    case (.booking, _), (.board, _): return nil
    }
  }

  private func booked(_ key: IdempotencyKey, at step: DeparturesFlow.Step) -> Response {
    flow.intents(at: step).redirect(after: BookingFlow.Event.ordered(key))
  }

  /// Starts the booking of a valid form, once for equal submissions.
  private func order(_ departure: Departure, of card: String, _ request: Request) async throws -> IdempotencyKey {
    let booking = flow.booking
    let form = try await FormBody(request, fields: ["name", "seats", "version"])
    var state = BookingForm.State(form)
    _ = try booking.formPage(of: departure, state)  // A departure that has left is gone.
    guard let order = state.order(of: departure) else {
      throw RequestProblem(again: try booking.formPage(of: departure, state), Failure(.invalid))
    }
    let key = form.idempotencyKey(of: request)
    try booking.jobs.start(key, of: card, booking.office.work(order, of: card, as: key))
    return key
  }

  /// Begins a session and leads back. `next` can hold anything: only the address of a step is returned to.
  private func signIn(_ request: Request, _ context: PageRequestContext) async throws -> Response {
    let form = try await FormBody(request, fields: ["card", "next"])
    let next = DeparturesFlow.addresses.address(of: DeparturesFlow.addresses.step(at: form["next"] ?? "/") ?? .board)
    let card = form["card"] ?? ""
    guard card.count == 8, card.allSatisfy({ $0.isASCII && $0.isNumber }) else {
      throw RequestProblem(flow.frame.gate(.invalid, next: next))
    }
    return sessions.begin(for: card, in: .seeOther(next), for: context.client)
  }
}
