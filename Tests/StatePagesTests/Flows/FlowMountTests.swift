import Hummingbird
import StatePagesTesting
import StateViews
import Testing

@testable import StatePages

/// A flow in a flow in a flow, the inner ones mounted twice.
struct FlowMountTests {
  /// Buys a ticket, and finishes.
  struct Purchase: PageFlow {
    enum Step: Hashable, Sendable { case seats, payment(seats: Int), pay(seats: Int) }
    enum Event: Intent { case chose(Int), paid, startedOver }
    enum Finish: Hashable, Sendable { case bought }

    static let addresses = StepAddresses<Step> {
      StepAddress("/seats", .seats)
      StepAddress("/seats/{seats}", .segment) { .payment(seats: $0) }
      StepAddress(form: "/seats/{seats}", .segment) { .pay(seats: $0) }
    }

    func after(_ event: Event, at step: Step) -> Outcome<Step, Finish> {
      switch event {
      case .chose(let seats): .show(.payment(seats: seats))
      case .startedOver: .show(.seats)
      case .paid: .finish(.bought)
      }
    }

    func redirect(at step: Step, for reader: String) -> Event? { step == .payment(seats: 0) ? .paid : nil }

    func page(at step: Step, for reader: String) throws(Failure) -> Page {
      if step == .payment(seats: 9) { throw Failure(.gone) }
      return Page(Frame(title: "\(reader) at \(step)"), for: .test) { PagePart.piece("choice", Choice()) }
    }

    func presentation(of step: Step) -> Presentation<Step, Event> { step == .seats ? .alone : .beside(.seats) }
  }

  /// What is on: a film, and a concert after it.
  struct Evening: PageFlow {
    enum Step: Hashable, Sendable { case programme, film(Purchase.Step), concert(Purchase.Step) }
    enum Event: Hashable, Sendable { case bought(Purchase.Finish), left }
    enum Finish: Hashable, Sendable { case over }

    static let addresses = StepAddresses<Step> {
      StepAddress("/", .programme)
      Mount("/film", Purchase()) {
        .film($0)
      } finish: {
        .bought($0)
      }
      Mount("/concert", Purchase()) {
        .concert($0)
      } finish: { _ in
        .left
      }
    }

    func after(_ event: Event, at step: Step) -> Outcome<Step, Finish> {
      switch event {
      case .bought: .show(.concert(.seats))
      case .left: .finish(.over)
      }
    }

    func redirect(at step: Step, for reader: String) -> Event? { nil }

    func page(at step: Step, for reader: String) async throws(Failure) -> Page {
      if step != .programme { return try await mountedPage(at: step, for: reader) }
      return Page(Frame(title: "Programme"), for: .test) { PagePart.piece("choice", Choice()) }
    }
  }

  /// Two evenings.
  struct Town: PageFlow {
    enum Step: Hashable, Sendable { case home, friday(Evening.Step), sunday(Evening.Step) }
    enum Event: Hashable, Sendable { case over(Evening.Finish) }
    let evening = Evening()

    static let addresses = StepAddresses<Step> {
      StepAddress("/", .home)
      Mount("/friday", { $0.evening }, step: { .friday($0) }, finish: { .over($0) }, request: { reader, _ in reader })
      Mount("/sunday", Evening()) {
        .sunday($0)
      } inner: {
        if case .sunday(let step) = $0 { step } else { nil }
      } finish: {
        .over($0)
      }
    }

    func after(_ event: Event, at step: Step) -> Outcome<Step, Never> { .show(.home) }

    func redirect(at step: Step, for reader: String) -> Event? { nil }

    func page(at step: Step, for reader: String) async throws(Failure) -> Page {
      if step != .home { return try await mountedPage(at: step, for: reader) }
      return Page(Frame(title: "Town"), for: .test) { PagePart.piece("choice", Choice()) }
    }
  }

  private struct Frame: Layout {
    static let template = "layouts/frame"
    static let fields: [String: Field<Frame>] = [
      "stage": stage, "title": .text(\.title), "arrangement": .text(\.arrangement.rawValue),
    ]
    let title: String
    var arrangement = Page.Arrangement.alone
  }

  private struct Choice: Piece {
    static let template = "choice"
    static let fields: [String: Field<Choice>] = [
      "two": .intent { _ in Purchase.Event.chose(2) }, "paid": .intent { _ in Purchase.Event.paid },
      "seats": .intent { _ in Purchase.Event.startedOver },
    ]
  }

  private let files: TemplateFiles

  init() throws {
    files = try TemplateFiles([
      "layouts/frame": "<!doctype html><title>{{title}}</title><main class=\"{{arrangement}}\">{{stage}}</main>",
      "choice": "<a href=\"{{two}}\">2</a><a href=\"{{paid}}\">Pay</a><a href=\"{{seats}}\">Seats</a>",
    ])
  }

  private func pages() throws -> Pages {
    let templates = try Templates(
      files.path, screens: [ProblemScreen.self], pieces: [Frame.self, Choice.self],
      sending: IntentAddresses(of: Town.self), isReloading: false)
    return Pages(templates, clock: ManualClock()) { failure in
      Page(Frame(title: "Problem"), for: .test) { Region<ProblemScreen>("problem", failed: failure) }
    }
  }

  private func browser() throws -> TestBrowser {
    let (pages, town) = (try pages(), Town())
    let router = try Router(context: PageRequestContext.self).addPages(pages) { router in
      router.addFlow(town, for: pages) { _, _ in
        "Ann"
      } forms: { step, _, _, _ in
        town.intents(at: step).redirect(after: Purchase.Event.paid)
      }
    }
    return TestBrowser(router)
  }

  @Test func `each step has its address where it is mounted`() {
    let steps: [(Town.Step, String)] = [
      (.home, "/"), (.friday(.programme), "/friday"), (.friday(.film(.seats)), "/friday/film/seats"),
      (.sunday(.concert(.payment(seats: 3))), "/sunday/concert/seats/3"),
    ]
    for (step, address) in steps {
      #expect(Town.addresses.address(of: step).text == address)
      #expect(Town.addresses.step(at: address) == step)
    }
    #expect(Town.addresses.form(at: "/friday/film/seats/3") == .friday(.film(.pay(seats: 3))))
    #expect(Town.addresses.form(at: "/friday/film/seats") == nil)
    #expect(Town.addresses.mistakes == [])
  }

  @Test(arguments: [
    ("/friday/film/seats", "alone", ["/friday/film/seats/2", "/friday/concert/seats", "/friday/film/seats"]),
    ("/sunday/film/seats/1", "beside", ["/sunday/film/seats/2", "/sunday/concert/seats", "/sunday/film/seats"]),
    ("/sunday/concert/seats", "alone", ["/sunday/concert/seats/2", "/", "/sunday/concert/seats"]),
  ])
  func `a page is presented as its flow says, and its intents lead where that is mounted`(
    address: String, arrangement: String, links: [String]
  ) async throws {
    let page = try await browser().open(address)
    #expect(page.status == 200 && page.html.first("main")?["class"] == arrangement)
    let shown = arrangement == "alone" ? links : links + links
    #expect(page.html.all("a").compactMap { $0["href"] } == shown)
  }

  @Test func `what has happened, and a form, lead on where the flow is mounted`() async throws {
    let browser = try browser()
    #expect(try await browser.open("/friday/film/seats/0").address == "/friday/concert/seats")
    #expect(try await browser.open("/sunday/concert/seats/0").address == "/")
    #expect(try await browser.open("/sunday/concert/seats/9").status == 410)
    let form = try HTMLReader.fragment("<form method=\"post\" action=\"/sunday/film/seats/2\"></form>").form()
    let sent = try await Purchase.events {
      let next = try await browser.submit(form)
      #expect(next.address == "/sunday/concert/seats")
    }
    #expect(sent.map(\.event) == [.paid] && sent.map(\.step) == [.pay(seats: 2)])
  }

  /// Two flows at one path, and one that finishes without an event.
  private struct Clash: PageFlow {
    enum Step: Hashable, Sendable { case seats(String), one(Purchase.Step), two(Purchase.Step) }
    typealias Event = Step

    static let addresses = StepAddresses<Step> {
      StepAddress("/shop/seats/{name}", .segment) { .seats($0) }
      Mount("/shop", Purchase()) {
        .one($0)
      } finish: { _ in
        .seats("")
      }
      Mount("/other", Purchase()) { .two($0) }
    }

    func redirect(at step: Step, for reader: String) -> Event? { nil }

    func page(at step: Step, for reader: String) async throws(Failure) -> Page {
      try await mountedPage(at: step, for: reader)
    }
  }

  @Test func `a mount with an address of another step, or without an event for its finish, is refused at start`() throws
  {
    let pages = try pages()
    let problems = #expect(throws: TemplateProblems.self) {
      try Router(context: PageRequestContext.self).addPages(pages) { router in
        router.addFlow(Clash(), for: pages, known: { _, _ in "Ann" }, forms: { _, _, _, _ in nil })
      }
    }
    let told = problems?.description ?? ""
    #expect(told.contains("FlowMountTests.swift:") && told.contains("/shop/seats/{seats} is an address of a step"))
    #expect(told.contains("Purchase finishes: give its mount the closure finish:"))
  }
}
