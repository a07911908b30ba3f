import StatePages
import StatePagesTesting
import StateViews
import Testing

@testable import Departures

struct DeparturesTests {
  /// Those who sleep during a booking: the office, and the timers of the page that waits for it.
  private static let booking = 5
  private let tram = HeldContent<[Departure]>()
  private let answer = Loaded.content(Visitor.departures)
  private let visitor: Visitor
  private var browser: TestBrowser { visitor.browser }

  /// A visitor whose tram has answered: a booking and its form are shown with the board.
  private let booker: Visitor

  init() throws {
    visitor = try Visitor([.tram: tram])
    booker = try Visitor([.tram: Loader(answer)])
  }

  @Test func everyStoryRenders() throws {
    #expect(try visitor.app.pages.templates.storyProblems(for: visitor.app.flow.frame.look) == [])
  }

  @Test func everyOperatorHasItsOwnState() async throws {
    let night = Loader<[Departure]>(.empty(Reason("night", ["first": .moment(18_000)])))
    let board = try await Visitor([.bus: night, .tram: Loader(answer)]).browser.open("/")
    #expect(board.status == 200)
    #expect(
      board.html.states == [
        "bus": "empty/night", "tram": "content", "tram-news": "empty/none", "train": "failed/source-failed",
      ])
  }

  @Test func newsThatFailLeaveTheTimetable() async throws {
    let board = try await Visitor([.tram: Loader(answer)], news: [.tram: Loader(failed: Failure(.sourceFailed))])
      .browser.open("/")
    let tram = try #require(board.html.region("tram"))
    #expect(tram.all("li").count == 4)
    #expect(tram.region("tram-news")?["data-state"] == "failed")
  }

  @Test func slowNewsAreStreamedIntoTheirTimetable() async throws {
    let news = HeldContent<[News]>()
    let visitor = try Visitor([.tram: Loader(answer)], news: [.tram: news])
    let visit = visitor.browser.navigate(to: "/")
    await visit.pastGrace(on: visitor.clock)
    #expect(await visit.shows("data-placeholder-for=\"tram-news\""))
    news.end(.success(.content([News(text: "Line 4 ends here.")])))
    #expect(try await visit.end().html.contains("<li>Line 4 ends here.</li>"))
  }

  @Test func operatorThatFailsOnceIsAskedAgain() async throws {
    async let departures = tram.askingAgain(clock: visitor.clock).load { _ in }
    await tram.hasBegun()
    tram.end(.failure(.failed(Failure(.sourceFailed))))
    await visitor.clock.waitForSleepers(1)
    visitor.clock.advance(by: .seconds(2))
    await tram.hasBegun(2)
    tram.end(.success(answer), load: 1)
    #expect(try await departures == answer)
  }

  @Test func olderCopyIsShownAfterAFailureUntilTheRetry() async throws {
    var refreshes: [String?] = []
    var retry: HTMLForm?
    for (load, result) in [answer, nil, answer].enumerated() {
      let pressed = retry
      async let board = board(pressing: pressed)
      await tram.hasBegun(load + 1)
      tram.end(result.map { .success($0) } ?? .failure(.failed(Failure(.sourceFailed))), load: load)
      let page = try await board
      let region = try #require(page.region("tram"))
      #expect(region.all("li").count == 4)
      refreshes.append(region["data-refresh"])
      if load == 0 { visitor.clock.advance(by: .seconds(31)) }
      if load == 1 { retry = try page.form("/operators/tram/refresh") }
    }
    #expect(refreshes == [nil, "failed", nil])
  }

  private func board(pressing retry: HTMLForm?) async throws -> HTMLElement {
    guard let retry else { return try await browser.open("/").html }
    return try await browser.submit(retry).html
  }

  @Test func slowOperatorIsStreamed() async throws {
    let visit = browser.navigate(to: "/")
    await visit.pastGrace(on: visitor.clock)
    tram.progress("connecting")
    #expect(await visit.shows("Calling the operator…"))
    tram.end(.success(answer))
    #expect(try HTMLElement(page: try await visit.end().html).state("tram") == "content")
  }

  @Test func formIsShownOverTheBoardAndIsLeftForIt() async throws {
    let form = try await booker.open(Visitor.form)
    #expect(form.first("main")?["class"] == "over")
    let pane = try #require(form.first { $0["class"] == "pane" })
    #expect(pane["inert"] != nil && pane.region("over-tram")?["data-state"] == "content")
    #expect(form.first { $0["class"] == "dismiss" }?["href"] == "/")
    #expect(try await booker.browser.open("/").html.first("main")?["class"] == "alone")
  }

  @Test func bookingIsShownBesideTheBoardWhoseOperatorsFailAlone() async throws {
    let visitor = try Visitor()
    let form = try await visitor.bookingForm()
    async let booking = visitor.browser.submit(form)
    await visitor.clock.waitForSleepers(Self.booking)
    visitor.clock.advance(by: .seconds(3))
    let page = try await booking
    #expect(page.status == 200 && page.html.first("main")?["class"] == "beside")
    #expect(page.html.state("booking") == "content" && page.html.state("beside-tram") == "failed/source-failed")
    let pane = try #require(page.html.first { $0["class"] == "pane" })
    #expect(pane["inert"] == nil && pane.region("booking") == nil)
  }

  @Test func invalidFormIsShownAgain() async throws {
    let again = try await booker.browser.submit(booker.bookingForm(seats: "all"))
    #expect(again.status == 422 && again.html.first("main")?["class"] == "over")
    #expect(again.html.element(id: "name")?["value"] == "Ada")
    #expect(again.html.element(id: "seats")?["value"] == "all")
    #expect(again.html.element(id: "seats-error")?.text.contains("number of seats") == true)
  }

  @Test func equalSubmissionsBookOnce() async throws {
    let form = try await booker.bookingForm()
    async let first = booker.browser.submit(form)
    await booker.clock.waitForSleepers(Self.booking)
    async let second = booker.browser.submit(form)
    booker.clock.advance(by: .seconds(3))
    #expect(try await first.address == second.address)
    #expect(try await first.html.state("booking") == "content")
    #expect(await booker.app.flow.booking.office.sold == 1)
  }

  @Test func buttonSendsItsEvent() async throws {
    let form = try await booker.bookingForm()
    let sent = try await BookingFlow.events {
      async let booking = booker.browser.submit(form)
      await booker.clock.waitForSleepers(Self.booking)
      booker.clock.advance(by: .seconds(3))
      let answer = try await booking
      #expect(answer.status == 200)
    }
    let event = try #require(sent.first)
    #expect(event.step == .form(Visitor.departures[0]))
  }

  @Test func rowLeadsToTheFormOfItsDeparture() async throws {
    let board = try await Visitor([.tram: Loader(answer)]).browser.open("/").html
    let link = try #require(board.region("tram")?.first("a")?["href"])
    #expect(DeparturesFlow.addresses.step(at: link) == .booking(.form(Visitor.departures[0])))
  }

  @Test func gateLeadsBack() async throws {
    let browser = try Visitor().browser
    let gate = try await browser.open(Visitor.form)
    #expect(gate.status == 401)
    #expect(gate.html.state("card") == "signed-out/newcomer")
    let signIn = try gate.html.form("/sign-in").filled(["card": "12345678"])
    #expect(try await browser.submit(signIn.filled(["next": "//elsewhere.example"])).address == "/")
    let form = try await browser.submit(signIn)
    #expect(form.address == Visitor.form && form.status == 200)
    #expect(try await browser.submit(form.html.form("/sign-out")).address == "/")
    #expect(try await browser.submit(form.html.form("booking")).status == 401)
  }

  @Test func otherRequestsGetProblemPages() async throws {
    #expect(try await browser.open("/nowhere").html.state("problem") == "failed/unknown-address")
    #expect(try await visitor.open("/departures/tram-36000").state("problem") == "failed/gone")
    let others = try Visitor([.tram: Loader(answer)]).browser
    #expect(try await others.open("/sign-in").address == "/")
  }
}
