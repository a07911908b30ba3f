import Hummingbird
import ServerSupport
import StatePagesTesting
import StateViews
import Testing

@testable import StatePages

/// A step beside another, or over it: one page of both.
@Suite(.timeLimit(.minutes(20))) struct PresentationTests {
  /// A list, a note beside it, and a question over it.
  struct Notebook: PageFlow {
    enum Step: Hashable, Sendable { case list, note(Int), question, lost, gate }
    enum Event: Intent { case opened(Int), dismissed }

    static let addresses = StepAddresses<Step> {
      StepAddress("/", .list)
      StepAddress("/notes/{id}", .segment) { .note($0) }
      StepAddress("/question", .question)
      StepAddress("/lost", .lost)
      StepAddress("/gate", .gate)
    }

    var list: any StatefulContent<[Note]> = there("Milk")
    var note: any StatefulContent<[Note]> = there("Two litres")

    func after(_ event: Event, at step: Step) -> Outcome<Step, Never> {
      switch event {
      // An intent of the same name leads elsewhere from a note.
      case .opened(let id): .show(step == .list ? .note(id) : .question)
      case .dismissed: .show(.list)
      }
    }

    func redirect(at step: Step, for reader: String) -> Event? { nil }

    func page(at step: Step, for reader: String) throws(Failure) -> Page {
      switch step {
      case .list:
        Page(Stage(), for: .test) {
          PagePart.piece("head", Head())
          Region.notes("notes", list, retry: .get("/"))
        }
      case .note, .question:
        Page(Stage(), for: .test) {
          PagePart.piece("head", Head())
          Region.notes("notes", note, retry: .get("/"))
        }
      case .lost: throw Failure(.notFound)
      case .gate: Page(Stage(), for: .test, status: .unauthorized) { PagePart.piece("head", Head()) }
      }
    }

    func presentation(of step: Step) -> Presentation<Step, Event> {
      switch step {
      case .list, .lost: .alone
      case .note(9): .beside(.lost)
      case .note, .gate: .beside(.list)
      case .question: .over(.list, dismissed: .dismissed)
      }
    }
  }

  private struct Stage: Layout {
    static let template = "layouts/stage"
    static let fields: [String: Field<Stage>] = ["stage": stage, "arrangement": .text(\.arrangement.rawValue)]
    var arrangement = Page.Arrangement.alone
  }

  private struct Head: Piece {
    static let template = "notes/links"
    static let fields: [String: Field<Head>] = ["open": .intent { _ in Notebook.Event.opened(4) }]
  }

  private static let texts = TestTemplates.texts.merging([
    "layouts/stage": "<!doctype html><main class=\"{{arrangement}}\">{{stage}}</main>",
    "notes/links": "<a href=\"{{open}}\">Open</a>",
  ]) { $1 }

  private static func templates() throws -> Templates {
    let files = try TemplateFiles(texts)
    return try Templates(
      files.path, screens: TestTemplates.screens, pieces: TestTemplates.pieces + [Stage.self, Head.self],
      sending: IntentAddresses(of: Notebook.self), isReloading: false)
  }

  private func browser(_ flow: Notebook = Notebook()) throws -> TestBrowser {
    let pages = Pages(try Self.templates(), clock: ManualClock(), rehearses: true) { .problem($0) }
    let router = Router(context: PageRequestContext.self).addMiddleware(for: pages)
    router.addFlow(flow, for: pages) { _, _ in "Ann" }
    return TestBrowser(router)
  }

  @Test func `a detail has its list before it, each with its own state and the links of its own step`() async throws {
    let page = try await browser().open("/notes/4")
    #expect(page.status == 200 && page.html.first("main")?["class"] == "beside")
    #expect(page.html.all { $0["data-region"] != nil }.map { $0["data-region"] } == ["beside-notes", "notes"])
    let pane = try #require(page.html.first { $0["class"] == "pane" })
    #expect(pane["inert"] == nil && pane.region("beside-notes")?.text == "Milk" && pane.region("notes") == nil)
    #expect(page.html.region("notes")?.text == "Two litres")
    #expect(page.html.all("a").map { $0["href"] } == ["/notes/4", "/question"])
    #expect(page.html.first { $0["class"] == "dismiss" } == nil)
    #expect(try await browser().open("/").html.first("main")?["class"] == "alone")
  }

  @Test func `what a step is shown over can't be used, and a link leaves by its event`() async throws {
    let page = try await browser().open("/question").html
    #expect(page.first("main")?["class"] == "over")
    let pane = try #require(page.first { $0["class"] == "pane" })
    #expect(pane["inert"] != nil && pane.region("over-notes")?.text == "Milk")
    let dismissal = try #require(page.first { $0["class"] == "dismiss" })
    #expect(dismissal["href"] == "/" && dismissal.text.contains("Close"))
  }

  @Test func `a pane that fails leaves the status, and the other one usable`() async throws {
    let list = try await browser(Notebook(list: failing(Failure(.timedOut)))).open("/notes/4")
    #expect(list.status == 200 && list.html.state("beside-notes") == "failed/timed-out")
    #expect(list.html.state("notes") == "content")
    let note = try await browser(Notebook(note: failing(Failure(.timedOut)))).open("/notes/4")
    #expect(note.status == 504 && note.html.state("beside-notes") == "content")
    #expect(note.html.state("notes") == "failed/timed-out")
  }

  @Test func `where there is no page beside, the page of that failure stands in its place`() async throws {
    let page = try await browser().open("/notes/9")
    #expect(page.status == 200 && page.html.state("notes") == "content")
    let pane = try #require(page.html.first { $0["class"] == "pane" })
    #expect(pane.first("h1")?.text == "Sorry")
  }

  @Test func `a gate is shown alone`() async throws {
    let page = try await browser().open("/gate")
    #expect(page.status == 401 && page.html.first("main")?["class"] == "alone")
  }

  @Test func `a region of either pane is a page of its own, and is rehearsed`() async throws {
    let only = try await browser().open("/notes/4?only=beside-notes").html
    #expect(only.all { $0["data-region"] != nil }.count == 1 && only.region("notes")?.text == "Milk")
    #expect(try await browser().open("/notes/4?only=notes").html.region("notes")?.text == "Two litres")
    let held = try await browser().open("/notes/4?rehearse=beside-notes:failed:timed-out,notes:empty:nothing-yet").html
    #expect(held.state("beside-notes") == "failed/timed-out" && held.state("notes") == "empty/nothing-yet")
  }

  @Test func `over a socket, both panes are streamed alone, in any order, and end one page`() async throws {
    let (list, note) = (HeldContent<[Note]>(), HeldContent<[Note]>())
    let pages = Pages(try Self.templates(), patience: Pages.Patience(grace: .milliseconds(50))) { .problem($0) }
    let router = Router(options: .autoGenerateHeadEndpoints)
    router.add(middleware: ProblemPages(pages))
    router.addFlow(Notebook(list: list, note: note), for: pages) { _, _ in "Ann" }
    try await RunningServer.serving(router) { server in
      try await RawClient.connected(to: server.port) { client in
        try await client.get("/notes/4", headers: "Sec-Fetch-Dest: document")
        let shell = Shell(html: try await client.receive(upTo: "</template>") + client.receive(upTo: "slot=\"head\""))
        #expect(shell.slots == ["beside-head", "beside-notes", "head", "notes"])
        #expect(shell.placeholders == ["beside-notes", "notes"])
        let pane = try #require(shell.html.split(separator: "<div class=\"pane\">").dropFirst().first)
        #expect(pane.contains("<slot name=\"beside-notes\">"))
        #expect(shell.html.contains("<a href=\"/notes/4\">Open</a>"), "The links of the list are those of its step.")
        note.end(.failure(.failed(Failure(.timedOut))))
        let failed = try await client.receive(upTo: "data-reason=\"timed-out\"")
        #expect(failed.contains("data-region=\"notes\"") as Bool)
        list.end(.success(.content([Note("Milk")])))
        let rest = try await client.receive(upTo: "0\r\n\r\n")
        #expect(Shell(html: rest).regions == ["beside-notes"], "\(rest)")
        #expect(rest.contains("<li>Milk</li>"))
        #expect(rest.contains("slot=\"beside-notes\"") && rest.hasSuffix("</main>\r\n0\r\n\r\n"))
      }
    }
  }

  @Test func `a page that is kept is that of both panes`() async throws {
    let flow = Notebook()
    let pages = Pages(try Self.templates(), clock: ManualClock(), isStrict: true) { .problem($0) }
    let router = Router(context: PageRequestContext.self).addMiddleware(for: pages)
    router.get("notes/{id}") { request, context in
      await pages.response(to: request, in: context, version: PageVersion("1")) { () async throws(Failure) in
        try await flow.presentedPage(at: .note(4), for: "Ann")
      }
    }
    let browser = TestBrowser(router)
    for _ in 1...2 {
      let page = try await browser.open("/notes/4")
      #expect(page.status == 200 && page.html.state("beside-notes") == "content")
    }
  }

  /// A step beside itself, by way of another.
  private struct Cycle: PageFlow {
    enum Step: Hashable, Sendable { case one(Int), other }
    typealias Event = Step
    static let addresses = StepAddresses<Step> {
      StepAddress("/one/{id}", .segment) { .one($0) }
      StepAddress("/other", .other)
    }

    func redirect(at step: Step, for reader: String) -> Event? { nil }
    func page(at step: Step, for reader: String) -> Page { Page(Stage(), for: .test) { Region.notes("n", there("A")) } }
    func presentation(of step: Step) -> Presentation<Step, Event> {
      switch step {
      case .one: .beside(.other)
      case .other: .over(.one(1), dismissed: .other)
      }
    }
  }

  /// A flow that mounts one with a cycle twice.
  private struct Around: PageFlow {
    enum Step: Hashable, Sendable { case one(Cycle.Step), two(Cycle.Step) }
    typealias Event = Step
    static let addresses = StepAddresses<Step> {
      Mount("/a", Cycle()) { .one($0) }
      Mount("/b", Cycle()) { .two($0) }
    }

    func page(at step: Step, for reader: String) async throws(Failure) -> Page {
      try await mountedPage(at: step, for: reader)
    }
  }

  private func problems<F: PageFlow>(of flow: F) throws -> String where F.Finish == Never, F.Request == String {
    let pages = Pages(try Self.templates(), clock: ManualClock()) { .problem($0) }
    let problems = #expect(throws: TemplateProblems.self) {
      try Router(context: PageRequestContext.self).addPages(pages) { router in
        router.addFlow(flow, for: pages) { _, _ in "Ann" }
      }
    }
    return problems?.description ?? ""
  }

  @Test func `a cycle is refused at start, with the place of the flow, what it shows, and what is meant`() async throws
  {
    let told = try problems(of: Cycle())
    #expect(
      told.contains(
        /StatePagesTests\/PresentationTests\.swift:\d+: Cycle\.presentation\(of:\) shows \/one\/1, which is/))
    #expect(told.contains("/one/1, which is shown with /other, which is shown with /one/1: a cycle."))
    #expect(told.contains("Answer .alone for /other."))
    #expect(try problems(of: Around()) == told, "that of a mounted flow, once")
    let page = try await Cycle().presentedPage(at: .one(7), for: "Ann")
    #expect(page.presentationMistake?.description.contains("/one/7, which is shown with /other") == true)
  }
}
