import HTTPTypes
import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

/// The first step of following a list: its address.
final class AddressStepTests: WorldTests {
  private static let url = "https://choir.example/tasks.ics"

  @Test func `the overview links to the form, and the form leads to the preview`() async throws {
    world.elsewhere.answer(Self.url, .came(.choir))
    let overview = try await world.get("/lists").page
    #expect(overview.all("a").contains { $0["href"] == "/remote/new" })
    let page = try await world.get("/remote/new").page
    #expect(page.all { $0["aria-current"] == "step" }.map(\.text) == ["Address"])
    #expect(page.all { $0["autofocus"] != nil }.map { $0["name"] } == ["url"])
    let answer = try await world.press(page.form(to: "/remote"), typing: ["url": " choir.example/tasks.ics "])
    #expect(answer.location == "/remote/1")
    #expect(world.elsewhere.asked.isEmpty, "no form waits for a source")
    let preview = try await world.follow(answer)
    #expect(preview.status == .ok)
    #expect(try preview.page.state("preview") == "content")
    #expect(world.elsewhere.asked.map(\.url) == [Self.url])
  }

  @Test(arguments: [
    ("", "Enter the address"), ("   ", "Enter the address"), ("not an address", "Enter a web address"),
    ("ftp://choir.example/x", "starts with https://"), ("mailto:a@choir.example", "starts with https://"),
    ("https://", "Enter a web address"), ("https://choir.example:99999/", "Enter a web address"),
    ("https://choir.example/" + String(repeating: "x", count: 2_100), "KB"),
  ])
  func `an invalid address is reported at the field, which keeps it`(typed: String, words: String) async throws {
    let answer = try await world.post("/remote", ["url": typed])
    #expect(answer.status == .unprocessableContent)
    let page = try answer.page
    #expect(page.error(of: "url")?.contains(words) == true, "\(page.error(of: "url") ?? "nothing")")
    #expect(page.value(of: "url") == typed)
    #expect(page.form(to: "/remote") != nil)
    #expect(world.elsewhere.asked.isEmpty)
  }

  @Test func `an address that is already followed is reported with a link to its list, in any spelling`() async throws {
    let (list, _) = try await world.follow(Self.url, as: "Choir", .choir)
    for typed in [Self.url, "webcal://choir.example/tasks.ics", "CHOIR.example:443/tasks.ics#top"] {
      let answer = try await world.post("/remote", ["url": typed])
      #expect(answer.status == .conflict)
      let page = try answer.page
      #expect(page.error(of: "url")?.contains("already follow a list at this address") == true, "\(typed)")
      #expect(page.value(of: "url") == "https://choir.example/tasks.ics")
      #expect(answer.body.contains(#"<a href="/lists/\#(list)">Open"#))
    }
    #expect(try await world.mine.lists().count == 1)
  }

  @Test func `the same address twice is one draft, and another account's draft is not found`() async throws {
    let rich = try await RichWorld()
    let other = try await World(rich.world, of: Stranger(in: rich.world).account)
    let others = other.showing(try await other.signIn(other.account))
    let mine = try await rich.world.post("/remote", ["url": "https://new.example/"])
    #expect(try await rich.world.post("/remote", ["url": "https://new.example/"]).location == mine.location)
    #expect(try await others.post("/remote", ["url": "https://new.example/"]).location != mine.location)
    #expect(try await others.get(#require(mine.location)).status == .notFound)
  }

  @Test func `a form without its field is refused`() async throws {
    #expect(try await World().post("/remote", ["name": "Choir"]).status == .badRequest)
  }
}
