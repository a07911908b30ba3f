import HTTPTypes
import StatePagesTesting
import StateViews
import Tasks
import Testing

@testable import TaskApp

/// The event that a button sends to the flow, which knows nothing of pages.
struct EventTests {
  private func press(
    _ action: String, on address: String, in rich: RichWorld, typing: [String: String] = [:]
  ) async throws -> Sent {
    let world = try rich.world.copy()
    let sent = try await TaskFlow.events {
      let page = try await world.get(address).page
      _ = try await world.press(page.form(to: action), typing: typing)
    }
    #expect(sent.count == 1, "to look at a page is none")
    return try #require(sent.first)
  }

  private typealias Sent = (event: TaskFlow.Event, step: TaskFlow.Step)

  @Test func `a button sends its event from the step of its page`() async throws {
    let rich = try await RichWorld()
    let (list, task) = (rich.house, rich.open)
    let added = try await press("/lists/\(list)/tasks", on: "/lists/\(list)", in: rich, typing: ["title": "New"])
    guard case .addedTasks(list, ListRows(), _?) = added.event else { throw Unexpected(event: added.event) }

    let completed = try await press("/tasks/\(task)/complete", on: "/lists/\(list)", in: rich)
    guard case .toggledTask(task, list, _?) = completed.event else { throw Unexpected(event: completed.event) }
    #expect(completed.step == .list(list))

    let refreshed = try await press(
      "/lists/\(rich.followed)/refresh", on: "/lists/\(rich.followed)", in: rich)
    #expect(refreshed.event == .refreshedList(rich.followed))
    #expect(refreshed.step == .list(rich.followed))

    let name = "/remote/\(rich.draft)/name"
    let named = try await press(name, on: name, in: rich, typing: ["name": "Choir"])
    guard case .following(.named(_, _?)) = named.event else { throw Unexpected(event: named.event) }
    #expect(named.step == .follow(.name(rich.draft)))
  }

  @Test func `a step that has already ended sends the event that ends it`() async throws {
    let world = try await RichWorld().world
    let (list, source) = try await world.follow("https://band.example/tasks.ics")
    let sent = try await TaskFlow.events {
      let answer = try await world.get("/remote/\(source)")
      #expect(answer.location == "/lists/\(list)")
    }
    #expect(sent.map(\.event) == [.following(.gaveAddressOf(list))])
    #expect(sent.map(\.step) == [.follow(.preview(source))])
  }

  private struct Unexpected: Error {
    let event: TaskFlow.Event
  }
}
