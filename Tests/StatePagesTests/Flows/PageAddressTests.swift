import Testing

@testable import StatePages

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
  func `a string that is no path of this site is no address`(text: String) {
    #expect(PageAddress(text) == nil)
  }

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
