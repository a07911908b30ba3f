import HTTPTypes
import StatePagesTesting
import Testing

@testable import TaskApp

/// One region of a page as a page of its own, by `?only=`.
final class RegionPageTests: WorldTests {
  @Test func `the open tasks of a list are a page, with its title and nothing else`() async throws {
    let list = try await world.makeList("House")
    try await world.add("Paint the fence", to: list)
    let page = try await world.get("/lists/\(list)?only=tasks").page
    #expect(page.states == ["tasks": "content"])
    #expect(page.titles() == ["Paint the fence"])
    #expect(try await page.title == world.get("/lists/\(list)").page.title)
    #expect(page.first("nav") == nil && page.first("h1") == nil && page.all("main").count == 1)
  }

  @Test func `a page and its region are cached apart, and a change reaches both`() async throws {
    let list = try await world.makeList("House")
    let address = "/lists/\(list)"
    for _ in 1...2 {
      let whole = try await world.get(address)
      let region = try await world.get(address + "?only=tasks")
      let tags = try (#require(whole.headers[.eTag]), #require(region.headers[.eTag]))
      #expect(tags.0 != tags.1)
      #expect(try await world.get(address, [.ifNoneMatch: tags.0]).status == .notModified)
      #expect(try await world.get(address + "?only=tasks", [.ifNoneMatch: tags.1]).status == .notModified)
      try await world.add("Paint the fence", to: list)
      #expect(
        try await world.get(address + "?only=tasks", [.ifNoneMatch: tags.1]).page.titles().first == "Paint the fence")
    }
  }

  @Test func `a region that the page does not have is not found`() async throws {
    let list = try await world.makeList()
    let answer = try await world.get("/lists/\(list)?only=nothing")
    #expect(answer.status == .notFound)
    #expect(try answer.page.state("page") == "failed/unknown-address")
  }

  @Test func `access is decided before the region`() async throws {
    let list = try await world.makeList()
    let signedOut = try await world.showing(nil).get("/lists/\(list)?only=tasks")
    #expect(signedOut.status == .unauthorized)
    #expect(try signedOut.page.states.keys.sorted() == ["page"])
    #expect(try await world.get("/lists/999?only=tasks").status == .notFound)
  }
}
