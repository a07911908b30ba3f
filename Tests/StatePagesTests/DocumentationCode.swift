import Hummingbird
import StatePages
import StateViews

// What the code of the articles needs and does not show, and what it shows in part: the rest is compiled from the articles themselves, by
// the plugin `CompileArticles`.

func shelves(_ borrowed: Loader<[Book]>, _ reserved: Loader<[Book]>, for look: DisplaySettings) -> Page {
  Page(PageLayout(title: "Your books"), for: look) {
    Region<BooksScreen>("borrowed", borrowed, placement: .page)
    Region<BooksScreen>("reserved", reserved, placement: .panel)
  }
}

struct Shelf {
  func books(of reader: String?) -> Loader<[Book]>? {
    reader == "ann" ? borrowedBooks { [] } : nil
  }
}

struct DayLinks: Piece {
  static let template = "booking/days"
  static let fields: [String: Field<DayLinks>] = ["days": .rows(\.days)]
  let days: [DayLink]
}

struct BookingRequest: Sendable {
  let look: DisplaySettings
  let freeDays: [Int]
}

struct MuseumFlow: PageFlow {
  enum Step: Hashable, Sendable { case rooms(page: Int), room(Int), booking(BookingFlow.Step) }
  enum Event: Sendable { case openedRoom(Int), wantedTickets, leftBooking(BookingFlow.Finish) }

  func page(at step: Step, for request: BookingRequest) async throws(Failure) -> Page {
    switch step {
    case .booking: try await mountedPage(at: step, for: request)
    case .rooms, .room:
      Page(PageLayout(title: "The museum"), for: request.look) {
        PagePart.piece("tickets", TicketLink(address: address(after: .wantedTickets, at: step).text))
      }
    }
  }
}

typealias MuseumRequest = BookingRequest

struct TicketLink: Piece {
  static let template = "museum/tickets"
  static let fields: [String: Field<TicketLink>] = ["address": .address(\.address)]
  let address: String
}

struct PrivateMuseumFlow: PageFlow {
  typealias Step = MuseumFlow.Step
  typealias Event = Step

  static let addresses = MuseumFlow.addresses

  func page(at step: Step, for reader: Int) -> Page {
    Page(PageLayout(title: "Rooms of \(reader)")) { PagePart.piece("tickets", TicketLink(address: "/rooms")) }
  }
}

struct SeatOrder: Sendable {
  let name: String
  let seats: Int
}

func bookingPage(_ state: FormState<BookingField, BookingError>, _ office: BoxOffice) -> Page {
  Page(PageLayout(title: "Book seats")) {
    PagePart.piece("form", BookingForm(state: state, version: office.jobs.version))
  }
}

func addBookings(to router: Router<PageRequestContext>, _ pages: Pages, _ office: BoxOffice) {
  let jobs = office.jobs

  router.get("/bookings") { request, context in
    await pages.response(to: request, in: context) { bookingPage(FormState(), office) }
  }

  router.post("/bookings") { request, context in
    let form = try await FormBody(request, fields: ["name", "seats", "version"])
    var state = FormState<BookingField, BookingError>(form)
    guard let order = state.order() else {
      throw RequestProblem(again: bookingPage(state, office), Failure(.invalid))
    }
    let key = form.idempotencyKey(of: request)
    try jobs.start(key, of: office.reader(request), office.booking(order, key))
    return Response.seeOther("/bookings/\(key)")
  }

  router.get("/bookings/{key}") { request, context in
    let key = try context.parameters.require("key", as: IdempotencyKey.self)
    return await pages.response(to: request, in: context) {
      Page(PageLayout(title: "Your booking")) {
        Region<BookingScreen>(
          "booking", jobs.content(of: key, of: office.reader(request)), retry: .post("/bookings/\(key)/retry"))
      }
    }
  }

  router.post("/bookings/{key}/retry") { request, context in
    let key = try context.parameters.require("key", as: IdempotencyKey.self)
    try jobs.retry(key, of: office.reader(request))
    return Response.seeOther("/bookings/\(key)")
  }
}
