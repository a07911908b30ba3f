import StateViews
import Testing

@testable import StatePages

/// A compiled template prints the same bytes as the template engine.
struct CompiledTemplateTests {
  struct Everything: Piece, Hashable {
    static let template = "outline/everything"
    static let fields: [String: Field<Everything>] = [
      "text": .text(\.text), "optional": .optional(\.optional), "flag": .flag(\.flag),
      "template": .template(among: ["outline/one", "outline/two"]) { "outline/\($0.template)" },
      "address": .address(\.text), "perhaps": .optionalAddress(\.optional), "child": .view(\.child),
      "markup": .markup { _ in Markup(rendered: "<hr>") },
      "number": .number(upTo: 1_000, \.number), "place": .numeral(\.number),
    ]
    var text = "text"
    var optional: String?
    var flag = false
    var template = "one"
    var child: Child?
    var number: Int?
  }

  struct Child: TemplateView, Hashable {
    static let fields: [String: Field<Child>] = [
      "text": .text(\.text), "due": .optional(\.due), "inner": .view(\.inner), "address": .address(\.text),
    ]
    var text = "child"
    var due: String?
    var inner: Inner?
  }

  struct Inner: TemplateView, Hashable {
    static let fields: [String: Field<Inner>] = ["deep": .text(\.deep), "set": .flag(\.set)]
    var deep = "deep"
    var set = false
  }

  static let texts: [String: String?] = [
    "outline/everything": """
    <p class="{{text}}{{#flag}} flagged{{/flag}}">{{text}}{{^flag}}, not{{/flag}}{{> *.template}}</p>
    {{#optional}}
    <b>{{optional}} {{text}}</b>
    {{/optional}}
    {{^optional}}none{{/optional}}{{markup}}{{> outline/child}}
    {{child.text}}{{#child}}{{inner.deep}}{{/child}}
    <a href="{{address}}">{{#perhaps}}<img src="{{perhaps}}">{{/perhaps}}</a>{{#child}}<a href="{{address}}#x"></a>{{/child}}
    {{#number}}{{count}} {{#isOne}}task{{/isOne}}{{#isOther}}tasks{{/isOther}}{{/number}} {{#place}}no. {{place}}{{/place}}
    """,
    "outline/one": "1 {{text}}", "outline/two": "2 {{#flag}}{{text}}{{/flag}}",
    "outline/child": """
    {{#child}}{{text}}{{#due}}<time>{{due}}</time>{{/due}}{{#inner}}{{deep}}{{#set}}!{{/set}}{{text}}{{/inner}}{{/child}}
    """,
  ]

  private func catalogue(below basePath: BasePath) throws -> Catalogue {
    try TestTemplates.catalogue(Self.texts, pieces: TestTemplates.pieces + [Everything.self], basePath: basePath)
  }

  @Test(arguments: ["", "/below"])
  func `every variant of a view is printed as the engine prints it, whatever its texts are`(basePath: String) throws {
    let catalogue = try catalogue(below: BasePath(basePath))
    let words = [
      "", "plain", "<b> & \"quoted\" 'so'", "\u{1}0\u{2}", "\u{3}", "\u{F8F0}0\u{F8F1}", "\u{F8F0}", "{{text}}",
      "é<",
      "line\nline", "🎈", "اتصل", "/lists?a&b", "//elsewhere.example", "https://elsewhere.example/", "javascript:x",
      "#here",
    ]
    var count = 0
    for word in words {
      for optional in [nil, word] {
        for flag in [true, false] {
          for template in ["one", "two"] {
            for child in [
              nil, Child(text: word), Child(due: word), Child(text: word, inner: Inner(deep: word, set: flag)),
            ] {
              let view = Everything(
                text: word, optional: optional, flag: flag, template: template, child: child,
                number: [nil, 1, 2, 1_001][count % 3 + (flag ? 0 : 1)])
              #expect(catalogue.render(view) == catalogue.render(view, by: Everything.template))
              count += 1
            }
          }
        }
      }
    }
    #expect(count == words.count * 32)
  }

  @Test func `a count above what was counted ends in a plus, and other numbers have no categories`() throws {
    let catalogue = try catalogue(below: BasePath(""))
    func ending(_ number: Int?) -> Substring? {
      catalogue.render(Everything(number: number)).html.split(separator: "\n").last
    }
    let expected: [Substring?] = [" ", "1 task no. 1", "1,000 tasks no. 1,000", "1,000+ tasks no. 1,001"]
    #expect([nil, 1, 1_000, 1_001].map(ending) == expected)
  }

  @Test func `a view with rows has no compiled template, nor has a view that contains one`() {
    #expect(VariantReader<Notes.View>(.english) == nil)
    #expect(VariantReader<Everything>(.english) != nil && VariantReader<Note>(.english) != nil)
  }

  @Test func `two views have one variant only if the same tags hold`() throws {
    let shaper = try #require(VariantReader<Everything>(.english))
    #expect(shaper.variant(of: Everything(text: "a")) == shaper.variant(of: Everything(text: "b")))
    let others = [
      Everything(optional: ""), Everything(flag: true), Everything(template: "two"), Everything(child: Child()),
      Everything(child: Child(due: "")), Everything(child: Child(inner: Inner())),
      Everything(child: Child(inner: Inner(set: true))), Everything(),
    ]
    #expect(Set(others.map(shaper.variant)).count == others.count)
  }

  @Test func `a template with a character of the placeholders is refused`() {
    let problems = TestTemplates.problems(["notes/head": "<h1>\u{F8F0}0\u{F8F1}{{name}}</h1>"])
    #expect(problems.count == 1 && problems[0].contains("U+F8F0"))
  }
}
