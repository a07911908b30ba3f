import StateViews
import Testing

@testable import StatePages

/// Regions within content have names of their own, as far as samples tell.
struct PartNamesTests {
  private struct Line: TemplateView {
    static let fields: [String: Field<Line>] = ["line": .text(\.name), "news": .part { "news-\($0.name)" }]
    let name: String
  }

  private enum Lines: ListScreen {
    typealias Content = [String]
    static let name: ViewName = "lines"
    static let emptyReasons: [Reason] = ["none"]
    static let samples = [
      Sample<Lines>("two", content: ["bus", "tram"]), Sample<Lines>("twice", content: ["bus", "tram", "bus"]),
    ]
    static let fields: [String: Field<ListView<Lines>>] = ["lines": .rows(\.rows)]

    static func rows(of lines: [String], for look: DisplaySettings) -> [Line] { lines.map(Line.init) }
  }

  @Test func `two parts of one name are refused at start, with the screen, the sample and what is meant`() {
    let problems = TestTemplates.problems(
      ["lines/content": "<ul>{{#lines}}<li>{{line}}{{news}}</li>{{/lines}}</ul>"],
      screens: TestTemplates.screens + [Lines.self])
    #expect(
      problems == [
        """
        lines/content: Lines.samples, content/twice: the part “news-bus” is printed 2 times. Parts have names of their own on a page: give \
        each row one, such as “news-bus-1”
        """
      ])
  }

  @Test func `a template that prints one part twice is refused, and one that prints none is not`() {
    func problems(_ row: String) -> [String] {
      TestTemplates.problems(
        ["lines/content": "{{#lines}}{{line}}\(row){{/lines}}"], screens: TestTemplates.screens + [Lines.self])
    }
    #expect(problems("").isEmpty)
    #expect(problems("{{news}}{{news}}").first?.contains("“news-bus” is printed 2 times") == true)
    #expect(problems("{{news}}{{news}}").last?.contains("“news-tram” is printed 2 times") == true)
  }
}
