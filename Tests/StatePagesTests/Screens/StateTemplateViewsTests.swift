import StateViews
import Testing

@testable import StatePages

struct StateTemplateViewsTests {
  let catalogue: Catalogue

  init() throws {
    catalogue = try TestTemplates.catalogue([
      "states/failed":
        "{{#wait}}in {{wait}} s {{/wait}}{{#request}}({{request}}){{/request}}{{#retry}}{{> states/retry}}{{/retry}}"
    ])
  }

  @Test func `a retry is offered if it can help`() {
    #expect(html(Failure(.unavailable), .get("/notes")).contains("<form method=\"get\" action=\"/notes\">") as Bool)
    #expect(
      html(Failure(.unavailable), .post("/refresh")).contains("<form method=\"post\" action=\"/refresh\">") as Bool)
    #expect(html(Failure(.unavailable), nil) == "")
    #expect(html(Failure(.notFound), .get("/notes")) == "")
    #expect(html(Failure(.unavailable, retry: .never), .get("/notes")) == "")
  }

  @Test func `a retry sends its fields, escaped`() {
    let action = FormAction.get("/search", [.init("q", "\"a\"&b"), .init("page", "2")])
    let html = html(Failure(.timedOut), action)
    #expect(html.contains("<input type=\"hidden\" name=\"q\" value=\"&quot;a&quot;&amp;b\">") as Bool)
    #expect(html.contains("<input type=\"hidden\" name=\"page\" value=\"2\">") as Bool)
  }

  @Test(arguments: [
    (Failure.Retry.after(.seconds(60)), "in 60 s "), (.after(.milliseconds(1500)), "in 2 s "),
    (.after(.milliseconds(1)), "in 1 s "), (.after(.zero), "in 1 s "), (.now, ""), (.never, ""),
  ])
  func `the time to wait is in whole seconds, rounded up`(retry: Failure.Retry, words: String) {
    #expect(html(Failure(.unavailable, retry: retry), nil) == words)
  }

  @Test func `the request id is printed if it is known`() {
    #expect(html(Failure(.internal, request: "7f3a"), nil) == "(7f3a)")
  }

  private func html(_ failure: Failure, _ retry: FormAction?) -> String {
    catalogue.render(FailedView(failure, look: .test, retry: retry), by: "states/failed").html
  }
}
