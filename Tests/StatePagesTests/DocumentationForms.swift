// The code of the guides about forms, slow writes and static files, unchanged.

import Hummingbird
import Logging
import StatePages
import StateViews

enum BookingField: String, CaseIterable { case name, seats }

enum BookingError: String, FormMessage {
  case noName = "no-name"
  case notANumber = "not-a-number"
  case changedMeanwhile = "changed-meanwhile"
}

struct BookingForm: Piece {
  static let template = "booking/form"
  static let fields: [String: Field<BookingForm>] =
    FormState.tags(at: \.state, and: ["version": .text { String($0.version) }])
  let state: FormState<BookingField, BookingError>
  /// Grows with every booking.
  let version: Int
}

extension FormState<BookingField, BookingError> {
  mutating func order() -> SeatOrder? {
    if self[.name].isEmpty { reject(.name, .noName) }
    let seats = Int(self[.seats]) ?? 0
    if seats < 1 { reject(.seats, .notANumber) }
    return isValid ? SeatOrder(name: self[.name], seats: seats) : nil
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

enum BookingScreen: Screen {
  typealias Content = [Int]

  static let name: ViewName = "booking"
  static let emptyReasons: [Reason] = ["sold-out"]
  static let otherStates: [Reason] = [.stillRunning]
  static let failures = [Failure(.sourceFailed), Failure(.gone, "job-unknown")]
  static let stages: [Reason] = ["sending"]
  static let samples = [Sample<BookingScreen>("two", content: [11, 12])]

  struct View: TemplateView {
    static let fields: [String: Field<View>] = ["seats": .text(\.seats)]
    let seats: String
  }

  static func view(of seats: [Int], for look: Look) -> View {
    View(seats: seats.map(String.init).joined(separator: ", "))
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

struct TheatreLayout: Layout {
  static let template = "layouts/theatre"
  static let fields: [String: Field<TheatreLayout>] = ["stage": stage, "stylesheet": .address(\.stylesheet)]
  let stylesheet: String
}

func addAssets(to router: Router<PageRequestContext>, _ pages: Pages) throws {
  let files = try StaticFiles("Public")
  router.addStaticFiles(files)
  router.get("/") { request, context in
    await pages.response(to: request, in: context) {
      Page(TheatreLayout(stylesheet: files.stylesheet), cacheKey: CacheKey("tonight")) {
        Region<BookingScreen>("seats", Loader<[Int]>(.empty("sold-out")))
      }
    }
  }
}
