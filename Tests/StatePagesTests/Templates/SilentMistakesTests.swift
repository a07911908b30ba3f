import StateViews
import Testing

@testable import StatePages

/// Mistakes in templates that a browser or the engine would pass over are refused at the start.
struct SilentMistakesTests {
  private static let beside = "what stands beside {{stage}} in its element is missing on streamed pages"

  @Test(arguments: [
    ("<main>Hello {{stage}}</main>", true), ("<main>{{stage}}Hello</main>", true), ("<main><br>{{stage}}</main>", true),
    ("<main><nav></nav>{{stage}}</main>", true), ("<main>{{title}}{{stage}}</main>", true),
    ("<main>{{stage}}{{title}}</main>", true), ("<main>{{stage}}<footer></footer></main>", true),
    ("{{stage}}", true), ("<main class=\"{{title}}\">{{stage}}</main>", false),
    ("<h1>{{title}}</h1>\n<main>\n{{stage}}\n</main>", false),
    ("<main><div>{{stage}}</div><footer>Hi</footer></main>", false),
  ])
  func `the stage stands alone in its element`(text: String, isRefused: Bool) {
    let problems = TestTemplates.problems(["layouts/page": text])
    #expect(problems.contains { $0.hasSuffix(Self.beside) } == isRefused, "\(problems)")
  }

  @Test(arguments: [
    ("<p style=\"color: red\">{{list}}</p>", "style= is not allowed: browsers ignore it on these pages; use a class"),
    ("<h1>{{list}}</h2>", "</h2> closes <h1>, which begins in line 1"),
    ("<div><p>{{list}}</div></section>\n<b><i>x</b></i>", "</b> closes <i>, which begins in line 2"),
    ("<h1>\n{{#rows}}<b>{{title}}</i>{{/rows}}</h1>", "</i> closes <b>, which begins in line 2"),
  ])
  func `markup that a browser repairs is reported`(text: String, problem: String) {
    #expect(
      TestTemplates.problems(["notes/content": text]).map { $0.split(separator: ": ", maxSplits: 1)[1] } == [
        problem[...]
      ])
  }

  @Test(arguments: [
    "<ul><li>One<li>Two</ul>", "<table><tr><td>1<td>2<tr><td>3</table>", "<p>One<p>Two<div></div>",
    "{{#due}}<a href=\"/\">{{/due}}{{list}}{{#due}}</a>{{/due}}", "</div>", "<br><img src=\"/a.png\"><input>",
    "<dl><dt>a<dd>b</dl><select><option>1<option>2</select>", "<svg><path d=\"M0\"/></svg><b></B>",
  ])
  func `end tags that HTML lets one leave out, and elements that span templates, are no mistake`(text: String) {
    #expect(TestTemplates.problems(["notes/content": text]).isEmpty)
  }

  @Test func `a gate's reason without a template is refused`() {
    do throws(TemplateProblems) {
      _ = try Catalogue(
        texts: TestTemplates.texts.merging(["door/open": "Come in."]) { $1 }, screens: TestTemplates.screens,
        gates: [Door.self], pieces: TestTemplates.pieces)
      Issue.record("accepted")
    } catch {
      #expect(error.description == "door/shut: is missing: no template stands for this reason of the gate")
    }
  }

  @Test(arguments: [
    ("{{titel}}", "{{titel}} is not declared by its view: is title meant?"),
    ("{{tilte}}", "{{tilte}} is not declared by its view: is title meant?"),
    ("{{#deu}}x{{/deu}}", "{{#deu}} is not declared by its view: is due meant?"),
  ])
  func `a misspelt tag is reported with the declared one`(text: String, problem: String) {
    #expect(TestTemplates.problems(["notes/content": "{{#rows}}\(text){{/rows}}"]) == ["notes/content:1: \(problem)"])
  }

  @Test func `a missing message is reported with its case`() {
    let problems = TestTemplates.problems(
      ["login": "{{#name}}{{> forms/input}}{{/name}}", "errors/no-name": "Enter a name."],
      pieces: TestTemplates.pieces + [LogIn.self])
    #expect(problems == ["errors/too-long: is missing: LogInError.tooLong needs words"])
  }

  @Test(
    arguments: [
      ("{{#name}}{{> forms/input}}{{/name}}{{#pin}}{{> forms/input}}{{/pin}}", []),
      ("{{#name}}{{> forms/input}}{{/name}}", ["sign: the form has no field pin"]),
      (
        "{{#name}}{{> forms/input}}{{/name}}{{^pin}}{{/pin}}<input type=\"hidden\" name=\"pin\" value=\"{{version}}\">",
        ["sign: the form has no field version"]
      ),
    ] as [(String, [String])])
  func `a form shows every field that it declares, and its version`(text: String, problems: [String]) {
    let version = problems.isEmpty || problems == ["sign: the form has no field pin"]
    let text = text + (version ? "<input type=\"hidden\" name=\"version\" value=\"{{version}}\">" : "")
    let words = ["errors/no-name": "Enter a name.", "errors/too-long": "Shorter."]
    #expect(
      TestTemplates.problems(["sign": text].merging(words) { $1 }, pieces: TestTemplates.pieces + [Sign.self])
        == problems)
  }
}

private enum Door: Gate {
  enum Reason: String, CaseIterable { case open, shut }
  static let name: ViewName = "door"
  static let samples = Reason.allCases.map { GateSample<Door>($0, NoCaption()) }
  typealias View = NoCaption
}

private enum LogInError: String, FormMessage {
  case noName = "no-name"
  case tooLong = "too-long"
}

private struct LogIn: Piece {
  enum Name: String, CaseIterable { case name }
  static let template = "login"
  static let fields = FormState.tags { (view: LogIn) in view.state }
  let state: FormState<Name, LogInError>
}

private struct Sign: Piece {
  enum Name: String, CaseIterable { case name, pin }
  static let template = "sign"
  static let fields: [String: Field<Sign>] = FormState.tags { (view: Sign) in view.state }
    .merging(["version": .text { _ in "3" }]) { $1 }
  let state: FormState<Name, LogInError>
}
