import Hummingbird
import StatePages
import StateViews

/// The parts of the app, put together.
struct DeparturesApp: Sendable {
  let pages: Pages
  let flow: DeparturesFlow
  let sessions: MemorySessions<String>

  init(
    root: String, now: @escaping @Sendable () -> Int64, clock: any Clock<Duration> = EventLoopClock(),
    rehearses: Bool = false, source: @escaping DeparturesFlow.Source,
    news: @escaping DeparturesFlow.NewsSource
  ) throws {
    sessions = MemorySessions(clock: clock)
    let frame = Frame(files: try StaticFiles("\(root)/Public"), now: now)
    flow = DeparturesFlow(
      frame: frame, booking: BookingFlow(frame: frame, office: BookingOffice(clock: clock), jobs: Jobs(clock: clock)),
      source: source, news: news,
      copies: LastGoodCopies(freshFor: .seconds(30), pauseAfterFailure: .seconds(15), clock: clock))
    let templates = try Templates(
      "\(root)/Templates", screens: [TimetableScreen.self, NewsScreen.self, BookingScreen.self, ProblemScreen.self],
      gates: [CardGate.self], pieces: [PageLayout.self, BookingForm.self],
      links: ["board": DeparturesFlow.addresses.address(of: .board).text],
      sending: IntentAddresses(of: DeparturesFlow.self))
    pages = Pages(templates, clock: clock, rehearses: rehearses) { failure in
      frame.page(.problem) { Region<ProblemScreen>("problem", failed: failure) }
    }
  }

  func router() throws -> Router<PageRequestContext> {
    let router = Router(context: PageRequestContext.self, options: .autoGenerateHeadEndpoints)
    return try router.addPages(pages, on: Site(framesOwnPages: true)) { router in  // The gallery has frames.
      router.addStaticFiles(flow.frame.files)
      router.addHealthReport(version: "departures 1.0")
      router.addFlow(flow, for: pages, known: { request, _ in access(of: request) }, forms: answer)
      router.addGallery(for: pages) { _, parts in flow.frame.page(.gallery) { for part in parts { part } } }
    }
  }
}
