import StateViews
import Testing

@testable import StatePages

struct VerificationTests {
  @Test func `correct templates have no problems`() {
    #expect(TestTemplates.problems([:]).isEmpty)
  }

  /// Each row has the template that contains it, from the second line on.
  @Test(arguments: [
    ("{{#rows}}", "notes/content:2: {{#rows}} is not closed"),
    ("{{#rows}}{{^due}}{{/rows}}{{/due}}", "notes/content:2: {{/rows}} closes no section of that name"),
    ("{{/rows}}", "notes/content:2: {{/rows}} closes no section of that name"),
    ("{{title", "notes/content:2: a tag is not closed"),
    ("{{}}", "notes/content:2: an empty tag"),
    ("{{lst}}", "notes/content:2: {{lst}} is not declared by its view: is list meant?"),
    ("{{title}}", "notes/content:2: {{title}} is not declared by its view"),
    ("{{.}}", "notes/content:2: {{.}} is not declared by its view"),
    ("{{uppercased(list)}}", "notes/content:2: {{uppercased(list)}} is not declared by its view"),
    ("{{list.name}}", "notes/content:2: {{list.name}} is not declared by its view"),
    ("{{#lst}}\n{{/lst}}", "notes/content:2: {{#lst}} is not declared by its view: is list meant?"),
    ("{{^lst}}\n{{/lst}}", "notes/content:2: {{#lst}} is not declared by its view: is list meant?"),
    ("{{rows}}", "notes/content:2: {{rows}} is nothing to print"),
    ("{{#rows}}\n{{.list}}\n{{/rows}}", "notes/content:3: {{.list}} is not declared by its view"),
    ("{{#list}}\n{{.list}}\n{{/list}}", "notes/content:3: {{.list}} is not declared by its view"),
    ("{{^rows}}\n{{title}}{{/rows}}", "notes/content:3: {{title}} is not declared by its view"),
    ("{{> notes/rwo}}", "notes/content:2: there is no template notes/rwo"),
    ("{{> *list}}", "notes/content:2: {{> *list}} is no template field of its view"),
    ("{{{list}}}", "notes/content:2: an unescaped tag is not allowed"),
    ("{{&list}}", "notes/content:2: an unescaped tag is not allowed"),
    ("{{=<% %>=}}", "notes/content:2: a change of delimiters is not allowed"),
    ("{{<layouts/page}}{{/layouts/page}}", "notes/content:2: inheritance is not used: name a partial"),
    ("{{$block}}{{/block}}", "notes/content:2: inheritance is not used: name a partial"),
    ("{{% CONTENT_TYPE:TEXT}}", "notes/content:2: a pragma is not allowed: the loader sets the content type"),
    ("<a href={{list}}>", "notes/content:2: a tag in an attribute that is not in double quotes"),
    ("<a\n href='{{list}}'>", "notes/content:3: a tag in an attribute that is not in double quotes"),
    ("<a {{list}}>", "notes/content:2: a tag in an attribute that is not in double quotes"),
    ("<{{list}}>", "notes/content:2: a tag in an attribute that is not in double quotes"),
    ("</{{list}}>", "notes/content:2: a tag in an attribute that is not in double quotes"),
    ("<a {{> states/way-out}}>", "notes/content:2: a tag in an attribute that is not in double quotes"),
    ("{{list}}\u{1}0\u{2}", "notes/content:2: a control character"),
  ])
  func `a mistake in a template is reported with its line`(text: String, problem: String) {
    #expect(TestTemplates.problems(["notes/content": "<p>\n\(text)"]) == [problem])
  }

  @Test(arguments: [
    "{{! a comment {{ with anything }}", "<a class=\"{{list}}\"{{#due}} title=\"{{due}}\"{{/due}}>", "1 < 2, {{list}}",
    "<!-- it's \"odd --><p>{{list}}</p>", "<br>{{list}}", "{{#due}}{{#list}}{{due}}{{list}}{{/list}}{{/due}}",
    "{{#rows}}{{title}} of {{list}}{{/rows}}{{^rows}}{{list}}{{/rows}}", "<i class=\"a\r\nb {{list}}\">",
  ])
  func `correct markup has no problem`(text: String) {
    #expect(TestTemplates.problems(["notes/content": text]).isEmpty)
  }

  @Test func `lines are counted with any line ending`() {
    let text = "<p>\r\n<p>\r\n<a href={{list}}>"
    #expect(
      TestTemplates.problems(["notes/content": text])
        == ["notes/content:3: a tag in an attribute that is not in double quotes"])
  }

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

  @Test(arguments: [
    ("notes/empty/all-done", "facts.complete"), ("notes/empty/nothing-yet", "facts.completed"),
    ("notes/empty/all-done", "facts.last"), ("notes/empty/all-done", "facts.last.clock"),
    ("notes/empty/all-done", "facts.completedIsOne"), ("notes/failed/conflict", "facts.by"),
    ("notes/loading", "facts.by"), ("notes/still-working", "facts.by"),
    ("notes/refresh-failed/unavailable", "facts.by"), ("notes/refresh-failed/conflict/changed-since", "facts.by"),
    ("notes/failed/timed-out", "facts.by"), ("notes/status/connecting", "facts.by"),
    ("notes/status/received", "facts.by"),
  ])
  func `a fact that a reason does not declare is reported`(template: String, fact: String) {
    let problems = TestTemplates.problems([template: "{{\(fact)}}"])
    #expect(problems.count == 1)
    #expect(problems.first?.hasPrefix("\(template):1: {{\(fact)}} is ") == true)
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
  static func view(of content: String, for look: Look) -> NoCaption { NoCaption() }
}

private enum Unseen: Screen {
  static let name: ViewName = "unseen"
  static let samples: [Sample<Unseen>] = []

  static func view(of content: String, for look: Look) -> NoCaption { NoCaption() }
}

/// A screen that declares no failures.
private enum Quick: Screen {
  static let name: ViewName = "quick"
  static let failures: [Failure] = []
  static let samples = [Sample<Quick>("one", caption: NoCaption(), content: "")]

  static func view(of content: String, for look: Look) -> NoCaption { NoCaption() }
}
