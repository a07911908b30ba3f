import StatePages
import StateViews

/// A booking, from the order to the seats.
enum BookingScreen: Screen {
  struct View: TemplateView {
    static let fields: [String: Field<View>] = [
      "name": .text(\.booking.name), "seats": .text { "\($0.booking.seats)" }, "departure": .view(\.row),
    ]
    let booking: Booking
    let row: DepartureRow
  }
  static let name: ViewName = "booking"
  static let emptyReasons: [Reason] = ["sold-out"]
  static let otherStates: [Reason] = [.stillRunning]
  static let failures = [Failure(.sourceFailed), Failure(.gone, "job-unknown")]
  static let stages = [Reason("sending", ["seats": .number(2)])]
  static let samples = [Sample<BookingScreen>("two", content: Booking(departure: .sample, name: "Ada", seats: 2))]

  static func view(of booking: Booking, for look: DisplaySettings) -> View {
    View(booking: booking, row: DepartureRow(departure: booking.departure, look: look))
  }
}
