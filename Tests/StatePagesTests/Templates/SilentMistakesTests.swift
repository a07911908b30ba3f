import StateViews
import Testing

@testable import StatePages

/// Mistakes in templates that a browser or the engine would pass over are refused at the start.
struct SilentMistakesTests {
  private static let beside = "what stands beside {{stage}} in its element is missing on streamed pages"

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
