import StatePages
import StateViews

/// Seats that a reader orders, and gets.
struct Booking: Hashable, Sendable {
  let departure: Departure
  let name: String
  let seats: Int
}

/// Simulates the booking system of the operators: slow, with few seats, and every third attempt fails.
actor BookingOffice {
  static let capacity = 6
  private let clock: any Clock<Duration>
  private var bookings: [String: Booking] = [:]
  private var attempts = 0
  init(clock: any Clock<Duration>) { self.clock = clock }

  var sold: Int { bookings.count }

  /// The work of an order. Two readers can send the same text, so the key alone does not identify an order.
  nonisolated func work(_ order: Booking, of card: String, as key: IdempotencyKey) -> Loader<Booking> {
    Loader { progress throws(Interruption) in
      progress(Reason("sending", ["seats": .number(order.seats)]))
      return try await self.book(order, as: "\(card)-\(key)")
    }
  }

  private func book(_ order: Booking, as id: String) async throws(Interruption) -> Loaded<Booking> {
    attempts += 1
    if attempts.isMultiple(of: 3) { throw .failed(Failure(.sourceFailed)) }
    do { try await clock.sleep(for: .seconds(3)) } catch { throw .cancelled }
    let taken = bookings.values.filter { $0.departure == order.departure }.map(\.seats).reduce(0, +)
    guard bookings[id] != nil || taken + order.seats <= Self.capacity else { return .empty("sold-out") }
    bookings[id] = order
    return .content(order)
  }
}
