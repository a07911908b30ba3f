import StatePagesTesting
import Testing

struct HTMLReaderTests {
  @Test func `the states of a page are read by region`() throws {
    let page = try HTMLReader.page(
      """
      <!doctype html>
      <main><div data-region="books" data-state="content">2 books</div>
      <div data-region="fees" data-state="empty" data-reason="none-due">Nothing &amp; nobody</div>
      <div data-placeholder-for="loans" data-state="loading">Loading…</div></main>
      """)
    #expect(page.states == ["books": "content", "fees": "empty/none-due"])
    #expect(page.state("fees") == "empty/none-due")
    #expect(page.region("fees")?.text == "Nothing & nobody")
    #expect(page.state("loans") == nil)
    #expect(page.placeholder(for: "loans")?.text == "Loading…")
  }

  @Test(arguments: [
    "<p>", "</p>", "<p></div>", "<p class=a></p>", "<p class=\"a\" class=\"b\"></p>", "<", "<textarea>",
  ])
  func `markup that is not well-formed is refused`(html: String) {
    #expect(throws: HTMLReader.Problem.self) { try HTMLReader.fragment(html) }
    #expect(throws: HTMLReader.Problem.self) { try HTMLReader.page("<!doctype html>" + html) }
  }

  @Test func `a page has a doctype, a fragment needs none`() throws {
    #expect(throws: HTMLReader.Problem.self) { try HTMLReader.page("<p>x</p>") }
    #expect(try HTMLReader.fragment("<p>x</p>").first("p")?.text == "x")
  }
}
