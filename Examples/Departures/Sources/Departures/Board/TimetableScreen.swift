import StatePages
import StateViews

/// The departures of one operator.
enum TimetableScreen: ListScreen {
  typealias Content = [Departure]
  typealias Caption = TransportOperator
  static let name: ViewName = "timetable"
  static let emptyReasons = [Reason("night", ["first": .moment(18_000)])]
  static let failures = [Failure(.sourceFailed), Failure(.timedOut)]
  static let stages: [Reason] = ["connecting", "reading", Reason("again", ["attempt": .number(2)])]
  static let samples = [Sample<TimetableScreen>("one", caption: .tram, content: [.sample])]
  static let fields: [String: Field<ListView<TimetableScreen>>] = ["departures": .rows(\.rows)]

  static func rows(of departures: [Departure], for look: DisplaySettings) -> [DepartureRow] {
    departures.map { DepartureRow(departure: $0, look: look) }
  }
}

/// What a row of the board means. Where it leads is the flow's to say.
enum BoardIntent: Intent { case book(Departure) }

/// A departure, formatted: a row of the board, and the subject of a booking.
struct DepartureRow: TemplateView {
  static let fields: [String: Field<DepartureRow>] = [
    "transport": .view(\.departure.transport), "destination": .text(\.departure.destination),
    "leaves": .view { Moment($0.departure.leaves, for: $0.look) },
    "address": .intent { BoardIntent.book($0.departure) },
  ]
  let departure: Departure
  let look: DisplaySettings
}
