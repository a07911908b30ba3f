import HTTPTypes
import Testing

@testable import StatePages

struct BasePathTests {
  @Test(arguments: ["", "/"]) func `no path and a single slash are the whole host`(text: String) throws {
    let basePath = try BasePath(text)
    #expect(basePath == .root && basePath.isRoot && basePath.path.isEmpty && basePath.description == "/")
    #expect(basePath.address("/lists") == "/lists")
    for address in ["/", "/lists?page=2", "//x", "*"] { #expect(basePath.inside(address) == address) }
  }

  @Test(arguments: ["/tasks", "/team/tasks", "/a", "/~ann/my_tasks-2.0", "/...", "/.tasks"])
  func `a path of unreserved characters is a base path`(text: String) throws {
    let basePath = try BasePath(text)
    #expect(basePath.path == text && !basePath.isRoot && basePath.description == text)
  }

  @Test(arguments: [
    "tasks", "/tasks/", "//tasks", "/a//b", "/./a", "/a/..", "/ta sks", "/täsks", "/tasks?x", "/tasks#x", "/t%61sks",
    "/tasks\\", "/a;b", "/a\"b", "/a\u{1}", "https://example.org/tasks", "//", "/a@b", "/a:b",
  ])
  func `anything else is refused, with the reason`(text: String) {
    let problem = #expect(throws: ConfigurationProblem.self) { try BasePath(text) }
    #expect(problem?.description.hasPrefix("\(text) is no base path such as /tasks: ") == true)
  }

  @Test(arguments: [
    ("/", "/tasks/"), ("/lists?page=2#x", "/tasks/lists?page=2#x"), ("/tasks/5", "/tasks/tasks/5"),
    ("?page=2", "?page=2"), ("#main", "#main"), ("", ""), ("lists", "lists"),
    ("//elsewhere.example", "//elsewhere.example"),
    ("/\\elsewhere.example", "/\\elsewhere.example"), ("https://elsewhere.example/", "https://elsewhere.example/"),
    ("about:invalid", "about:invalid"),
  ])
  func `an address of the app gets the path, and no other`(inside: String, outside: String) throws {
    #expect(try BasePath("/tasks").address(inside) == outside)
  }

  @Test(arguments: [
    ("/tasks", "/"), ("/tasks/", "/"), ("/tasks?a", "/?a"), ("/tasks/?a", "/?a"),
    ("/tasks/lists/1?a=/b", "/lists/1?a=/b"),
    ("/tasks/tasks/5", "/tasks/5"), ("/tasks//lists", "//lists"), ("/tasks/../x", "/../x"), ("/tasksfoo", nil),
    ("/tasks%2Flists", nil), ("/%74asks/lists", nil), ("/TASKS/lists", nil), ("//tasks/lists", nil), ("/lists", nil),
    ("/", nil), ("", nil), ("*", nil), ("/tasks;x", nil), ("http://localhost/tasks/lists", nil), ("/task", nil),
  ])
  func `a request is inside if its path is the base path, or goes on behind it with a slash`(
    outside: String, inside: String?
  ) throws { #expect(try BasePath("/tasks").inside(outside) == inside) }

  @Test func `addresses in the headers of a response get the path`() throws {
    let rules = HTTPField.Name.named("Speculation-Rules")
    let link = HTTPField.Name.named("Link")
    var headers: HTTPFields = [
      .location: "/lists#task-1", .contentLocation: "/", rules: "\"/a.json\", \"/b.json\"", .eTag: "\"/x\"",
      link: "</a.css>; rel=preload, <https://b.example/c>; title=\"/d\"",
    ]
    headers.append(HTTPField(name: link, value: "</e>; rel=next"))
    try BasePath("/tasks").complete(&headers)
    #expect(headers[.location] == "/tasks/lists#task-1")
    #expect(headers[.contentLocation] == "/tasks/")
    #expect(headers[rules] == "\"/tasks/a.json\", \"/tasks/b.json\"")
    #expect(
      headers[values: link]
        == ["</tasks/a.css>; rel=preload, <https://b.example/c>; title=\"/d\"", "</tasks/e>; rel=next"])
    #expect(headers[.eTag] == "\"/x\"")
    headers = [.location: "https://elsewhere.example/"]
    try BasePath("/tasks").complete(&headers)
    #expect(headers == [.location: "https://elsewhere.example/"])
  }
}
