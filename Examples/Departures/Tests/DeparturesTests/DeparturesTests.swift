import HTTPTypes
import Hummingbird
import StatePages
import StatePagesTesting
import StateViews
import Testing

@testable import Departures

struct DeparturesTests {
  private let tram = HeldContent<[Departure]>()
  private let answer = Loaded.content(Visitor.departures)
  private let visitor: Visitor

  init() throws { visitor = try Visitor([.tram: tram]) }

  @Test func everyStoryRenders() throws {
    let check = StoryCheck(screens: DeparturesApp.screens, gates: [CardGate.self], for: visitor.app.flow.look)
    #expect(try check.problems(in: visitor.app.pages.templates) == [])
  }

  @Test func everyOperatorHasItsOwnState() async throws {
    let board = try await Visitor([
      .bus: Loader(.empty(Reason("night", ["first": .moment(18_000)]))), .tram: Loader(answer),
    ]).send("/")
    #expect(board.status == 200)
    #expect(board.page?.states == ["bus": "empty/night", "tram": "content", "train": "failed/source-failed"])
  }

  @Test func olderCopyIsShownAfterAFailureUntilTheRetry() async throws {
    var refreshes: [String?] = []
    for (load, result) in [answer, nil, answer].enumerated() {
      async let board = visitor.send("/")
      await tram.begun.reaches(load + 1)
      tram.end(result.map { .success($0) } ?? .failure(.failed(Failure(.sourceFailed))), load: load)
      let region = try await board.page?.region("tram")
      #expect(region?.all("li").count == 4)
      refreshes.append(region?["data-refresh"])
      if load == 0 { visitor.clock.advance(by: .seconds(31)) }
      if load == 1 { #expect(try await visitor.send("/operators/tram/refresh", form: "").location == "/") }
    }
    #expect(refreshes == [nil, "failed", nil])
  }

  @Test func slowOperatorIsStreamed() async throws {
    var head = HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: "/")
    if let name = HTTPField.Name("Sec-Fetch-Dest") { head.headerFields[name] = "document" }
    let request = PageRequest(Request(head: head, body: RequestBody(buffer: ByteBuffer())), id: "navigation")
    let visit = StreamedVisit {
      await visitor.app.pages.response(to: request) { visitor.app.flow.boardPage() }
    }
    await tram.begun.reaches(1)
    visitor.clock.advance(by: .milliseconds(200))
    tram.progress("connecting")
    #expect(await visit.shows("Calling the operator…"))
    tram.end(.success(answer))
    #expect(try HTMLReader.page(try await visit.end().html).state("tram") == "content")
  }

  @Test func invalidFormIsShownAgain() async throws {
    let form = try await visitor.send(Visitor.form, form: "name=Ada&seats=all", cookie: visitor.cookie)
    #expect(form.status == 422)
    #expect(form.page?.element(id: "name")?["value"] == "Ada")
    #expect(form.page?.element(id: "seats")?["value"] == "all")
    #expect(form.page?.element(id: "seats-error")?.text.contains("number of seats") == true)
  }

  @Test func equalSubmissionsBookOnce() async throws {
    let cookie = visitor.cookie
    let first = try await visitor.send(Visitor.form, form: "name=Ada&seats=2&version=0", cookie: cookie)
    let second = try await visitor.send(Visitor.form, form: "name=Ada&seats=2&version=0", cookie: cookie)
    let address = try #require(first.location)
    #expect(second.location == address)
    await visitor.clock.waitForSleepers(1)
    visitor.clock.advance(by: .seconds(3))
    #expect(try await visitor.send(address, cookie: cookie).page?.state("booking") == "content")
    #expect(await visitor.app.flow.office.sold == 1)
  }

  @Test func buttonSendsItsEvent() async throws {
    let cookie = visitor.cookie
    let page = try #require(try await visitor.send(Visitor.form, cookie: cookie).page)
    let form = try page.form(Visitor.form).filled(["name": "Ada", "seats": "2"])
    let sent = try await DeparturesFlow.events {
      let answer = try await visitor.send(form.action, form: form.encoded, cookie: cookie)
      #expect(answer.status == 303)
    }
    let event = try #require(sent.first)
    guard case .ordered = event.event else { throw Failure(.internal) }
    #expect(event.step == .form(Visitor.departures[0]))
  }

  @Test func rowLeadsToTheFormOfItsDeparture() async throws {
    let board = try await Visitor([.tram: Loader(answer)]).send("/")
    let link = try #require(board.page?.region("tram")?.first { $0.name == "a" }?["href"])
    #expect(DeparturesFlow.addresses.step(at: link) == .form(Visitor.departures[0]))
  }

  @Test func gateLeadsBack() async throws {
    let gate = try await visitor.send(Visitor.form)
    #expect(gate.status == 401)
    #expect(gate.page?.state("card") == "signed-out/newcomer")
    let next = try #require(gate.page?.first { $0["name"] == "next" }?["value"])
    #expect(try await visitor.send("/sign-in", form: "card=12345678&next=\(next)").location == Visitor.form)
    #expect(try await visitor.send("/sign-in", form: "card=12345678&next=//elsewhere.example").location == "/")
    let cookie = visitor.cookie
    #expect(try await visitor.send(Visitor.form, cookie: cookie).status == 200)
    #expect(try await visitor.send("/sign-out", form: "", cookie: cookie).location == "/")
    #expect(try await visitor.send(Visitor.form, form: "", cookie: cookie).status == 401)
  }

  @Test func otherRequestsGetProblemPages() async throws {
    #expect(try await visitor.send("/nowhere").page?.state("problem") == "failed/unknown-address")
    let late = try await visitor.send("/departures/tram-36000", form: "name=Ada&seats=1", cookie: visitor.cookie)
    #expect(late.status == 410)
    #expect(try await visitor.send("/", form: "").status == 405)
  }
}
