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
      Page(PageLayout(title: name), cacheKey: CacheKey(name)) {}
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
    #expect(try await Reading().page(at: step, for: 1).cacheKey == CacheKey("book 4 for 1"))
  }
}
