// The code of the guides about regions, templates and caching, unchanged.

import Hummingbird
import StatePages
import StateViews

struct Departure: Sendable {
  let train: String
  /// Seconds since 1970.
  let leaves: Int64
}

struct DepartureRow: TemplateView {
  static let fields: [String: Field<DepartureRow>] = ["train": .text(\.train), "leaves": .view { $0.leaves }]
  let train: String
  let leaves: Moment
}

struct Station: TemplateView {
  static let fields: [String: Field<Station>] = ["station": .text(\.name), "address": .address(\.address)]
  let name: String
  let address: String
}

enum DeparturesScreen: ListScreen {
  typealias Content = [Departure]
  typealias Caption = Station

  static let name: ViewName = "departures"
  static let emptyReasons: [Reason] = ["closed", Reason("all-left", ["trains": .number(12), "last": .moment(79_200)])]
  static let samples = [
    Sample<DeparturesScreen>(
      "one", caption: Station(name: "Ulm", address: "/stations/ulm"), content: [Departure(train: "RE 5", leaves: 0)])
  ]

  static let fields: [String: Field<ListView<DeparturesScreen>>] = ["departures": .rows(\.rows)]

  static func rows(of departures: [Departure], for look: Look) -> [DepartureRow] {
    departures.map { DepartureRow(train: $0.train, leaves: Moment($0.leaves, for: look)) }
  }
}

func departuresPage(of station: Station, _ departures: Loader<[Departure]>, for look: Look) -> Page {
  Page(PageLayout(title: station.name), for: look) {
    Region<DeparturesScreen>("departures", departures, caption: station, placement: .page)
  }
}

func departures(_ trains: [Departure], afterTrains count: Int, last: Int64) -> Loader<[Departure]> {
  Loader(Loaded(trains, orEmpty: Reason("all-left", ["trains": .number(count), "last": .moment(last)])))
}

struct Forecast: Sendable {
  let words: String
  /// Seconds since 1970.
  let checked: Int64
}

enum ForecastScreen: Screen {
  typealias Content = Forecast

  static let name: ViewName = "forecast"
  static let failures = [Failure(.sourceFailed), Failure(.timedOut)]
  static let stages: [Reason] = ["asking"]
  static let samples = [Sample<ForecastScreen>("rain", content: Forecast(words: "Rain", checked: 0))]

  struct View: TemplateView {
    static let fields: [String: Field<View>] = ["words": .text(\.words), "checked": .view { $0.checked }]
    let words: String
    let checked: Moment
  }

  static func view(of forecast: Forecast, for look: Look) -> View {
    View(words: forecast.words, checked: Moment(forecast.checked, for: look))
  }
}

func forecastRegion(_ last: Forecast?, _ fresh: Loader<Forecast>, for look: Look) -> Region<ForecastScreen> {
  guard let last, look.now - last.checked < 86_400 else {
    return Region<ForecastScreen>("forecast", fresh)
  }
  guard look.now - last.checked >= 600 else {
    return Region<ForecastScreen>("forecast", Loader<Forecast>(.content(last)), cacheKey: CacheKey(last.checked))
  }
  return Region<ForecastScreen>("forecast", fresh, from: last)
}

func weatherPage(_ last: Forecast?, _ fresh: Loader<Forecast>, for look: Look) -> Page {
  var page = Page(PageLayout(title: "Weather"), for: look, cacheKey: CacheKey("weather")) {
    forecastRegion(last, fresh, for: look)
  }
  page.isLasting = false
  return page
}

struct Timetable: Sendable {
  let station: Station
  /// Grows with every change of the timetable.
  let revision: Int
  let departures: @Sendable (_ page: Int) -> Loader<[Departure]>
}

func timetablePage(_ timetable: Timetable, page number: Int, for look: Look) -> Page {
  let station = timetable.station
  return Page(PageLayout(title: station.name), for: look, cacheKey: CacheKey(station.name)) {
    Region<DeparturesScreen>(
      "departures", timetable.departures(number), caption: station,
      cacheKey: CacheKey(station.address, station.name, timetable.revision, number))
  }
}

func timetableResponse(
  to request: Request, in context: PageRequestContext, page number: Int, for look: Look, _ pages: Pages,
  _ read: @escaping @Sendable () -> Timetable
) async -> Response {
  let timetable = read()
  let key = CacheKey(timetable.revision, look.cacheKey, request.address)
  return await pages.response(
    to: request, in: context, requestKey: key, holds: { read().revision == timetable.revision }
  ) {
    timetablePage(timetable, page: number, for: look)
  }
}

func stationPage(
  of station: Station, _ departures: Loader<[Departure]>, _ forecast: Loader<Forecast>, for look: Look
) -> Page {
  Page(PageLayout(title: station.name), for: look) {
    Region<DeparturesScreen>("departures", departures, caption: station, placement: .page)
    Region<ForecastScreen>("forecast", forecast, weight: .secondary)
  }
}

struct ForecastSource: Sendable {
  let ask: @Sendable (_ place: String) async throws -> Forecast
  private let loads = SharedLoads<String, Forecast>()

  init(ask: @escaping @Sendable (_ place: String) async throws -> Forecast) {
    self.ask = ask
  }

  func forecast(of place: String) -> some StatefulContent<Forecast> {
    Loader<Forecast>(catching: .sourceFailed) { [ask] progress in
      progress("asking")
      return .content(try await ask(place))
    }.shared(as: place, in: loads)
  }
}

func forecastPage(of place: String, from source: ForecastSource, for look: Look) -> Page {
  Page(PageLayout(title: place), for: look) {
    Region<ForecastScreen>("forecast", source.forecast(of: place))
  }
}
