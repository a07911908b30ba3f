import StateViews
import Testing

@testable import StatePages

/// The addresses that templates print below a base path.
struct BasePathTemplatesTests {
  /// A view with addresses of every kind. Its rows are what keeps it from being compiled.
  struct Shelf: Piece {
    static let template = "shelf/content"
    static let fields: [String: Field<Shelf>] = [
      "href": .address { _ in "/books?a&b" }, "elsewhere": .address { _ in "https://books.example/" },
      "perhaps": .optionalAddress { $0.perhaps }, "books": .rows { _ in [Book()] },
      "pages": .pieces { _ in [Leaf(), Leaf()] }, "words": .text { _ in "/as/typed" },
    ]
    var perhaps: String?
  }

  struct Book: TemplateView {
    static let fields: [String: Field<Book>] = ["href": .address { _ in "/books/1" }]
  }

  /// A compiled view.
  struct Leaf: Piece {
    static let template = "shelf/leaf"
    static let fields: [String: Field<Leaf>] = ["href": .address { _ in "/leaf" }, "book": .view { _ in Book() }]
  }

  private static let texts: [String: String?] = [
    "shelf/content": """
    <a href="{{href}}">{{words}}</a><a href="{{elsewhere}}"></a>{{#perhaps}}<img src="{{perhaps}}">{{/perhaps}}
    {{#books}}<a href="{{href}}"></a>{{/books}}{{pages}}
    """,
    "shelf/leaf": ##"<a href="{{href}}#x"></a>{{#book}}<form action="{{href}}"></form>{{/book}}"##,
  ]

  private func catalogue(_ changes: [String: String?] = [:], below basePath: String = "/below") throws -> Catalogue {
    try TestTemplates.catalogue(
      Self.texts.merging(changes) { $1 }, pieces: TestTemplates.pieces + [Shelf.self, Leaf.self],
      links: ["shelf": "/shelf?a&b"], basePath: BasePath(basePath))
  }

  private func html(_ text: String, below basePath: String = "/below") throws -> String {
    try catalogue(["notes/head": text + "{{name}}"], below: basePath).render(Head(name: "")).html
  }

  @Test func `every address of the app that a field has begins with the base path, and text does not`() throws {
    for perhaps in [nil, "/picture", "//books.example/picture"] {
      let shelf = Shelf(perhaps: perhaps)
      let html = try catalogue().render(shelf).html
      let image = perhaps.map { $0.hasPrefix("//") ? "<img src=\"\($0)\">" : "<img src=\"/below\($0)\">" } ?? ""
      let leaf = "<a href=\"/below/leaf#x\"></a><form action=\"/below/books/1\"></form>"
      #expect(
        html == """
          <a href="/below/books?a&amp;b">/as/typed</a><a href="https://books.example/"></a>\(image)
          <a href="/below/books/1"></a>\(leaf)\(leaf)
          """)
      #expect(try catalogue(below: "").render(shelf).html == html.replacing("/below/", with: "/"))
    }
  }

  @Test func `the facts of a reason get the base path if they are addresses`() throws {
    let reason = Reason(
      "nothing-yet", ["list": .address("/lists/1"), "name": .text("/x"), "source": .address("https://a.example/b")])
    let printed = StateFacts(reason).printed(for: .test, MarkupPlaceholders(try catalogue()))
    #expect(printed["list"] as? String == "/below/lists/1")
    #expect(printed["name"] as? String == "/x")
    #expect(printed["source"] as? String == "https://a.example/b")
  }

  @Test(arguments: [
    (#"<a href="/books">x</a>"#, #"<a href="/below/books">x</a>"#),
    (#"<a href="/">x</a>"#, #"<a href="/below/">x</a>"#),
    (##"<a href="{{links.shelf}}#x">x</a>"##, ##"<a href="/below/shelf?a&amp;b#x">x</a>"##),
    (#"<a href='/books'>x</a>"#, #"<a href='/below/books'>x</a>"#),
    ("<a href=/books>x</a>", "<a href=/below/books>x</a>"),
    ("<a\nHREF = \"/books\">x</a>", "<a\nHREF = \"/below/books\">x</a>"),
    (
      #"<form action="/books"><button formaction="/more">/x</button></form>"#,
      #"<form action="/below/books"><button formaction="/below/more">/x</button></form>"#
    ),
    (
      #"<img src="/a.png" srcset="/a.png 1x, /b.png 2x" alt="/a">"#,
      #"<img src="/below/a.png" srcset="/below/a.png 1x, /below/b.png 2x" alt="/a">"#
    ),
    (#"<a href="{{#name}}/one{{/name}}{{^name}}/other{{/name}}">x</a>"#, #"<a href="/below/one">x</a>"#),
    (#"<a href="/books/{{name}}/pages">x</a>"#, #"<a href="/below/books//pages">x</a>"#),
    (
      #"<a href="//books.example/">x</a><a href="https://books.example/">y</a>"#,
      #"<a href="//books.example/">x</a><a href="https://books.example/">y</a>"#
    ),
    (
      ##"<a href="?page=2">x</a><a href="#top">y</a><a href="books">z</a>"##,
      ##"<a href="?page=2">x</a><a href="#top">y</a><a href="books">z</a>"##
    ),
    (
      #"<p title="/a" data-x="/b">/c</p><!-- <a href="/d"> --><input value="/e">"#,
      #"<p title="/a" data-x="/b">/c</p><!-- <a href="/d"> --><input value="/e">"#
    ),
    ("<p>é🎈</p>{{! /x }}<a href=\"/books\">x</a>", "<p>é🎈</p><a href=\"/below/books\">x</a>"),
    (#"<br/><a href="/a/b//c">x</a>"#, #"<br/><a href="/below/a/b//c">x</a>"#),
  ])
  func `an address that a template itself has gets the base path`(text: String, printed: String) throws {
    #expect(try html(text) == printed)
    #expect(try html(text, below: "").utf8.count == printed.replacing("/below/", with: "/").utf8.count)
  }

  @Test func `a slash that begins an address only sometimes is refused, below a base path alone`() {
    let changes = ["notes/head": ##"<a href="{{#name}}#x{{/name}}/books">{{name}}</a>"##]
    #expect(TestTemplates.problems(changes) == [])
    let problems = TestTemplates.problems(changes, basePath: .below)
    #expect(problems.count == 1)
    #expect(problems.first?.hasPrefix("notes/head:1: the address in href begins or goes on here") == true)
  }

  @Test func `the retry of a region and the stylesheet of a streamed page get the base path`() throws {
    let catalogue = try catalogue()
    let printer = RegionRenderer(catalogue: catalogue, look: .test, request: "r", address: "/notes?page=2")
    let region = Region.notes("notes", there("Milk"), retry: .get("/notes", [.init("from", "/home")]))
    let failed = printer.element(of: region, in: .failed(Failure(.sourceFailed, retry: .now))).html
    #expect(failed.contains(#"action="/below/notes""#) as Bool && failed.contains(#"value="/home""#) as Bool)
    #expect(printer.placeholder(of: region, in: .loading(nil)).html.contains(#"href="/below/notes?page=2""#) as Bool)
    let root = catalogue.render(ShadowRoot(stylesheet: "/style.css", slots: .none)).html
    #expect(root.contains(#"href="/below/style.css""#) as Bool)
  }

  @Test func `pages of another base path are kept by other names`() throws {
    let hashes = try ["", "/below", "/other"].map { try catalogue(below: $0).hash }
    #expect(Set(hashes).count == 3)
  }
}

extension BasePath {
  /// For tests; no route of a test begins with it.
  static var below: BasePath {
    do { return try BasePath("/below") } catch { preconditionFailure("\(error)") }
  }
}
