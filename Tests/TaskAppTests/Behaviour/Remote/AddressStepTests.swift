import HTTPTypes
import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

/// The first step of following a list: its address.
final class AddressStepTests: WorldTests {
  @Test func `the overview links to the form, and the form leads to the preview`() async throws {
    world.elsewhere.answer(World.choir, .came(.choir))
    let overview = try await world.page("/lists")
    #expect(overview.all("a").contains { $0["href"] == "/remote/new" })
    let page = try await world.page("/remote/new")
    #expect(page.all { $0["aria-current"] == "step" }.map(\.text) == ["Address"])
    #expect(page.all { $0["autofocus"] != nil }.map { $0["name"] } == ["url"])
    let answer = try await world.press(page.form(to: "/remote"), typing: ["url": " choir.example/tasks.ics "])
    #expect(answer.location == "/remote/1")
    #expect(world.elsewhere.asked.isEmpty, "no form waits for a source")
    let preview = try await world.follow(answer)
    #expect(preview.status == .ok)
    #expect(try preview.page.state("preview") == "content")
    #expect(world.elsewhere.asked.map(\.url) == [World.choir])
  }

  @Test(arguments: [
    ("", "Enter the address"), ("   ", "Enter the address"), ("not an address", "Enter a web address"),
    ("ftp://choir.example/x", "starts with https://"), ("mailto:a@choir.example", "starts with https://"),
    ("https://", "Enter a web address"), ("https://choir.example:99999/", "Enter a web address"),
    ("https://choir.example/" + String(repeating: "x", count: 2_100), "KB"),
  ])
  func `an invalid address is reported at the field, which keeps it`(typed: String, words: String) async throws {
    let page = try await world.post("/remote", ["url": typed]).page(.unprocessableContent)
    #expect(page.error(of: "url")?.contains(words) == true, "\(page.error(of: "url") ?? "nothing")")
    #expect(page.value(of: "url") == typed)
    #expect(page.form(to: "/remote") != nil)
    #expect(world.elsewhere.asked.isEmpty)
  }

  @Test func `an address that is already followed is reported with a link to its list, in any spelling`() async throws {
    let (list, _) = try await world.follow(World.choir, as: "Choir", .choir)
    for typed in [World.choir, "webcal://choir.example/tasks.ics", "CHOIR.example:443/tasks.ics#top"] {
      let answer = try await world.post("/remote", ["url": typed])
      let page = try answer.page(.conflict)
      #expect(page.error(of: "url")?.contains("already follow a list at this address") == true, "\(typed)")
      #expect(page.value(of: "url") == "https://choir.example/tasks.ics")
      #expect(answer.body.contains(#"<a href="/lists/\#(list)">Open"#))
    }
    #expect(try await mine.lists().count == 1)
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

/// The step of following a list at which one of a server's lists is chosen.
final class CollectionsStepTests: WorldTests {
  private static let server = "https://dav.example/"
  private static let lists = [
    RemoteCollection(url: "https://dav.example/ann/groceries/", name: "Groceries"),
    RemoteCollection(url: "https://dav.example/ann/house/", name: ""),
  ]

  private func draft(_ world: World, _ found: [RemoteCollection] = lists, url: String = server) async throws -> String {
    world.elsewhere.answer(url, .collections(found))
    return try #require(try await world.post("/remote", ["url": url]).location)
  }

  @Test func `the address of a server leads to its lists, and the chosen one is previewed`() async throws {
    let address = try await draft(world)
    let look = try await world.get(address)
    #expect(look.status == .ok)
    #expect(try look.page.state("preview") == "empty/several-lists")
    #expect(try look.page.region("preview")?.text.contains("dav.example has 2 task lists") == true)
    #expect(
      try look.page.region("preview")?.all("a").compactMap { $0["href"] } == ["/remote/1/lists", "/remote/1/address"])
    #expect(try await world.get(address).location == "/remote/1/lists", "what is known is not asked again")

    let page = try await world.page("/remote/1/lists")
    #expect(page.all { $0["aria-current"] == "step" }.map(\.text) == ["List"])
    #expect(page.state("lists") == "content")
    let form = try #require(page.form(to: "/remote/1/lists"))
    #expect(form.buttons.count == 2 && form.buttons[1].words.contains("dav.example/ann/house/"))
    world.elsewhere.answer(Self.lists[0].url, .came(.choir))
    let chosen = try await world.press(form, form.buttons[0])
    #expect(chosen.location == "/remote/1")
    #expect(try await world.follow(chosen).page.state("preview") == "content")
    #expect(world.elsewhere.asked.map(\.url) == [Self.server, Self.lists[0].url])
    #expect(
      world.elsewhere.asked.last?.validators == Validators(collection: ""), "it is known to be a list of a server")
    #expect(try await world.page("/remote/1/lists").state("lists") == "content", "another can be chosen still")
  }

  @Test func `a single list is previewed at once`() async throws {
    world.elsewhere.answer(Self.lists[0].url, .came(.choir))
    let page = try await world.page(draft(world, [Self.lists[0]]))
    #expect(page.state("preview") == "content")
    #expect(try await mine.source(SourceID(1)).address.url == Self.lists[0].url)
  }

  @Test func `a server without task lists is reported, with a link to another address`() async throws {
    let answer = try await world.get(draft(world, []))
    #expect(try answer.page.state("preview") == "failed/no-lists")
    let page = try await world.page("/remote/1/lists")
    #expect(page.state("lists") == "empty/no-lists")
    #expect(page.region("lists")?.all("a").contains { $0["href"] == "/remote/1/address" } == true)
  }

  @Test func `the lists are fetched while the page loads, and a failure is shown`() async throws {
    _ = try await draft(world)
    #expect(try await world.page("/remote/1/lists").state("lists") == "content")
    let failing = try await world.post("/remote", ["url": "https://down.example/"])
    #expect(failing.location == "/remote/2")
    let page = try await world.get("/remote/2/lists")
    #expect(page.status == .badGateway)
    #expect(try page.page.state("lists") == "failed/no-such-host")
    #expect(try page.page.form(to: "/remote/2/refresh") != nil)
  }

  @Test func `the address of a list offers no choice`() async throws {
    world.elsewhere.answer("https://choir.example/tasks.ics", .came(.choir))
    _ = try await world.post("/remote", ["url": "https://choir.example/tasks.ics"])
    #expect(try await world.page("/remote/1/lists").state("lists") == "empty/is-list")
    #expect(try await world.get("/remote/1/lists").location == "/remote/1")
  }

  @Test func `an unknown list cannot be chosen, and a followed one is reported`() async throws {
    _ = try await world.get(draft(world))
    let wrong = try await world.post("/remote/1/lists", ["collection": "http://169.254.169.254/"])
    #expect(wrong.status == .unprocessableContent)
    #expect(try wrong.page.text.contains("Choose a list") && wrong.page.first { $0["id"] == "collection-error" } != nil)
    #expect(try await world.post("/remote/1/lists", ["x": "y"]).status == .badRequest)
    _ = try await world.follow(Self.lists[1].url, as: "House", .club)
    let taken = try await world.post("/remote/1/lists", ["collection": Self.lists[1].url])
    #expect(taken.status == .unprocessableContent || taken.status == .conflict)
    #expect(try taken.page.first { $0["id"] == "collection-error" } != nil)
  }

  @Test func `a followed list whose address leads to several keeps its copy, and one is chosen for it`() async throws {
    let (list, source) = try await world.follow("https://choir.example/tasks.ics", as: "Choir", .choir)
    world.elsewhere.answer(Self.server, .collections(Self.lists))
    world.elsewhere.answer(Self.lists[0].url, .came(.club))
    _ = try await world.follow(try await world.post("/remote/\(source)/address", ["url": Self.server]))
    let region = try #require(try await world.page("/lists/\(list)").region("tasks"))
    #expect(region["data-refresh"] == "failed" && region["data-reason"] == "several-lists")
    #expect(region.text.contains("Bring the folders"))
    #expect(region.all("a").contains { $0["href"] == "/remote/\(source)/lists" })
    let chosen = try await world.post("/remote/\(source)/lists", ["collection": Self.lists[0].url])
    #expect(chosen.location?.hasPrefix("/lists/\(list)?did=") == true)
    #expect(try await world.follow(chosen).page.text.contains("Mow the lawn"))
  }

  @Test func `another account's lists cannot be chosen`() async throws {
    let address = try await draft(world)
    _ = try await world.get(address)
    let stranger = try await Stranger(in: world)
    let theirs = world.showing(stranger.cookie)
    #expect(try await theirs.get("/remote/1/lists").status == .notFound)
    #expect(try await theirs.post("/remote/1/lists", ["collection": Self.lists[0].url]).status == .notFound)
  }
}
