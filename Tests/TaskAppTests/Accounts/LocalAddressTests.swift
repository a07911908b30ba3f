import Testing

@testable import TaskApp

struct LocalAddressTests {
  @Test(arguments: [
    ("/", "/"), ("/lists", "/lists"), ("/lists/1", "/lists/1"), ("/lists/", "/lists/"), ("/lists?arrange", "/lists"),
    ("/search?q=a+b%20c&x=//y", "/search"), ("/search?q=http://other.example/..", "/search"), ("/?", "/"),
    ("/a.b/..c/...", "/a.b/..c/..."), ("/%2F%2Fother.example", "/%2F%2Fother.example"),
    ("/@other.example", "/@other.example"),
    ("/a:b", "/a:b"), ("/\(String(repeating: "x", count: 2047))", "/\(String(repeating: "x", count: 2047))"),
  ])
  func `a path of the app is accepted with its query`(text: String, path: String) throws {
    let address = try #require(LocalAddress(text))
    #expect(address.text == text)
    #expect(address.path == path)
  }

  @Test(arguments: [
    "", " ", "lists", "//other.example", "///other.example", "/\\other.example", "\\\\other.example",
    "\\/other.example",
    "http://other.example", "https:other.example", "HTTPS://other.example/lists", "javascript:alert(1)",
    "data:text/html,x",
    "/\t/other.example", "/\n/other.example", "/\r\nSet-Cookie: a=b", "\t/lists", " /lists", "/lists ", "/li sts",
    "/\u{0}",
    "/\u{7F}", "/lists\u{85}", "/lists\u{2028}", "/é", "/\u{301}", "?next=/lists", "#lists", "/lists#task-1", "/a//b",
    "/lists//",
    "/..//other.example", "/.//other.example", "/../lists", "/lists/..", "/lists/.", "/%2e%2E/lists", "/.%2e/lists",
    "/%2e",
    "/\\..", "/lists?\\", "@other.example", ".", "../lists", "／／other.example", "/\u{202E}",
    "/\(String(repeating: "x", count: 2048))", "/?\(String(repeating: "x", count: 1_000_000))",
  ])
  func `an address that could lead elsewhere is refused`(text: String) {
    #expect(LocalAddress(text) == nil)
  }
}
