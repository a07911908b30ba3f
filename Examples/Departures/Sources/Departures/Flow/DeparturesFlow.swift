import Hummingbird
import StatePages
import StateViews

/// From the board to a booking: which step comes next, its address and its page.
struct DeparturesFlow: PageFlow {
  enum Step: Hashable, Sendable { case board, form(Departure), booking(IdempotencyKey) }
  enum Event: Sendable { case closed, ordered(IdempotencyKey) }
  typealias Source = @Sendable (TransportOperator) -> any StatefulContent<[Departure]>
  static let addresses = StepAddresses<Step> {
    StepAddress("/", .board)
    StepAddress("/departures/{departure}", .segment) { .form($0) }
    StepAddress("/bookings/{key}", .segment) { .booking($0) }
  }
  /// Where the intents of screens lead.
  static let intents = IntentAddresses { (intent: BoardIntent) in
    switch intent {
    case .book(let departure): addresses.address(of: .form(departure))
    }
  }
  let files: StaticFiles
  let now: @Sendable () -> Int64
  let source: Source
  let copies: LastGoodCopies<TransportOperator, [Departure]>
  let office: BookingOffice
  let jobs: Jobs<String, Booking>
  /// One town has one time, for all of its readers.
  var look: Look { Look(timeZone: "UTC", now: now()) }

  func after(_ event: Event, at step: Step) -> Outcome<Step, Never> {
    if case .ordered(let key) = event { .show(.booking(key)) } else { .show(.board) }
  }

  func redirect(at step: Step, for access: Access<String, CardGate.Reason>) -> Event? { nil }

  /// The board is open to all; at the other steps, signed-out readers see the gate.
  func page(at step: Step, for access: Access<String, CardGate.Reason>) async throws(Failure) -> Page {
    switch (step, access) {
    case (.board, _): boardPage()
    case (_, .signedOut(let reason)): gate(reason, at: step)
    case (.form(let departure), .granted): try formPage(of: departure, BookingForm.State())
    case (.booking(let key), .granted(let card)):
      page(.booking) {
        Region<BookingScreen>("booking", jobs.content(of: key, of: card), retry: .post("/bookings/\(key)/retry"))
      }
    }
  }

  /// One region for each operator, beside the others: one that is closed must not turn the board into a failed page.
  func boardPage() -> Page {
    page(.board) {
      for transport in TransportOperator.allCases {
        let copy = copies.copy(of: transport, source(transport))
        Region<TimetableScreen>(
          "\(transport)", copy.content, caption: transport, from: copy.older,
          retry: .post("/operators/\(transport)/refresh"), weight: .secondary)
      }
    }
  }

  func formPage(of departure: Departure, _ state: BookingForm.State) throws(Failure) -> Page {
    guard departure.leaves > now() else { throw Failure(.gone) }
    return page(.form) {
      BookingForm(row: DepartureRow(departure: departure, look: look), state: state, version: jobs.version)
    }
  }

  /// The gate in place of a step, with the address to return to.
  func gate(_ reason: CardGate.Reason, at step: Step) -> Page {
    page(.card) {
      GateRegion<CardGate>("card", reason: reason, .init(next: Self.addresses.address(of: step).text))
    }
  }

  func page(_ title: PageLayout.Title, @PageBuilder _ parts: () -> [PagePart]) -> Page {
    Page(PageLayout(title: title, stylesheet: files.stylesheet), for: look, parts)
  }
}
