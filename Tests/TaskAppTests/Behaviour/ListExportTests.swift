import Foundation
import HTTPTypes
import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

/// Exports of lists, of saved filters and of searches.
final class ListExportTests: RichTests {
  @Test func `a list's menu leads to its formats, and each to its file`() async throws {
    let menu = try #require(
      try await world.page("/lists/\(rich.house)").first { $0.name == "a" && $0.text == "Export…" })
    let page = try await world.page(#require(menu["href"]))
    let links = page.all("a").compactMap { $0["href"] }.filter { $0.contains("format=") }
    #expect(links.count == 5)
    var types: [String] = []
    for link in links {
      let file = try await world.get(link)
      #expect(file.status == .ok)
      types.append(file.headers[.contentType] ?? "")
      let ending = try #require(
        file.headers[.contentDisposition]?.wholeMatch(of: /attachment; filename="House-2026-11-20\.(.+)"/))
      #expect(["json", "csv", "ics", "md", "txt"].contains(ending.output.1))
      #expect(file.headers[.cacheControl] == "private, no-store")
      #expect(file.body.contains("Order tiles") && !file.body.contains("اتصل"))
      let holdsTrash = ["json", "csv"].contains(ending.output.1)
      #expect(file.body.contains("Buy sandpaper") == holdsTrash, "\(link)")
    }
    #expect(Set(types).count == 5)
    let events = try await world.get("/lists/\(rich.house)/export?format=events")
    #expect(events.body.contains("VEVENT"))
    #expect(
      try await world.page("/lists/\(rich.house)/export?format=odt").first("h1")?.text.hasPrefix("Export") == true)
  }

  @Test func `the name of the file is that of the list, in any script`() async throws {
    let world = try await World()
    let list = try await world.makeList("Küche/\u{202E}\"日\"")
    let file = try await world.get("/lists/\(list)/export?format=csv")
    #expect(
      file.headers[.contentDisposition]
        == "attachment; filename=\"K_che_____-2026-11-20.csv\"; filename*=UTF-8''K%C3%BCche___%E6%97%A5_-2026-11-20.csv"
    )
  }

  @Test func `the matches of a search and of a saved filter are exported`() async throws {
    let search = try await world.page("/search?priority=high")
    let link = try #require(search.first { $0.name == "a" && $0.text == "Export…" }?["href"])
    #expect(link == "/search/export?priority=high")
    let file = try await world.get(link + "&format=todo.txt")
    #expect(file.body.contains("Order tiles") && !file.body.contains("اتصل"))
    #expect(file.headers[.contentDisposition] == "attachment; filename=\"fourfold-2026-11-20.txt\"")
    let words = try await world.get("/search/export?q=tiles&format=markdown")
    #expect(words.body.hasPrefix("# House\n\n- [ ] Order tiles\n") && words.body.hasSuffix("\n  12 m²\n  matt\n"))
    #expect(words.headers[.contentDisposition] == "attachment; filename=\"tiles-2026-11-20.md\"")
    let filter = try await mine.saveFilter("priority=high", as: ListName(stored: "Urgent"), submission: .fresh()).list
    let saved = try await world.get("/lists/\(filter)/export?format=todo.txt")
    #expect(saved.body == file.body)
    #expect(saved.headers[.contentDisposition]?.contains("Urgent-2026") == true)
  }

  @Test func `what has nothing to export leads back`() async throws {
    #expect(try await world.get("/lists/\(rich.followed)/export").location == "/lists/\(rich.followed)")
    #expect(try await world.get("/lists/\(rich.followed)/export?format=csv").location == "/lists/\(rich.followed)")
    #expect(try await world.get("/search/export").location == "/search")
    #expect(try await world.get("/lists/\(rich.deleted)/export?format=csv").status == .gone)
    #expect(try await world.showing("none=1").get("/lists/\(rich.house)/export?format=csv").status == .unauthorized)
  }

  @Test func `a second export of an account is refused on the page of the formats`() async throws {
    let first = try await world.respond(.get, "/lists/\(rich.house)/export?format=csv", [:])
    let answer = try await world.get("/lists/\(rich.garden)/export?format=csv")
    #expect(answer.status == .tooManyRequests && answer.headers[.retryAfter] == "30")
    let page = try answer.page
    #expect(page.first { $0["class"] == "error" }?.text.contains("already running") == true)
    #expect(page.first("h1")?.text == "Export “Garden”")
    #expect(try await Answer(first).status == .ok)
  }

  @Test func `an export that fails midway is cut off, and one of everything has the chosen format`() async throws {
    for index in 0..<20 {
      try await world.add(
        TaskInput(title: "long \(index)", notes: String(repeating: "n", count: 8_000)), to: rich.garden)
    }
    let response = try await world.respond(.get, "/lists/\(rich.garden)/export?format=csv", [:])
    try world.store.close()
    await #expect(throws: (any Error).self) { try await Answer(response) }
  }

  @Test(arguments: ["csv", "ics", "markdown", "todo.txt"])
  func `everything is exported in every format`(format: String) async throws {
    let form = try await world.form("/settings/export", at: "/settings")
    let file = try await world.press(form, typing: ["password": "", "format": format])
    #expect(file.status == .ok)
    for title in ["Order tiles", "اتصل", "Sweep"] { #expect(file.body.contains(title), "\(title)") }
    #expect(!file.body.contains("Sort the boxes"), "its list is in the trash")
    #expect(try await world.post("/settings/export", ["password": "", "format": "odt"]).status == .badRequest)
  }
}
