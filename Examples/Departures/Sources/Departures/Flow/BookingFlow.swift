import StatePages
import StateViews

/// A sender of requests, known by the number of the card.
typealias CardAccess = Access<String, CardGate.Reason>

/// What a page of the booking needs to know of its request.
struct BookingRequest: Sendable {
  let access: CardAccess
  /// Where the steps are mounted.
  let intents: IntentAddresses
}

/// Books a departure: its form, and the booking. ``DeparturesFlow`` mounts it.
struct BookingFlow: PageFlow {
  enum Step: Hashable, Sendable { case form(Departure), booking(IdempotencyKey) }
  enum Event: Intent { case ordered(IdempotencyKey) }
  static let addresses = StepAddresses<Step> {
    StepAddress(form: "/{departure}", .segment) { .form($0) }
    // POST retries the booking.
    StepAddress(form: "/bookings/{key}", .segment) { .booking($0) }
  }
  let frame: Frame
  let office: BookingOffice
  let jobs: Jobs<String, Booking>

  func after(_ event: Event, at step: Step) -> Outcome<Step, Never> {
    switch event {
    case .ordered(let key): .show(.booking(key))
    }
  }

  func page(at step: Step, for request: BookingRequest) throws(Failure) -> Page {
    switch (step, request.access) {
    case (_, .signedOut(let reason)): frame.gate(reason, next: request.intents.address(ofStep: step))
    case (.form(let departure), .granted): try formPage(of: departure, BookingForm.State())
    case (.booking(let key), .granted(let card)):
      frame.page(.booking) {
        Region<BookingScreen>("booking", jobs.content(of: key, of: card), retry: .post(Event.ordered(key)))
      }
    }
  }

  func formPage(of departure: Departure, _ state: BookingForm.State) throws(Failure) -> Page {
    guard departure.leaves > frame.now() else { throw Failure(.gone) }
    return frame.page(.form) {
      BookingForm(row: DepartureRow(departure: departure, look: frame.look), state: state, version: jobs.version)
    }
  }
}
