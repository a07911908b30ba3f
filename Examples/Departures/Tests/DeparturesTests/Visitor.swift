import StatePages
import StatePagesTesting
import StateViews

@testable import Departures

/// A visitor of an app whose time stands still at noon.
struct Visitor {
  static let departures = Departure.hour(of: .tram, after: 43_200)
  static let form = "/departures/\(departures[0])"
  let clock = ManualClock()
  let app: DeparturesApp
  let browser: TestBrowser

  init(
    _ answers: [TransportOperator: any StatefulContent<[Departure]>] = [:],
    news: [TransportOperator: any StatefulContent<[News]>] = [:]
  ) throws {
    app = try DeparturesApp(root: ".", now: { 43_200 }, clock: clock) {
      answers[$0] ?? Loader(failed: Failure(.sourceFailed))
    } news: {
      news[$0] ?? Loader(.empty("none"))
    }
    browser = TestBrowser(try app.router())
  }

  /// The page behind the gate, signed in.
  func open(_ address: String) async throws -> HTMLElement {
    let gate = try await browser.open(address).html
    return try await browser.submit(gate.form("/sign-in").filled(["card": "12345678"])).html
  }

  /// The page of the first departure's booking, filled in.
  func bookingForm(seats: String = "2") async throws -> HTMLForm {
    try await open(Self.form).form("booking").filled(["name": "Ada", "seats": seats])
  }
}
