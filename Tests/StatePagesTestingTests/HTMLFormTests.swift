import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import StatePagesTesting

struct HTMLFormTests {
  private static let page = """
    <form method="post" action="/notes" name="add-v7"><input type="hidden" name="version" value="7"><input name="title" value="">
    <textarea name="text">
    a &amp; b</textarea><input type="checkbox" name="done"><input type="radio" name="priority" value="low"><input type="radio" \
    name="priority" value="high" checked><select name="list"><option value="1">One</option><option value="2" selected>Two</option></select>
    <input name="old" value="x" disabled><input type="file" name="file"><button name="go" value="1">Add</button></form>
    <form id="find" action="/search"><input name="q" value="a b"></form><input name="more" value="yes" form="find">
    """

  @Test func `a form has its hidden fields and what a browser would send`() throws {
    let page = try HTMLReader.fragment(Self.page)
    let add = try page.form("add")
    #expect(add.action == "/notes" && add.method == .post)
    #expect(add.encoded == "version=7&title=&text=a+%26+b&priority=high&list=2")
    let filled = try add.filled(["title": "Müsli", "done": "on"])
    #expect(filled.encoded == "version=7&title=M%C3%BCsli&text=a+%26+b&priority=high&list=2&done=on")
    #expect(try page.form("find").encoded == "q=a+b&more=yes")
    #expect(try page.form("/search") == page.form("find") && page.form() == add)
  }

  @Test func `a form or a field that is not there is told with those that are`() throws {
    let page = try HTMLReader.fragment(Self.page)
    let form = #expect(throws: HTMLReader.Problem.self) { try page.form("edit") }
    #expect(form?.description == "the page has no form edit; it has add-v7, find")
    let field = #expect(throws: HTMLReader.Problem.self) { try page.form("find").filled(["name": "x"]) }
    #expect(field?.description == "the form has no field name; it has more, q")
  }

  @Test func `a form is sent as a browser sends it`() async throws {
    let router = Router()
    router.on("/notes", method: .post) { request, _ in
      let site = HTTPField.Name("Sec-Fetch-Site").flatMap { request.headers[$0] } ?? ""
      return
        "\(site) \(request.headers[.contentType] ?? "") \(String(buffer: try await request.body.collect(upTo: 1_000)))"
    }
    router.get("/search") { request, _ in request.uri.string }
    let page = try HTMLReader.fragment(Self.page)
    let (add, find) = (try page.form("add").filled(["title": "Milk"]), try page.form("find"))
    let browser = TestBrowser(router)
    let sent = try await browser.submit(add).html.text
    #expect(sent.hasPrefix("same-origin application/x-www-form-urlencoded version=7&title=Milk&"))
    #expect(try await browser.submit(find).html.text == "/search?q=a+b&more=yes")
  }

  @Test func `a browser keeps cookies, until they are removed, and follows redirects`() async throws {
    let router = Router()
    router.get("/in") { _, _ in
      Response(status: .seeOther, headers: [.location: "/page#top", .setCookie: "a=b=c; Path=/; HttpOnly"])
    }
    router.get("/out") { _, _ in
      Response(status: .seeOther, headers: [.location: "/page", .setCookie: "a=; Max-Age=0; Path=/"])
    }
    router.get("/page") { request, _ in
      Response(
        status: .ok, headers: [.contentType: "text/html"],
        body: .init(byteBuffer: ByteBuffer(string: "<!doctype html><p>\(request.headers[.cookie] ?? "none")</p>")))
    }
    let (one, other) = (TestBrowser(router), TestBrowser(router))
    let page = try await one.open("/in")
    #expect(page.address == "/page#top" && page.html.first("p")?.text == "a=b=c")
    #expect(try await other.open("/page").html.text == "none")
    #expect(try await one.open("/out").html.text == "none")
    #expect(try await one.open("/page").html.text == "none")
  }

  @Test func `redirects without an end are reported`() async throws {
    let router = Router()
    router.get("/round") { _, _ in Response(status: .seeOther, headers: [.location: "/round"]) }
    let problem = await #expect(throws: HTMLReader.Problem.self) { try await TestBrowser(router).open("/round") }
    #expect(problem?.description == "/round redirects once more, after 20 times")
  }

  @Test func `a wait for what never happens ends with what there is`() async {
    for wait in [true, false] {
      let result =
        wait
        ? await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
          let tally = Tally()
          tally.increment()
          await tally.reaches(3, within: .milliseconds(50))
        }
        : await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
          await ManualClock().waitForSleepers(2, within: .milliseconds(50))
        }
      let said = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
      #expect(said.contains(wait ? "for 3 events; there were 1" : "for 2 sleepers of its clock; there were 0") as Bool)
    }
  }
}
