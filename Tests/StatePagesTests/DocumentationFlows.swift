// The code of the guides about flows, gates and deployment, unchanged.

import Hummingbird
import NIOCore
import StatePages
import StatePagesServing
import StateViews

struct BookingFlow: PageFlow {
  enum Step: Hashable, Sendable { case day, tickets(day: Int) }
  enum Event: Sendable { case choseDay(Int), soldOut, booked }
  enum Finish: Hashable, Sendable { case booked }

  static let addresses = StepAddresses<Step> {
    StepAddress("/days", .day)
    StepAddress("/days/{day}", .segment) { .tickets(day: $0) }
  }

  func after(_ event: Event, at step: Step) -> Outcome<Step, Finish> {
    switch event {
    case .choseDay(let day): .show(.tickets(day: day))
    case .soldOut: .show(.day)
    case .booked: .finish(.booked)
    }
  }

  func redirect(at step: Step, for request: BookingRequest) async throws(Failure) -> Event? {
    switch step {
    case .day: nil
    case .tickets(let day): request.freeDays.contains(day) ? nil : .soldOut
    }
  }

  func page(at step: Step, for request: BookingRequest) async throws(Failure) -> Page {
    Page(PageLayout(title: "Tickets"), for: request.look) {
      DayLinks(days: request.freeDays.map(DayLink.init))
    }
  }
}

/// What the list of days sends.
enum BookingIntent: Intent { case choose(day: Int) }

struct DayLink: TemplateView {
  static let fields: [String: Field<DayLink>] = [
    "day": .text { String($0.day) }, "address": .intent { BookingIntent.choose(day: $0.day) },
  ]
  let day: Int
}

struct DayLinks: Piece {
  static let template = "booking/days"
  static let fields: [String: Field<DayLinks>] = ["days": .rows(\.days)]
  let days: [DayLink]
}

struct BookingRequest: Sendable {
  let look: Look
  let freeDays: [Int]
}

struct MuseumFlow: PageFlow {
  enum Step: Hashable, Sendable { case rooms(page: Int), room(Int), booking(BookingFlow.Step) }
  enum Event: Sendable { case openedRoom(Int), wantedTickets, booking(BookingFlow.Event) }

  let booking: BookingFlow

  static let addresses = StepAddresses<Step> {
    StepAddress("/rooms", .number("page")) { .rooms(page: $0) }
    StepAddress("/rooms/{id}", .segment) { .room($0) }
    StepAddresses(at: "/booking", BookingFlow.addresses) {
      .booking($0)
    } inner: {
      if case .booking(let step) = $0 { step } else { nil }
    }
  }

  func after(_ event: Event, at step: Step) -> Outcome<Step, Never> {
    switch (event, step) {
    case (.openedRoom(let room), _): .show(.room(room))
    case (.wantedTickets, _): .show(.booking(.day))
    case (.booking(let event), .booking(let step)):
      switch booking.after(event, at: step) {
      case .show(let next): .show(.booking(next))
      case .finish(.booked): .show(.rooms(page: 1))
      }
    case (.booking, .rooms), (.booking, .room): .show(step)
    }
  }

  func redirect(at step: Step, for request: MuseumRequest) async throws(Failure) -> Event? {
    switch step {
    case .booking(let step):
      try await booking.redirect(at: step, for: BookingRequest(look: request.look, freeDays: request.freeDays)).map {
        .booking($0)
      }
    case .rooms, .room: nil
    }
  }

  func page(at step: Step, for request: MuseumRequest) async throws(Failure) -> Page {
    switch step {
    case .booking(let step):
      try await booking.page(at: step, for: BookingRequest(look: request.look, freeDays: request.freeDays))
    case .rooms, .room: museumPage(address(after: .wantedTickets, at: step), for: request.look)
    }
  }

  /// Where the intents of screens lead.
  var intents: IntentAddresses {
    IntentAddresses { (intent: BookingIntent) in
      switch intent {
      case .choose(let day): address(after: .booking(.choseDay(day)), at: .booking(.day))
      }
    }
  }
}

struct MuseumRequest: Sendable {
  let look: Look
  let freeDays: [Int]
}

struct TicketLink: Piece {
  static let template = "museum/tickets"
  static let fields: [String: Field<TicketLink>] = ["address": .address(\.address)]
  let address: String
}

func museumPage(_ tickets: PageAddress, for look: Look) -> Page {
  Page(PageLayout(title: "The museum"), for: look) {
    PagePart.piece("tickets", TicketLink(address: tickets.text))
  }
}

func addMuseum(
  to router: Router<BasicRequestContext>, _ pages: Pages, _ known: @escaping @Sendable () -> MuseumRequest
) {
  router.addFlow(MuseumFlow(booking: BookingFlow()), for: pages) { _, _ in known() }
}

func booked(day: Int, in flow: MuseumFlow) -> Response {
  flow.redirect(after: .booking(.booked), at: .booking(.tickets(day: day)))
}

extension MuseumFlow {
  /// A room is shown beside the list of rooms.
  func presentation(of step: Step) -> Presentation {
    switch step {
    case .room: .beside
    case .rooms, .booking: .alone
    }
  }
}

struct MuseumLayout: Layout {
  static let template = "layouts/museum"
  static let fields: [String: Field<MuseumLayout>] = [
    "stage": stage, "title": .text(\.title), "presentation": .text(\.presentation.rawValue),
  ]
  let title: String
  var presentation = Presentation.alone
}

enum VisitorGate: Gate {
  enum Reason: String, CaseIterable { case newcomer, expired }

  static let name: ViewName = "visitor"
  static let samples = Reason.allCases.map { GateSample<VisitorGate>($0, View(next: "/rooms")) }

  static func page(_ why: Reason, next: String) -> Page {
    Page(PageLayout(title: "Sign in")) { GateRegion<VisitorGate>(reason: why, View(next: next)) }
  }
}

struct PrivateMuseumFlow: PageFlow {
  typealias Step = MuseumFlow.Step
  typealias Event = Step

  static let addresses = MuseumFlow.addresses

  func redirect(at step: Step, for reader: Int) -> Event? { nil }

  func page(at step: Step, for reader: Int) -> Page {
    Page(PageLayout(title: "Rooms of \(reader)")) { PagePart.piece("tickets", TicketLink(address: "/rooms")) }
  }
}

func addPrivateMuseum(
  to router: Router<PageRequestContext>, _ flow: PrivateMuseumFlow, _ sessions: MemorySessions<Int>, _ pages: Pages
) {
  router.addFlow(flow, for: pages) { request, _ in
    switch sessions.access(of: request) {
    case .granted(let reader): return reader
    case .signedOut(let expired):
      throw RequestProblem(VisitorGate.page(expired == nil ? .newcomer : .expired, next: request.address))
    }
  }
}

func signedIn(next: String?) -> Response {
  let step = next.flatMap { MuseumFlow.addresses.step(at: $0) } ?? .rooms(page: 1)
  return .seeOther(MuseumFlow.addresses.address(of: step))
}

func productionPages(_ templates: Templates, build: String, cacheMegabytes: Int) -> Pages {
  Pages(
    templates, patience: Pages.Patience(grace: .milliseconds(150), deadline: .seconds(20)), rehearses: false,
    cacheBytes: cacheMegabytes << 20, build: build
  ) { failure in
    Page(PageLayout(title: "That did not work")) { Region<ProblemScreen>(failed: failure) }
  }
}

func museumApplication(_ router: Router<PageRequestContext>, _ pages: Pages) -> some ApplicationProtocol {
  Application(
    responder: router.buildResponder(), server: .clientBound(),
    configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 8080), serverName: nil))
}
