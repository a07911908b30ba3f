import HTTPTypes
import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

struct NoticeTests {
  /// A page with a notice: the address after completed tasks were cleared.
  private let world: World
  private let address: String

  init() async throws {
    world = try await World()
    let list = try await world.makeList()
    let tasks = try await world.add("a", "b", to: list)
    _ = try await world.post("/tasks/\(tasks[0])/complete")
    address = try #require(try await world.post("/lists/\(list)/clear-completed").location)
  }

  @Test func `a notice begins the window's title and is shown on the page`() async throws {
    let page = try await world.page(address)
    #expect(page.title == "Moved 1 completed task to the trash. House – Fourfold")
    #expect(page.notice?.first { $0["role"] == "status" }?.text.contains("Moved 1 completed task") == true)
  }

  @Test func `a notice is shown for ten minutes`() async throws {
    world.time.advance(by: .seconds(600))
    #expect(try await world.page(address).notice != nil)
    world.time.advance(by: .seconds(1))
    let page = try await world.page(address)
    #expect(page.notice == nil && page.title == "House – Fourfold")
  }

  @Test func `the notice of a change that was undone is not shown`() async throws {
    _ = try await world.press(world.page(address).notice?.undoForms.first)
    let page = try await world.page(address)
    #expect(page.notice == nil && page.title == "House – Fourfold")
  }

  @Test func `an undo can be undone by its own notice`() async throws {
    let undone = try await world.submit(world.page(address).notice?.undoForms.first)
    #expect(undone.titles("completed") == ["a"])
    let redone = try await world.submit(undone.notice?.undoForms.first)
    #expect(redone.titles("completed") == [])
    #expect(undone.title.hasPrefix("Restored 1 task."))
    #expect(redone.title.hasPrefix("Redone: "))
  }

  @Test func `a page with a notice is not prefetched`() async throws {
    let page = try await world.get(address, [.secPurpose: "prefetch;prerender"])
    #expect(page.status == .serviceUnavailable)
    #expect(try await world.page(address).notice != nil)
  }

  @Test(arguments: ["999", "x", "", "-1"])
  func `a notice for an unknown change is ignored`(did: String) async throws {
    let answer = try await world.get("/lists/1?did=\(did)")
    #expect(answer.status == .ok)
    #expect(try answer.page.notice == nil)
  }

  @Test func `a notice for another account's change is not shown`() async throws {
    let stranger = try await Stranger(in: world)
    #expect(try await world.page("/lists?did=\(stranger.change)").notice == nil)
  }

  @Test func `a notice about a row that is not on the page is shown at the foot`() async throws {
    let world = try await World()
    let list = try await world.makeList()
    let task = try await world.add("a", to: list)[0]
    let completed = try #require(try await world.post("/tasks/\(task)/complete").location)
    let elsewhere = completed.replacing("/lists/\(list)", with: "/lists/\(try await world.makeList("Other"))")
    #expect(try await world.page(elsewhere).notice != nil)
    try await world.mine.deleteTask(task)
    let page = try await world.page(completed)
    #expect(page.element(id: "task-\(task)")?.text.contains("Deleted") == true, "its row tells what it is now")
  }
}
