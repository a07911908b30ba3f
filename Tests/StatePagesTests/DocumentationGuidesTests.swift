import HTTPTypes
import Hummingbird
import HummingbirdTesting
import StatePagesTesting
import StateViews
import TestSupport
import Testing

@testable import StatePages

/// The examples of the guides, run with the templates of the guides.
@Suite(.timeLimit(.minutes(20))) struct DocumentationGuidesTests {
  private let ulm = Station(name: "Ulm & Neu-Ulm", address: "/stations/ulm")

  @Test func `every default template is part of the table`() throws {
    let table = try Article("TemplatesByState.md").text
    for name in EmbeddedTemplates.texts.keys { #expect(table.contains("`\(name)`") as Bool, "\(name)") }
  }

  @Test func `the caption is shown in every state`() async throws {
    let states: [(Loader<[Departure]>, HTTPResponse.Status, String)] = [
      (Loader(.content([Departure(train: "RE 5", leaves: 0)])), .ok, "<li>RE 5 <time"),
      (Loader(.empty("closed")), .ok, "No more trains leave Ulm &amp; Neu-Ulm today."),
      (Loader(failed: Failure(.unavailable)), .serviceUnavailable, "This isn’t available right now"),
      (departures([], afterTrains: 1, last: 79_200), .ok, "The only train has left, the last one at 22:00."),
      (departures([], afterTrains: 12, last: 79_200), .ok, "All 12 trains have left, the last one at 22:00."),
    ]
    let files = try files("Captions.md", "TemplatesByState.md")
    let pages = try pages(files, screens: [DeparturesScreen.self])
    for (loader, status, words) in states {
      let response = await pages.response(to: OnePageApp.request()) { departuresPage(of: ulm, loader, for: .test) }
      let html = try await response.html()
      #expect(response.status == status)
      #expect(html.contains("<h1 data-known><a href=\"/stations/ulm\">Ulm &amp; Neu-Ulm</a></h1>") as Bool)
      #expect(html.contains(words) as Bool, "\(words)")
    }
  }

  @Test func `the caption is shown while loading`() async throws {
    let files = try files("Captions.md", "TemplatesByState.md")
    let pages = try pages(files, screens: [DeparturesScreen.self])
    let slow = HeldContent<[Departure]>()
    let loader = slow.map { $0 }
    let recording = RecordedBody()
    let answer = navigation(to: departuresPage(of: ulm, loader, for: .test), pages, recording)
    await recording.written.reaches(1)
    slow.end(.success(.empty("closed")))
    try await answer.value
    #expect(recording.writes[0].contains("<h1 data-known><a href=\"/stations/ulm\">Ulm &amp; Neu-Ulm</a></h1>") as Bool)
    #expect(recording.writes[0].contains("Asking Ulm &amp; Neu-Ulm…") as Bool)
  }

  @Test func `a copy is shown while it is refreshed, and stays if that fails`() async throws {
    let files = try files("OlderContent.md")
    let pages = try pages(files, screens: [ForecastScreen.self])
    let slow = HeldContent<Forecast>()
    let loader = slow.map { $0 }
    let recording = RecordedBody()
    let copy = Forecast(words: "Rain", checked: DisplaySettings.test.now - 3_600)
    let answer = navigation(to: weatherPage(copy, loader, for: .test), pages, recording)
    await recording.written.reaches(1)
    slow.end(.failure(.failed(Failure(.sourceFailed))))
    try await answer.value
    #expect(recording.writes[0].contains("data-state=\"content\" data-refresh=\"running\"") as Bool)
    #expect(recording.writes[0].contains("<p>As of today at 01:13.</p>") as Bool)
    let settled = recording.html.dropFirst(recording.writes[0].count)
    #expect(settled.contains("data-state=\"content\" data-refresh=\"failed\" data-reason=\"source-failed\"") as Bool)
    #expect(settled.contains("The weather service does not answer.") as Bool)
    #expect(settled.contains("<p>Rain</p>") as Bool)
  }

  @Test func `a copy is shown without a load while it is fresh, and not at all when it is old`() async throws {
    let files = try files("OlderContent.md")
    let pages = try pages(files, screens: [ForecastScreen.self])
    let broken = Loader<Forecast>(failed: Failure(.sourceFailed))
    let ages: [(Int64, HTTPResponse.Status, String)] = [(60, .ok, "content"), (100_000, .badGateway, "failed")]
    for (age, status, state) in ages {
      let copy = Forecast(words: "Rain", checked: DisplaySettings.test.now - age)
      let response = await pages.response(to: OnePageApp.request()) { weatherPage(copy, broken, for: .test) }
      #expect(response.status == status)
      #expect(try await response.html().contains("data-state=\"\(state)\"") as Bool)
    }
  }

  @Test func `a flow is mounted in another, and its links lead there`() async throws {
    let flow = MuseumFlow()
    #expect(MuseumFlow.addresses.step(at: "/booking/days/5") == .booking(.tickets(day: 5)))
    #expect(flow.intents(at: .booking(.day)).address(of: BookingFlow.Event.choseDay(5)).text == "/booking/days/5")
    #expect(booked(day: 5, in: flow).headers[.location] == "/rooms")
    let known = MuseumRequest(look: .test, freeDays: [5])

    let files = try files("FlowsOnTheWeb.md", changes: ["museum/tickets": "<a href=\"{{address}}\">Tickets</a>"])
    let pages = try pages(
      files, pieces: [DayLinks.self, TicketLink.self, MuseumLayout.self], sending: IntentAddresses(of: MuseumFlow.self))
    let router = Router()
    addMuseum(to: router, pages) { known }
    try await Application(router: router).test(.router) { client in
      let days = try await client.executeRequest(uri: "/booking/days", method: .get, headers: [:], body: nil)
      #expect(String(buffer: days.body).contains("<a href=\"/booking/days/5\">Day 5</a>") as Bool)
      let soldOut = try await client.executeRequest(uri: "/booking/days/6", method: .get, headers: [:], body: nil)
      #expect(soldOut.headers[.location] == "/booking/days")
    }
  }

  @Test(arguments: [
    ("/rooms/4", "/rooms/4"), ("/rooms?page=2&evil=1", "/rooms?page=2"), ("", "/rooms"),
    ("https://evil.example/rooms", "/rooms"), ("//evil.example", "/rooms"), ("/\\evil.example", "/rooms"),
  ])
  func `after signing in, only an address of the app is requested`(next: String, address: String) {
    #expect(signedIn(next: next).headers[.location] == address)
    #expect(signedIn(next: nil).headers[.location] == "/rooms")
  }

  @Test func `a gate is shown at the requested address`() async throws {
    let files = try files("Gates.md", changes: ["museum/tickets": "<a href=\"{{address}}\">Tickets</a>"])
    let pages = try pages(files, gates: [VisitorGate.self], pieces: [TicketLink.self])
    let sessions = MemorySessions<Int>()
    let router = try Router(context: PageRequestContext.self).addPages(pages) { router in
      router.addStarterStylesheet()
      router.get("/") { _, _ in Response.seeOther("/rooms") }
      addPrivateMuseum(to: router, PrivateMuseumFlow(), sessions, pages)
      router.post("/sign-in") { request, context in
        sessions.begin(for: 7, in: .seeOther("/rooms"), for: context.client)
      }
    }
    let browser = TestBrowser(router)
    let gate = try await browser.open("/rooms/4")
    #expect(gate.status == 401)
    #expect(gate.html.state("page") == "signed-out/newcomer")
    #expect(gate.html.first { $0["name"] == "next" }?["value"] == "/rooms/4")
    let rooms = try await browser.submit(gate.html.form("/sign-in"))
    #expect(rooms.address == "/rooms" && rooms.status == 200)
    #expect(try await browser.open("/rooms/4").html.first("title")?.text == "Rooms of 7")
  }

  private func navigation(to page: Page, _ pages: Pages, _ recording: RecordedBody) -> Task<Void, any Error> {
    Task {
      let request = OnePageApp.request([.secFetchDest: "document"])
      let response = await pages.response(to: request) { page }
      try await response.body.write(recording)
    }
  }

  /// The templates of guides, with the layout of the first article.
  private func files(_ articles: String..., changes: [String: String] = [:]) throws -> TemplateFiles {
    let first = try Article(DocumentationTests.article).templates
    var texts = first.filter { $0.key == "layouts/page" }
    for article in articles { try texts.merge(Article(article).templates) { $1 } }
    return try TemplateFiles(texts.merging(changes) { $1 })
  }

  private func pages(
    _ files: TemplateFiles, screens: [any Screen.Type] = [], gates: [any Gate.Type] = [],
    pieces: [any Piece.Type] = [], sending intents: IntentAddresses = IntentAddresses()
  ) throws -> Pages {
    let templates = try Templates(
      files.path, screens: screens + [ProblemScreen.self], gates: gates, pieces: pieces + [PageLayout.self],
      sending: intents, isReloading: false)
    return Pages(templates, isStrict: true) { failure in
      Page(PageLayout(title: "Problem"), for: .test) {
        Region<ProblemScreen>("page", failed: failure)
      }
    }
  }
}
