import Hummingbird
import StatePagesTesting
import StateViews
import Testing

@testable import StatePages

/// A retry, and the form of a rejected page, that send an event of a flow that is mounted twice.
struct RetryIntentTests {
  private struct Sending: PageFlow {
    enum Step: Hashable, Sendable { case note(Int) }
    enum Event: Intent { case sent }

    static let addresses = StepAddresses<Step> { StepAddress(form: "/notes/{id}", .segment) { .note($0) } }

    func after(_ event: Event, at step: Step) -> Outcome<Step, Never> { .show(step) }

    func page(at step: Step, for reader: String) -> Page { form }

    var form: Page {
      .notes {
        SendForm()
        Region.notes("notes", failing(Failure(.unavailable)), retry: .post(Event.sent))
      }
    }
  }

  private struct SendForm: Piece {
    static let template = "notes/send"
    static let fields: [String: Field<SendForm>] = ["send": .intent { _ in Sending.Event.sent }]
  }

  private struct Outer: PageFlow {
    enum Step: Hashable, Sendable { case one(Sending.Step), two(Sending.Step) }
    typealias Event = Step

    static let addresses = StepAddresses<Step> {
      Mount("/one", \.sending) { .one($0) }
      Mount("/two", \.sending) { .two($0) }
    }

    let sending = Sending()

    func page(at step: Step, for reader: String) async throws(Failure) -> Page {
      try await mountedPage(at: step, for: reader)
    }
  }

  private enum Unknown: Intent { case wish }

  private let files: TemplateFiles
  private let pages: Pages

  init() throws {
    let changes = [
      "notes/send": "<form method=\"post\" action=\"{{send}}\" name=\"send\"></form>",
      "layouts/page": "<!doctype html><title>{{title}}</title><main>{{stage}}</main>",
    ]
    files = try TemplateFiles(TestTemplates.texts.merging(changes) { $1 })
    let templates = try Templates(
      files.path, screens: TestTemplates.screens, pieces: TestTemplates.pieces + [SendForm.self],
      sending: IntentAddresses(of: Outer.self))
    pages = Pages(templates, isStrict: true) { .problem($0) }
  }

  private func browser() throws -> TestBrowser {
    let flow = Outer()
    return TestBrowser(
      try Router(context: PageRequestContext.self).addPages(pages) { router in
        router.get("/") { _, _ in "" }
        router.addFlow(flow, for: pages) { _, _ in
          "Ann"
        } forms: { _, _, _, _ in
          throw RequestProblem(again: flow.sending.form, Failure(.invalid))
        }
      })
  }

  @Test(arguments: ["/one/notes/3", "/two/notes/4"])
  func `both have the address of the step where its flow is mounted, also on the page of a rejected form`(
    address: String
  ) async throws {
    let browser = try browser()
    let page = try await browser.open(address)
    #expect(page.status == 503)
    #expect(try page.html.region("notes")?.form().action == address)
    let rejected = try await browser.submit(try page.html.form("send"))
    #expect(rejected.status == 422)
    #expect(try rejected.html.form("send").action == address)
    #expect(try rejected.html.region("notes")?.form().action == address)
  }

  @Test func `a retry whose intent no flow takes is told in place of the page`() async throws {
    let page = Page.notes { Region.notes("notes", failing(Failure(.unavailable)), retry: .post(Unknown.wish)) }
    let catalogue = try pages.templates.current().get()
    let mistake = page.mistake(by: catalogue)?.description ?? ""
    #expect(mistake.contains("The region “notes”") && mistake.contains("a retry that sends a Unknown"))
  }
}
