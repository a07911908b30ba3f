import StatePages
import StateViews

/// From the board to a booking: which step comes next, its address and its page.
struct DeparturesFlow: PageFlow {
  enum Step: Hashable, Sendable {
    case board, booking(BookingFlow.Step)
    // Forms.
    case refresh(TransportOperator), signIn, signOut
  }
  enum Event: Sendable { case closed, picked(Departure) }
  typealias Source = @Sendable (TransportOperator) -> any StatefulContent<[Departure]>
  typealias NewsSource = @Sendable (TransportOperator) -> any StatefulContent<[News]>
  static let addresses = StepAddresses<Step> {
    StepAddress("/", .board)
    StepAddress(form: "/operators/{operator}/refresh", .segment) { .refresh($0) }
    StepAddress(form: "/sign-in", .signIn)
    StepAddress(form: "/sign-out", .signOut)
    Mount("/departures", { $0.booking }) {
      .booking($0)
    } request: {
      BookingRequest(access: $0, intents: $1)
    }
  }
  /// What the intents of screens are to this flow.
  static let intents = IntentAddresses(events: { (intent: BoardIntent) -> Event in
    switch intent {
    case .book(let departure): .picked(departure)
    }
  })
  let frame: Frame
  let booking: BookingFlow
  let source: Source
  let news: NewsSource
  let copies: LastGoodCopies<TransportOperator, [Departure]>

  func after(_ event: Event, at step: Step) -> Outcome<Step, Never> {
    switch event {
    case .closed: .show(.board)
    case .picked(let departure): .show(.booking(.form(departure)))
    }
  }

  /// The form of a button has no page of its own.
  func redirect(at step: Step, for access: CardAccess) -> Event? {
    switch step {
    case .board, .booking: nil
    case .refresh, .signIn, .signOut: .closed
    }
  }

  /// A booking is shown beside the board, and its form over it.
  func presentation(of step: Step) -> Presentation<Step, Event> {
    switch step {
    case .booking(.form): .over(.board, dismissed: .closed)
    case .booking(.booking): .beside(.board)
    case .board, .refresh, .signIn, .signOut: .alone
    }
  }

  /// The board, with one region for each operator: one that is closed must not turn the board into a failed page.
  func page(at step: Step, for access: CardAccess) async throws(Failure) -> Page {
    if case .booking = step { return try await mountedPage(at: step, for: access) }
    return frame.page(.board) {
      for transport in TransportOperator.allCases {
        let copy = copies.copy(of: transport, source(transport))
        Region<TimetableScreen>(
          "\(transport)", copy.content, caption: transport, from: copy.older,
          retry: .post(Self.addresses.address(of: .refresh(transport))), weight: .secondary
        ).containing { Region<NewsScreen>(transport.newsRegion, news(transport), weight: .secondary) }
      }
    }
  }
}
