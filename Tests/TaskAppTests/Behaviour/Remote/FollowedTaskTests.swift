import Foundation
import HTTPTypes
import StatePagesTesting
import TaskStore
import Tasks
import TestSupport
import Testing

@testable import TaskApp

/// The page of a task of a followed list, in each of its states.
final class FollowedTaskTests: WorldTests {
  private static let task = RemoteTask(
    key: "a/b c", title: "Bring the folders", notes: "The blue ones.", due: .day(Day(iso: "2026-12-12") ?? .first),
    priority: .high, status: .open(percent: 40), group: "Concert", tags: ["stage"])

  private static func list(_ tasks: RemoteTask...) -> ReadList {
    ReadList(format: .iCalendar, title: nil, tasks: tasks)
  }

  @Test func `the title of a row leads to all fields of the task, and its copy to the list`() async throws {
    let (list, _) = try await world.follow(World.choir, Self.list(.init(key: "x", title: "Other"), Self.task))
    let row = try #require(try await world.page("/lists/\(list)").element(id: "remote-2"))
    let link = try #require(row.first("a")?["href"])
    #expect(link == "/lists/\(list)/task?key=a%2Fb%20c")
    let answer = try await world.get(link)
    #expect(answer.status == .ok && answer.headers[.eTag] != nil)
    let region = try #require(try answer.page.region("task"))
    #expect(region.first("h2")?.text == "Bring the folders")
    #expect(region.all("dd").map(\.text) == ["40% done", "Saturday 12 Dec", "high", "Concert", "#stage "])
    #expect(region.text.contains("The blue ones.") && region.text.contains("Read-only. From choir.example."))
    #expect(region.all("form").isEmpty)
    let copying = try await world.get(try #require(region.first { $0.name == "a" && $0["class"] == "button" }?["href"]))
    let ticked = try copying.page.all("input").filter { $0["checked"] != nil }
    #expect(ticked.map { $0["value"] } == ["a/b c"])
  }

  @Test func `one that the source lacks now is gone, with the way to its list, also after a refresh`() async throws {
    let (list, _) = try await world.follow(World.choir, Self.list(Self.task))
    let address = "/lists/\(list)/task?key=a%2Fb%20c"
    world.elsewhere.answer(World.choir, .came(Self.list(.init(key: "x", title: "Other"))))
    let refreshed = try await world.post("/lists/\(list)/refresh", ["from": address])
    #expect(refreshed.location == address)
    world.time.advance(by: .seconds(1))
    // The first is still to be asked when its page begins.
    for status in [HTTPResponse.Status.ok, .gone] {
      let answer = try await world.get(address)
      #expect(answer.status == status)
      let page = try answer.page
      #expect(page.state("task") == "other/not-in-list")
      #expect(page.region("task")?.all("a").map { $0["href"] } == ["/lists/\(list)"])
    }
  }

  @Test func `a source that fails leaves the last copy, and without one tells what failed`() async throws {
    let (list, _) = try await world.follow(World.choir, Self.list(Self.task))
    world.elsewhere.answer(World.choir, .failed(.refused))
    let address = "/lists/\(list)/task?key=a%2Fb%20c"
    let answer = try await world.follow(try await world.post("/lists/\(list)/refresh", ["from": address]))
    world.time.advance(by: .seconds(1))
    let stale = try await world.get(address)
    #expect([answer.status, stale.status].contains(.ok))
    let region = try #require(try stale.page.region("task"))
    #expect(region["data-refresh"] == "failed" && region.first("h2")?.text == "Bring the folders")

    let (other, _) = try await world.follow("https://other.example/tasks.ics")
    world.elsewhere.answer("https://other.example/tasks.ics", .failed(.refused))
    let failed = try await world.get("/lists/\(other)/task?key=x")
    #expect(failed.status == .badGateway)
    #expect(try failed.page.state("task") == "failed/refused")
  }

  @Test func `there is none in an own list, and none without a key`() async throws {
    let own = try await world.makeList()
    let (list, _) = try await world.follow(World.choir, Self.list(Self.task))
    for address in ["/lists/\(own)/task?key=x", "/lists/\(list)/task", "/lists/\(list)/task?key="] {
      #expect(try await world.get(address).status == .notFound, "\(address)")
    }
  }

  @Test func `tasks of followed lists are on their days, to read`() async throws {
    let day = Day(of: world.time.now, in: .gmt)
    func upcoming(_ query: String) async throws -> HTMLElement {
      try #require(try await world.page("/upcoming\(query)").region("upcoming"))
    }
    let tasks = [
      RemoteTask(key: "cake", title: "cake", due: .day(day.adding(days: 1))),
      RemoteTask(key: "far", title: "far", due: .day(day.adding(days: 30))),
    ]
    let (choir, _) = try await world.follow(
      "https://choir.example/a.ics", ReadList(format: .iCalendar, title: nil, tasks: tasks))
    let region = try await upcoming("")
    let row = try #require(region.all("li").first { $0.first { $0["class"] == "title" }?.text == "cake" })
    #expect(row.all("input").isEmpty && row.text.contains("Choir") && !region.text.contains("far"))
    #expect(row.first("a")?["href"] == "/lists/\(choir)/task?key=cake")
    let tomorrow = day.adding(days: 1).iso
    let cell = try await upcoming("?view=month").all("td").first { $0.first("time")?["datetime"] == tomorrow }
    #expect(cell?.all("li").map(\.text) == ["cake"])
  }
}
