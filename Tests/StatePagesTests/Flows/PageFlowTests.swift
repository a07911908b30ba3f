import Hummingbird
import StateViews
import Testing

@testable import StatePages

/// The code of ``PageFlow``'s documentation comment, unchanged.
struct PageFlowTests {
  struct Reading: PageFlow {
    enum Step: Hashable, Sendable { case shelf(page: Int), book(Int) }
    enum Event: Sendable { case opened(Int), closed }

    func after(_ event: Event, at step: Step) -> Outcome<Step, Never> {
      switch event {
      case .opened(let book): .show(.book(book))
      case .closed: .show(.shelf(page: 1))
      }
    }

    static let addresses = StepAddresses<Step> {
      StepAddress("/books", .number("page")) { .shelf(page: $0) }
      StepAddress("/books/{id}", .segment) { .book($0) }
    }

    func redirect(at step: Step, for reader: Int) -> Event? { nil }

    func page(at step: Step, for reader: Int) async throws(Failure) -> Page {
      switch step {
      case .shelf(let page): shelfPage(page, of: reader)
      case .book(let id): bookPage(id, for: reader)
      }
    }

    private func shelfPage(_ page: Int, of reader: Int) -> Page { Self.page("shelf \(page) of \(reader)") }
    private func bookPage(_ id: Int, for reader: Int) -> Page { Self.page("book \(id) for \(reader)") }

    private static func page(_ name: String) -> Page {
      Page(PageLayout(title: name), for: DisplaySettings(theme: name)) {}
    }
  }

  @Test func `a link for an event has the address of the next step`() {
    let flow = Reading()
    #expect(flow.address(after: .opened(4), at: .shelf(page: 2)).text == "/books/4")
    #expect(flow.address(after: .closed, at: .book(4)).text == "/books")
  }

  @Test func `the step after a form is a redirect`() {
    let response = Response.seeOther(Reading().address(after: .opened(17), at: .shelf(page: 1)))
    #expect(response.status == .seeOther)
    #expect(response.headers[.location] == "/books/17")
    #expect(response.headers[.cacheControl] == "no-store")
  }

  @Test func `an address leads to its step, and the step to its page`() async throws {
    let step = try #require(Reading.addresses.step(at: "/books/4"))
    #expect(Reading().redirect(at: step, for: 1) == nil)
    #expect(try await Reading().page(at: step, for: 1).look.theme == "book 4 for 1")
  }
}

struct PageAddressTests {
  @Test(arguments: [
    ("/", PageAddress()),
    ("/lists", PageAddress(path: ["lists"])),
    (
      "/lists/5?arrange&page=2#up-5",
      PageAddress(path: ["lists", "5"], query: [.init("arrange"), .init("page", "2")], fragment: "up-5")
    ),
    ("/search?q=a%26b%20%C3%BC", PageAddress(path: ["search"], query: [.init("q", "a&b ü")])),
  ])
  func `an address is parsed and formatted unchanged`(text: String, address: PageAddress) {
    #expect(PageAddress(text) == address)
    #expect(address.text == text)
  }

  /// Browsers read `//` and `/\\` at the start of a link as the beginning of a host.
  @Test(arguments: [
    "", "lists", "?page=2", "#rows", "https://elsewhere.example/", "//elsewhere.example", "//", "/\\elsewhere.example",
    "/lists/\\elsewhere.example", "\\\\elsewhere.example",
  ])
  func `a string that is no path of this site is no address`(text: String) { #expect(PageAddress(text) == nil) }

  @Test(arguments: [
    ("/search?q=a+b", "a b"), ("/search?q=%FF", "%FF"), ("/search?q=100%", "100%"), ("/search?q==", "="),
    ("/search?q=a?b", "a?b"), ("/search?q=", ""), ("/search?q=one&q=two", "one"),
  ])
  func `a value is decoded as in forms, and left as it is if it cannot be decoded`(text: String, value: String) {
    #expect(PageAddress(text)?.query.first?.value == value)
  }

  @Test func `path segments are preserved, including empty ones`() {
    #expect(PageAddress("/lists//5/")?.path == ["lists", "", "5", ""])
    #expect(PageAddress("/lists/%31")?.path == ["lists", "%31"])
  }

  @Test func `a GET form to a page sends the query as fields`() {
    let form = PageAddress(path: ["lists", "5"], query: [.init("all-open"), .init("page", "2")], fragment: "rows").form
    #expect(form == .get("/lists/5", [.init("all-open", ""), .init("page", "2")]))
  }
}
