import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import StatePagesTesting
import StateViews
import Testing

@testable import StatePages

/// A flow with a form, as the routes of a router.
struct RouterFlowTests {
  private struct Stations: PageFlow {
    enum Step: Hashable, Sendable { case all, station(Int), calibrate(Int) }
    enum Event: Hashable, Sendable { case opened(Int), calibrated(Int), closed }

    static let addresses = StepAddresses<Step> {
      StepAddress("/", .all)
      StepAddress("/stations/{id}", .segment) { .station($0) }
      StepAddress(form: "/stations/{id}/calibrate", .segment, step: Step.calibrate) {
        if case .calibrate(let id) = $0 { id } else { nil }
      }
    }

    func after(_ event: Event, at step: Step) -> Outcome<Step, Never> {
      switch event {
      case .opened(let id), .calibrated(let id): .show(.station(id))
      case .closed: .show(.all)
      }
    }

    func redirect(at step: Step, for reader: String) throws(Failure) -> Event? {
      switch step {
      case .all: nil
      case .station(let id): id == 9 ? .closed : nil
      case .calibrate(let id): .opened(id)
      }
    }

    func page(at step: Step, for reader: String) throws(Failure) -> Page {
      if step == .station(4) { throw Failure(.gone) }
      return Page(Stage(title: "\(reader) at \(step)"), for: .test) { Region.notes("notes", there("Milk")) }
    }

    func presentation(of step: Step) -> Presentation<Step, Event> {
      switch step {
      case .all: .alone
      case .station, .calibrate: .beside(.all)
      }
    }
  }

  private struct Stage: Layout {
    static let template = "layouts/stage"
    static let fields: [String: Field<Stage>] = [
      "stage": stage, "title": .text(\.title), "arrangement": .text(\.arrangement.rawValue),
    ]
    let title: String
    var arrangement = Page.Arrangement.alone
  }

  private let files: TemplateFiles
  private let router: Router<PageRequestContext>

  init() throws {
    let stage = "<!doctype html><title>{{title}}</title><main class=\"{{arrangement}}\">{{stage}}</main>"
    let layouts = [
      "layouts/stage": stage, "layouts/page": "<!doctype html><title>{{title}}</title><main>{{stage}}</main>",
    ]
    files = try TemplateFiles(TestTemplates.texts.merging(layouts) { $1 })
    let pages = try Self.pages(files)
    let flow = Stations()
    router = Router(context: PageRequestContext.self).addMiddleware(for: pages)
    router.addFlow(flow, for: pages) { request, _ in
      if request.headers[.authorization] == "expired" {
        throw RequestProblem(
          Page(Stage(title: "Gate"), for: .test, status: .unauthorized) { Region.notes("notes", there("Milk")) })
      }
      return request.headers[.authorization] ?? "nobody"
    } forms: { step, reader, request, _ in
      if reader == "nobody" { return nil }
      guard case .calibrate(let id) = step else { throw RequestProblem.unknownAddress }
      let form = try await FormBody(request, fields: ["offset"])
      guard form["offset"] == "1" else { throw Failure(.invalid) }
      return flow.redirect(after: .calibrated(id), at: step)
    }
    router.refuseOtherMethods()
  }

  /// Pages whose loads end, however busy the machine is.
  private static func pages(_ files: TemplateFiles, isStrict: Bool = Pages.isDebugBuild) throws -> Pages {
    let templates = try files.templates(pieces: [Stage.self], isReloading: false)
    return Pages(templates, clock: ManualClock(), isStrict: isStrict) { .problem($0) }
  }

  @Test(arguments: [
    ("/", 200, nil), ("/stations/3", 200, nil), ("/stations/9", 303, "/"),
    ("/stations/3/calibrate", 303, "/stations/3"),
    ("/stations/4", 410, nil), ("/stations/x", 404, nil), ("/stations/03", 404, nil), ("/stations/+3", 404, nil),
    ("/planets", 404, nil),
  ])
  func `a requested step is a page, a redirect or missing`(path: String, status: Int, location: String?) async throws {
    try await Application(router: router).test(.router) { client in
      let response = try await client.executeRequest(
        uri: path, method: .get, headers: [.authorization: "Ann"], body: nil)
      #expect(response.status.code == status)
      #expect(response.headers[.location] == location)
      if path == "/" { #expect(String(buffer: response.body).contains("<title>Ann at all</title>") as Bool) }
    }
  }

  @Test(arguments: [
    ("/stations/3/calibrate", "1", 200, "/stations/3"), ("/stations/3/calibrate", "2", 422, nil),
    ("/stations/x/calibrate", "1", 404, nil), ("/stations/3", "1", 405, nil),
  ])
  func `a form is answered by its step`(path: String, offset: String, status: Int, next: String?) async throws {
    let page = """
      <form method="post" action="\(path)"><input name="offset" value="\(offset)"></form>
      """
    let form = try HTMLReader.fragment(page).form()
    let answer = try await TestBrowser(router, headers: [.authorization: "Ann"]).submit(form)
    #expect(answer.status == status && answer.address == next ?? path)
  }

  @Test func `a rejected form is answered with its page, and the status and Retry-After of the failure`() async throws {
    let pages = try Self.pages(files)
    let router = Router(context: PageRequestContext.self).addMiddleware(for: pages)
    router.get("/") { _, _ -> Response in
      throw RequestProblem(
        again: Page(Stage(title: "Form"), for: .test) { Region.notes("notes", failing(Failure(.timedOut))) },
        Failure(.unavailable, retry: .after(.seconds(7))))
    }
    router.post("/") { request, _ -> Response in
      let form = try await FormBody(request, fields: FormName.self)
      throw RequestProblem(
        again: Page(Stage(title: form["offset"] ?? ""), for: .test) {
          Region.notes("notes", failing(Failure(.timedOut)))
        }, Failure(.conflict))
    }
    try await Application(router: router).test(.router) { client in
      let response = try await client.executeRequest(uri: "/?a=b", method: .get, headers: [:], body: nil)
      #expect(response.status == .serviceUnavailable && response.headers[.retryAfter] == "7")
      let retry = try HTMLReader.page(String(buffer: response.body)).form()
      #expect(
        retry.action == "/" && retry.method == .get && retry.encoded == "a=b", "Its region requests the page again.")
    }
    let form = try HTMLReader.fragment(#"<form method="post" action="/"><input name="offset" value="5"></form>"#).form()
    let again = try await TestBrowser(router).submit(form)
    #expect(again.status == 409 && again.html.first("title")?.text == "5")
    #expect(again.html.all("form") == [], "A page that answers a form is not requested again.")
  }

  private enum FormName: String, CaseIterable { case offset }

  @Test func `a form without an answer shows the page of its step`() async throws {
    let form = try HTMLReader.fragment(#"<form method="post" action="/stations/3/calibrate"></form>"#).form()
    let (_, status, page) = try await TestBrowser(router).submit(form)
    #expect(status == 200 && page.first("title")?.text == "nobody at calibrate(3)")
    #expect(page.first("main")?["class"] == "beside")
  }

  @Test(arguments: ["/stations/3", "/stations/3/calibrate"])
  func `a page that is thrown stands in place of a page and of the answer to a form`(path: String) async throws {
    let form = try HTMLReader.fragment("<form method=\"post\" action=\"\(path)\"></form>").form()
    let browser = TestBrowser(router, headers: [.authorization: "expired"])
    let page = try await browser.open(path)
    #expect(page.status == 401 && page.html.first("title")?.text == "Gate")
    guard path.hasSuffix("calibrate") else { return }
    #expect(try await browser.submit(form).status == 401)
  }

  @Test(arguments: [("/", "alone", ["notes"]), ("/stations/3", "beside", ["beside-notes", "notes"])])
  func `a step is shown as its flow says`(path: String, arrangement: String, regions: [String]) async throws {
    try await Application(router: router).test(.router) { client in
      for destination in ["document", "empty"] {
        let headers: HTTPFields = [.secFetchDest: destination]
        let response = try await client.executeRequest(uri: path, method: .get, headers: headers, body: nil)
        let page = try HTMLReader.page(String(buffer: response.body))
        #expect(page.first("main")?["class"] == arrangement)
        #expect(page.all { $0["data-region"] != nil }.map { $0["data-region"] } == regions)
      }
    }
  }

  @Test func `a test sees the events that a form and an ended step send, and none of a page`() async throws {
    let form = try HTMLReader.fragment(
      #"<form method="post" action="/stations/3/calibrate"><input name="offset" value="1"></form>"#
    ).form()
    let browser = TestBrowser(router, headers: [.authorization: "Ann"])
    let sent = try await Stations.events {
      _ = try await browser.open("/")
      _ = try await browser.submit(form)
      _ = try await browser.submit(form.filled(["offset": "2"]))
      _ = try await browser.open("/stations/9")
    }
    #expect(sent.map(\.event) == [.calibrated(3), .closed])
    #expect(sent.map(\.step) == [.calibrate(3), .station(9)])
  }

  @Test func `forms are steps, too, and are mounted with the others`() {
    let mounted = StepAddresses(at: "/weather", Stations.addresses) {
      $0
    } inner: {
      $0
    }
    #expect(mounted.patterns == ["/weather", "/weather/stations/{id}"])
    #expect(mounted.formPatterns == ["/weather/stations/{id}/calibrate"])
    #expect(mounted.address(of: .calibrate(7)).text == "/weather/stations/7/calibrate")
    #expect(mounted.step(at: "/weather/stations/7/calibrate") == .calibrate(7))
  }

  @Test func `a link or a form of a template that no route accepts is refused at the start`() throws {
    let texts = [
      "notes/head": """
      <h1>{{name}}</h1>
      <form method="post" action="/stations/3/calibrat"><button formaction="/stations/3/calibrate">Go</button></form>
      <form action="/stations"><button>Find</button></form><form method="post" action="/stations/4/calibrate"></form>
      <a class="all" href="/?page=2">All</a> <a href="/station/3#now">Third</a> <a href="//example.org/">Elsewhere</a>
      """
    ]
    let files = try TemplateFiles(TestTemplates.texts.merging(texts) { $1 })
    let pages = Pages(try files.templates(), clock: ManualClock()) { .problem($0) }
    let problems = #expect(throws: TemplateProblems.self) {
      try Router(context: PageRequestContext.self).addPages(pages) { router in
        router.addFlow(Stations(), for: pages) { _, _ in
          "Ann"
        } forms: { _, _, _, _ in
          nil
        }
      }
    }
    #expect(
      problems?.description == """
        notes/head:2: no route accepts POST /stations/3/calibrat
        notes/head:3: no route accepts GET /stations
        notes/head:4: no route accepts GET /station/3
        """)
  }

  @Test func `a flow whose forms nothing answers is refused at the start`() throws {
    let pages = try Self.pages(files)
    let problems = #expect(throws: TemplateProblems.self) {
      try Router(context: PageRequestContext.self).addPages(pages) { router in
        router.addFlow(Stations(), for: pages) { _, _ in "Ann" }
      }
    }
    #expect(
      problems?.description
        == "Stations: no route accepts POST /stations/{id}/calibrate, a form: give addFlow the closure forms:")
  }

  @Test(
    arguments: [
      (.post("/stations/3/calibrat"), "no route accepts POST /stations/3/calibrat."),
      (.get("/stations/3/calibrate/again"), "no route accepts GET /stations/3/calibrate/again."),
      (.post("/stations/3/calibrate"), nil), (.get("/stations/3?page=2"), nil),
    ] as [(FormAction, String?)])
  func `a retry that no route accepts is told by strict pages`(retry: FormAction, problem: String?) async throws {
    let pages = try Self.pages(files, isStrict: true)
    let router = try Router(context: PageRequestContext.self).addPages(pages) { router in
      router.addFlow(Stations(), for: pages) { _, _ in
        "Ann"
      } forms: { _, _, _, _ in
        nil
      }
      router.get("/notes") { request, context in
        await pages.response(to: request.forPage(in: context)) { () throws(Failure) in
          .notes { Region.notes("notes", there("Milk"), retry: retry) }
        }
      }
    }
    try await Application(router: router).test(.router) { client in
      let html = String(buffer: try await client.execute(uri: "/notes", method: .get).body)
      #expect(html.contains("has a retry that goes nowhere: \(problem ?? "")") == (problem != nil))
      #expect(try await client.execute(uri: "/notes", method: .put).status == .forbidden)
    }
  }

  @Test func `a route that a flow adds, too, is refused at start`() throws {
    let pages = try Self.pages(files)
    let problems = #expect(throws: TemplateProblems.self) {
      try Router(context: PageRequestContext.self).addPages(pages) { router in
        router.get("/") { _, _ in "" }
        router.addFlow(Stations(), for: pages, known: { _, _ in "" }, forms: { _, _, _, _ in nil })
      }
    }
    let told = problems?.description ?? ""
    #expect(told.contains(/StatePagesTests\/RouterFlowTests\.swift:\d+: GET \/ has a route already/))
    #expect(told.contains("remove it, Stations adds it"))
  }
}
