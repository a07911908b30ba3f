import Hummingbird
import StatePages
import StateViews

extension DeparturesApp {
  /// Whether the sender of a request is signed in. A reader is known by the card's number.
  func access(of request: Request) -> Access<String, CardGate.Reason> {
    switch sessions.access(of: request) {
    case .granted(let card): .granted(card)
    case .signedOut(let expired): .signedOut(expired == nil ? .newcomer : .expired)
    }
  }

  /// Routes the forms. Each that is accepted is answered with a redirect to a step.
  func addForms(to router: Router<PageRequestContext>) {
    router.post("/operators/{operator}/refresh") { _, context in
      flow.copies.refresh(try context.parameters.require("operator", as: TransportOperator.self))
      return flow.redirect(after: .closed, at: .board)
    }
    router.post("/departures/{departure}", use: order)
    router.post("/bookings/{key}/retry") { request, context in
      let key = try context.parameters.require("key", as: IdempotencyKey.self)
      if case .granted(let card) = sessions.access(of: request) { try flow.jobs.retry(key, of: card) }
      return Response.seeOther(DeparturesFlow.addresses.address(of: .booking(key)))  // with the gate, if signed out
    }
    router.post("/sign-in", use: signIn)
    router.post("/sign-out") { request, context in
      sessions.end(of: request, in: flow.redirect(after: .closed, at: .board), for: context.client)
    }
  }

  /// Starts the booking of a valid form, once for equal submissions.
  @Sendable private func order(_ request: Request, _ context: PageRequestContext) async throws -> Response {
    let departure = try context.parameters.require("departure", as: Departure.self)
    let access = access(of: request)
    guard case .granted(let card) = access, departure.leaves > flow.now() else {
      // The gate, or that the departure is gone.
      throw RequestProblem(try await flow.page(at: .form(departure), for: access))
    }
    let form = try await FormBody(request, fields: ["name", "seats", "version"])
    var state = BookingForm.State(form)
    guard let order = state.order(of: departure) else {
      throw RequestProblem(again: try flow.formPage(of: departure, state), Failure(.invalid))
    }
    let key = form.idempotencyKey(of: request)
    try flow.jobs.start(key, of: card, flow.office.work(order, of: card, as: key))
    return flow.redirect(after: .ordered(key), at: .form(departure))
  }

  /// Begins a session and leads back. `next` can hold anything: only the address of a step is returned to.
  @Sendable private func signIn(_ request: Request, _ context: PageRequestContext) async throws -> Response {
    let form = try await FormBody(request, fields: ["card", "next"])
    let step = DeparturesFlow.addresses.step(at: form["next"] ?? "/") ?? .board
    let card = form["card"] ?? ""
    guard card.count == 8, card.allSatisfy({ $0.isASCII && $0.isNumber }) else {
      throw RequestProblem(flow.gate(.invalid, at: step))
    }
    return sessions.begin(
      for: card, in: .seeOther(DeparturesFlow.addresses.address(of: step)), for: context.client)
  }
}
