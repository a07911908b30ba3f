import HTTPTypes
import RemoteLists
import TaskFormats
import TaskStore
import Tasks
import Testing

@testable import TaskApp

/// The color of a list: one for pages, calendar programs and exports.
struct ListColorTests {
  private static let ask = DavClient.propfind("a:calendar-color xmlns:a='http://apple.com/ns/ical/'")
  private static let mark = "<span class=\"list-color\" data-color="

  private let world: World
  private let client: DavClient
  private let list: ListID

  init() async throws {
    world = try await World()
    client = try await DavClient(world)
    list = try await world.makeList("House")
  }

  private var told: String? {
    get async throws {
      let collection = "\(client.home)\(list)/"
      return try await client.resources("PROPFIND", collection, Self.ask)[collection]?.found[.apple("calendar-color")]?
        .text
    }
  }

  private func patch(_ value: String, _ verb: String = "set") async throws {
    let property = "<calendar-color xmlns='http://apple.com/ns/ical/'>\(value)</calendar-color>"
    let body =
      "<d:propertyupdate xmlns:d='DAV:'><d:\(verb)><d:prop>\(property)</d:prop></d:\(verb)></d:propertyupdate>"
    let collection = "\(client.home)\(list)/"
    #expect(try await client.resources("PROPPATCH", collection, body)[collection]?.found.count == 1)
  }

  @Test func `a color that is chosen on the page is beside the name everywhere, and in calendar programs`()
    async throws
  {
    #expect(try await told == nil)
    #expect(try await world.post("/lists/\(list)/view", ["color": "teal"]).status == .seeOther)
    let page = try await world.get("/lists/\(list)").body
    #expect(page.contains("<h1 dir=\"auto\">\(Self.mark)\"teal\">"))
    #expect(page.contains("value=\"teal\" data-color=\"teal\" aria-pressed=\"true\""))
    #expect(try await world.get("/lists").body.contains("<h2 data-known>\(Self.mark)\"teal\">"))
    #expect(try await told == ListColor.Name.teal.color.hex.uppercased() + "FF")
    #expect(try await world.post("/lists/\(list)/view", ["color": "none"]).status == .seeOther)
    #expect(try await !world.get("/lists/\(list)").body.contains(Self.mark))
    #expect(try await told == nil)
  }

  @Test func `a color of a calendar program comes back as it was sent, and pages show the nearest`() async throws {
    try await patch("#FF2968FF")
    #expect(try await told == "#FF2968FF")
    #expect(try await world.get("/lists/\(list)").body.contains("\(Self.mark)\"red\">"))
    try await patch("fuchsia")
    #expect(try await told == "fuchsia", "what is none is kept as it came")
    #expect(try await !world.get("/lists/\(list)").body.contains(Self.mark))
    try await patch("#1BADF8")
    #expect(try await told == "#1BADF8")
    #expect(try await world.mine.list(list).preferences.color?.name == .blue)
    _ = try await world.post("/lists/\(list)/view", ["color": "green"])
    #expect(try await told == "#55741FFF", "the page has changed it since")
    _ = try await world.post("/lists/\(list)/view", ["color": "none"])
    #expect(try await told == nil)
    try await patch("", "remove")
    #expect(try await told == nil)
  }

  @Test func `a color that there is none of is refused, and nothing changes`() async throws {
    #expect(try await world.post("/lists/\(list)/view", ["color": "fuchsia"]).status == .badRequest)
    #expect(try await world.mine.list(list).preferences.color == nil)
  }

  @Test(arguments: zip(["#63DA38", "#FFCC00", "#CC73E1", "#b03a48"], [ListColor.Name.green, .amber, .purple, .red]))
  func `the nearest color is the one that a reader would call it`(hex: String, name: ListColor.Name) {
    #expect(ListColor(hex: hex)?.name == name)
  }
}
