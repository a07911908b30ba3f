import HTTPTypes
import Hummingbird
import StatePagesTesting
import StateViews
import Testing

@testable import StatePages

struct FormStateTests {
  private enum Name: String, CaseIterable {
    case name, seats
    case dayOfTravel = "day-of-travel"
  }

  private enum Message: String, FormMessage {
    case noName = "no-name"
    case full
  }

  private typealias State = FormState<Name, Message>

  private struct BookingForm: Piece {
    static let template = "booking/form"
    static let fields = State.tags(at: \BookingForm.state, ids: "booking-", hints: [.seats])
    let state: State
  }

  private static let texts = [
    "booking/form": """
    <form>{{> forms/problem}}{{#name}}{{> forms/input}}{{/name}}{{#seats}}{{> forms/textarea}}{{/seats}}
    {{#day-of-travel}}<b>{{value}}</b>{{/day-of-travel}}</form>
    """,
    "errors/no-name": "Enter a name.",
    "errors/full": "There is no seat left.",
  ]

  private func rendered(_ state: State) throws -> HTMLElement {
    let catalogue = try Catalogue(texts: Self.texts, screens: [], pieces: [BookingForm.self])
    return try HTMLReader.fragment(catalogue.render(BookingForm(state: state)).html)
  }

  private func sent(_ body: String) throws -> State { State(try FormBody(body.utf8) { _ in true }) }

  @Test func `a form that was sent has its values, and empty ones for what was not sent`() throws {
    let state = try sent("name=Ann+%C3%89&other=1")
    #expect(state[.name] == "Ann É" && state[.seats] == "")
    #expect(state.isValid && state.firstInvalid == nil && state.problem == nil)
  }

  @Test func `a valid form shows its values without messages and without focus`() throws {
    let page = try rendered(sent("name=%22%3Cb%3E&seats=2%0A3&day-of-travel=2026-11-27"))
    let input = try #require(page.first("input"))
    #expect(input["value"] == "\"<b>" && input["id"] == "booking-name" && input["name"] == "name")
    #expect(input["autofocus"] == nil && input["aria-invalid"] == nil && input["aria-describedby"] == nil)
    let area = try #require(page.first("textarea"))
    #expect(area.text == "2\n3" && area["aria-describedby"] == "booking-seats-hint")
    #expect(page.first("b")?.text == "2026-11-27")
    #expect(page.first("p") == nil)
  }

  @Test func `an error stands at its field, and the first invalid field has the focus`() throws {
    var state = try sent("name=&seats=900")
    state.reject(.seats, .full)
    state.reject(.name, .noName)
    state.reject(.name, .full)
    #expect(!state.isValid && state.firstInvalid == .name && state.error(at: .name) == .noName)
    let page = try rendered(state)
    let input = try #require(page.first("input"))
    #expect(
      input["autofocus"] != nil && input["aria-invalid"] == "true" && input["aria-describedby"] == "booking-name-error")
    let area = try #require(page.first("textarea"))
    #expect(area["autofocus"] == nil && area["aria-invalid"] == "true" && area.text == "900")
    #expect(area["aria-describedby"] == "booking-seats-hint booking-seats-error")
    let words = page.all("p").map { [$0["id"] ?? "", $0.text.trimmingWhitespace] }
    #expect(words == [["booking-name-error", "Enter a name."], ["booking-seats-error", "There is no seat left."]])
  }

  @Test func `what is wrong with the whole form is told above its fields`() throws {
    var state = try sent("name=Ann")
    state.reject(.full)
    #expect(!state.isValid && state.problem == .full)
    let problem = try #require(try rendered(state).first("p"))
    #expect(problem["id"] == "form-error" && problem["autofocus"] != nil)
    #expect(problem.text.trimmingWhitespace == "There is no seat left.")
  }

  @Test func `a form cannot start whose message has no words, or whose template misspells a field`() throws {
    var texts = Self.texts
    texts["errors/full"] = nil
    texts["booking/form"] = "{{#nmae}}{{> forms/input}}{{/nmae}}{{#name}}{{> forms/input}}{{/name}}"
    let problems = #expect(throws: TemplateProblems.self) {
      try Catalogue(texts: texts, screens: [], pieces: [BookingForm.self])
    }
    let told = problems?.problems.map { "\($0.template): \($0.message)" } ?? []
    #expect(told.contains { $0.contains("errors/full") })
    #expect(told.contains { $0.contains("{{#nmae}} is not declared") })
  }

  @Test(arguments: [
    (Failure(.invalid), HTTPResponse.Status.unprocessableContent, nil as String?),
    (Failure(.conflict), .conflict, nil),
    (Failure(.unavailable, "busy", retry: .after(.seconds(7))), .serviceUnavailable, "7"),
  ])
  func `a rejected form is answered with its page and the status of its failure`(
    failure: Failure, status: HTTPResponse.Status, retryAfter: String?
  ) async throws {
    let app = try OnePageApp()
    let response = try await app.pages.again(failure, for: OnePageApp.request(method: .post)) { () throws(Failure) in
      .notes { Region.notes("notes", there("kept")) }
    }
    #expect(response.status == status)
    #expect(response.headers[.retryAfter] == retryAfter)
    #expect(response.headers[.eTag] == nil)
  }
}

extension String {
  fileprivate var trimmingWhitespace: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
