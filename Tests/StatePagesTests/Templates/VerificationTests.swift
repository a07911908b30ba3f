import StateViews
import Testing

@testable import StatePages

struct VerificationTests {
  @Test func `correct templates have no problems`() { #expect(TestTemplates.problems([:]).isEmpty) }

  @Test func `a problem in a partial is reported at its own place, whatever includes it`() {
    let problems = TestTemplates.problems([
      "notes/content": "{{#rows}}{{> notes/row}}{{/rows}}", "notes/row": "<b>\n{{titel}}{{list}}",
    ])
    #expect(problems == ["notes/row:2: {{titel}} is not declared by its view: is title meant?"])
  }

  @Test func `a partial that includes itself is reported`() {
    let once = TestTemplates.problems(["notes/content": "\n{{> notes/content}}"])
    #expect(once == ["notes/content:2: {{> notes/content}} includes itself"])
    let over = TestTemplates.problems(["notes/content": "{{> notes/a}}{{> notes/a}}", "notes/a": "{{> notes/content}}"])
    #expect(over == ["notes/a:1: {{> notes/content}} includes itself"])
  }

  @Test func `content needs a template of its own`() {
    #expect(
      TestTemplates.problems(["notes/content": String?.none])
        == ["notes/content: is missing: content needs a template"])
  }

  @Test func `a screen without content needs neither a template nor a sample for it`() {
    #expect(TestTemplates.problems([:], screens: [Notes.self, Problem.self]).isEmpty)
  }

  @Test func `a screen with content needs a sample`() {
    #expect(
      TestTemplates.problems(["unseen/content": "Here."], screens: TestTemplates.screens + [Unseen.self])
        == ["unseen: the screen has no sample"])
  }

  @Test func `a caption's tag that a state hides is reported`() {
    #expect(
      TestTemplates.problems(["hidden/content": "Here."], screens: TestTemplates.screens + [Hidden.self])
        == ["hidden: the caption's tag retry is hidden by that of a state: give it another name"])
  }

  @Test func `a piece needs its template`() {
    #expect(TestTemplates.problems(["notes/head": String?.none]) == ["notes/head: is missing"])
  }

  @Test func `every template that a field can name has to exist and to fit the field's view`() {
    let problems = TestTemplates.problems(
      [Choosing.template: "\n{{> *.template}}", "choices/a": "{{nmae}}"], pieces: TestTemplates.pieces + [Choosing.self]
    )
    #expect(
      problems == [
        "choices/a:1: {{nmae}} is not declared by its view: is name meant?",
        "choosing:2: there is no template choices/b: is choices/a meant?",
      ])
  }

  @Test func `every load can exceed its deadline, declared or not`() {
    let problems = TestTemplates.problems(
      ["quick/content": "Here.", "quick/failed/timed-out": "{{facts.seconds}}"],
      screens: TestTemplates.screens + [Quick.self])
    #expect(problems == ["quick/failed/timed-out:1: {{facts.seconds}} is not declared by its view"])
  }

  @Test(arguments: [("<main></main>", 0), ("{{stage}}{{stage}}", 2), ("{{> part}}{{stage}}", 2)])
  func `a layout prints its stage once`(text: String, times: Int) {
    #expect(
      TestTemplates.problems(["layouts/page": text, "notes/head": "{{name}}{{! {{> part}} }}", "part": "{{stage}}"])
        .filter { !$0.hasPrefix("part: ") }
        == ["layouts/page: a layout prints {{stage}} once, and this one \(times) times"])
  }

  @Test func `all problems are reported together`() {
    let problems = TestTemplates.problems(["notes/content": "{{a}}\n{{b}}", "notes/head": "{{c}}{{#d}}"])
    #expect(
      problems == [
        "notes/content:1: {{a}} is not declared by its view", "notes/content:2: {{b}} is not declared by its view",
        "notes/head:1: {{#d}} is not closed",
      ])
  }
}

/// A screen without samples.
private enum Hidden: Screen {
  typealias Content = String
  typealias View = NoCaption

  struct Caption: TemplateView {
    static let fields: [String: Field<Caption>] = ["retry": .text { _ in "" }, "name": .text { _ in "" }]
  }

  static let name: ViewName = "hidden"
  static let samples = [Sample<Hidden>("one", caption: Caption(), content: "x")]
  static func view(of content: String, for look: DisplaySettings) -> NoCaption { NoCaption() }
}

private enum Unseen: Screen {
  static let name: ViewName = "unseen"
  static let samples: [Sample<Unseen>] = []

  static func view(of content: String, for look: DisplaySettings) -> NoCaption { NoCaption() }
}

/// A screen that declares no failures.
private enum Quick: Screen {
  static let name: ViewName = "quick"
  static let failures: [Failure] = []
  static let samples = [Sample<Quick>("one", caption: NoCaption(), content: "")]

  static func view(of content: String, for look: DisplaySettings) -> NoCaption { NoCaption() }
}
