import StatePages

/// The form of a booking. It is a piece, because a region could be replaced while the reader types.
struct BookingForm: Piece {
  enum Name: String, CaseIterable { case name, seats }
  enum Message: String, FormMessage { case noName = "no-name", noSeats = "no-seats" }
  typealias State = FormState<Name, Message>
  static let template = "booking/form"
  static let fields: [String: Field<BookingForm>] =
    State.tags(at: \.state, hints: [.seats], and: ["departure": .view(\.row), "version": .text { "\($0.version)" }])
  let row: DepartureRow
  let state: State
  /// Grows with every job: the same text in a later form is another submission.
  let version: Int
}

extension BookingForm.State {
  /// The order, or nil with a message at every invalid field.
  mutating func order(of departure: Departure) -> Booking? {
    if self[.name].isEmpty { reject(.name, .noName) }
    let seats = Int(self[.seats]) ?? 0
    if !(1...BookingOffice.capacity).contains(seats) { reject(.seats, .noSeats) }
    return isValid ? Booking(departure: departure, name: self[.name], seats: seats) : nil
  }
}
