import StatePagesTesting
import StateViews
import Testing

@testable import StatePages

/// What views send, and where it leads.
struct IntentTests {
  enum ShelfIntent: Intent { case open(Int), close }

  struct BookLink: Piece {
    static let template = "book/link"
    static let fields: [String: Field<BookLink>] = [
      "href": .intent { ShelfIntent.open($0.book) },
      "close": .optionalIntent { $0.isOpen ? ShelfIntent.close : nil },
      "next": .view(\.next),
    ]
    var book = 1
    var isOpen = false
    var next: Next?

    struct Next: TemplateView {
      static let fields: [String: Field<Next>] = ["href": .intent { ShelfIntent.open($0.book) }]
      let book: Int
    }
  }

  private static let text = """
    <a href="{{href}}">Book</a>{{#close}}<a href="{{close}}">Close</a>{{/close}}{{#next}}<a href="{{.href}}">Next</a>{{/next}}
    """

  private static func addresses(below root: String) -> IntentAddresses {
    IntentAddresses { (intent: ShelfIntent) in
      switch intent {
      case .open(let book): PageAddress(path: [root, "\(book)"])
      case .close: PageAddress(path: [root])
      }
    }
  }

  private static func catalogue(
    _ changes: [String: String?] = [:], sending intents: IntentAddresses, below basePath: BasePath = .root
  ) throws(TemplateProblems) -> Catalogue {
    var texts = TestTemplates.texts.merging(["book/link": text, "moved/content": "<p>Here"]) { $1 }
    for (name, text) in changes { texts[name] = text }
    return try Catalogue(
      texts: texts, screens: TestTemplates.screens + [Moved.self], pieces: TestTemplates.pieces + [BookLink.self],
      sending: intents,
      basePath: basePath)
  }

  @Test func `the flow gives an intent its address`() throws {
    let catalogue = try Self.catalogue(sending: Self.addresses(below: "books"), below: BasePath("/town"))
    let links = [BookLink(), BookLink(isOpen: true, next: .init(book: 2))].map { catalogue.render($0).html }
    #expect(links[0] == #"<a href="/town/books/1">Book</a>"#)
    #expect(
      links[1]
        == #"<a href="/town/books/1">Book</a><a href="/town/books">Close</a><a href="/town/books/2">Next</a>"#)
  }

  @Test func `a page of a flow that is mounted elsewhere leads there`() async throws {
    let catalogue = try Self.catalogue(sending: Self.addresses(below: "books"))
    let page = Page(PageLayout(title: "Shelf")) { PagePart.piece("link", BookLink()) }
    let mounted = page.sending(Self.addresses(below: "club"))
    #expect(catalogue.sending(mounted.intents).render(BookLink()).html == #"<a href="/club/1">Book</a>"#)
    #expect(catalogue.sending(page.intents).render(BookLink()).html == #"<a href="/books/1">Book</a>"#)
    // The inner flow's own come first.
    let inner = mounted.sending(Self.addresses(below: "street"))
    #expect(catalogue.sending(inner.intents).render(BookLink()).html == #"<a href="/club/1">Book</a>"#)
  }

  @Test func `words send intents by their facts`() throws {
    let catalogue = try Self.catalogue(
      ["moved/empty": #"<a href="{{facts.to}}">Open</a>"#],
      sending: Self.addresses(below: "books"))
    let reason = Reason("away", ["to": .intent(ShelfIntent.open(3))])
    #expect(reason == Moved.emptyReasons[0] && reason != Reason("away", ["to": .intent(ShelfIntent.open(4))]))
    let region = Region<Moved>("moved", in: .empty(reason))
    let html = RegionRenderer(catalogue: catalogue, look: DisplaySettings(), request: nil, address: "/")
      .element(of: region, in: .empty(reason)).html
    #expect(html.contains(#"<a href="/books/3">Open</a>"#))
  }

  private enum Moved: Screen {
    static let name: ViewName = "moved"
    static let emptyReasons = [Reason("away", ["to": .intent(ShelfIntent.open(3))])]
    static let samples = [Sample<Moved>("one", content: "")]

    static func view(of content: String, for look: DisplaySettings) -> NoCaption { NoCaption() }
  }

  @Test func `an intent that no flow takes is refused at start`() {
    #expect { _ = try Self.catalogue(sending: IntentAddresses()) } throws: { error in
      "\(error)".contains("book/link:1: {{href}} sends a ShelfIntent, which has no address")
    }
  }
}
