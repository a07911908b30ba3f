import Foundation
import Tasks
import Testing

@testable import TaskStore

final class RemoteSearchTests: WorldTests {
  private func found(_ world: World, _ text: String, _ filter: TaskFilter = TaskFilter(), page: Int = 1) async throws
    -> SearchAnswer.Found
  {
    let answer = try await world.mine.search(text, in: filter, by: .relevance, page: page, of: 2)
    guard case .found(let found) = answer else { throw Unexpected(what: "\(answer)") }
    return found
  }

  @Test func `tasks of followed lists are found in the last good copy, with its host and age`() async throws {
    let (list, source) = try await world.follow(
      "Choir", [.named("Print programmes"), .named("Küche: paint", .done(nil)), .named("Bring paint")])
    let checked = try #require(try await world.mine.source(source).copy?.checked)
    let tasks = try await found(world, "paint").remoteTasks
    #expect(tasks.map(\.title.bracketed) == ["Bring [paint]"])
    let task = try #require(tasks.first)
    #expect(task.list == list && task.listName == "Choir" && task.number == 3 && task.before == 1 && task.isOpen)
    #expect(task.host == "choir.example" && task.checked == checked)
    let all = try await found(world, "paint kuch", TaskFilter(status: .all)).remoteTasks
    #expect(all.map(\.number) == [2] && all.map(\.before) == [0] && all.map(\.isOpen) == [false])
    #expect(try await found(world, "paint", TaskFilter(status: .done)).remoteTasks.map(\.number) == [2])
    try await world.record(.failed(.refused, notBefore: nil), source, .at("https://choir.example/tasks"))
    #expect(try await found(world, "paint").remoteTasks == tasks, "a failed fetch leaves the copy")
  }

  @Test func `they are found by words only, and on the first page only`() async throws {
    let (remote, _) = try await world.follow("Choir", [.named("paint")])
    let list = try await world.list()
    try await world.add("paint", "paint", "paint", to: list)
    #expect(try await found(world, "paint").remoteTasks.count == 1)
    #expect(try await found(world, "paint", page: 2).remoteTasks == [])
    for filter in [TaskFilter(list: list), TaskFilter(due: .undated), TaskFilter(list: remote)] {
      #expect(try await found(world, "paint", filter).remoteTasks == [])
    }
  }

  @Test func `copies of lists in the trash, of drafts and of other accounts are not searched`() async throws {
    let (list, _) = try await world.follow("Choir", [.named("paint")])
    let draft = try await world.drafted(.at("https://draft.example/tasks"))
    try await world.fetched([.named("paint")], draft, .at("https://draft.example/tasks"))
    let other = try await world.asStranger()
    _ = try await other.follow("Club", [.named("paint")])
    #expect(try await found(world, "paint").remoteTasks.map(\.list) == [list])
    try await world.mine.deleteList(list)
    #expect(try await found(world, "paint").remoteTasks == [])
  }

  @Test func `a limited number of copied tasks is compared and found, and more are reported`() async throws {
    let count = CopyQuery.comparedTasks
    _ = try await world.follow("Choir", (0..<count).map { .named($0 == count - 1 ? "last" : "task \($0)") })
    let all = try await found(world, "last")
    #expect(all.remoteTasks.count == 1 && !all.areRemoteTasksCut)
    let many = try await found(world, "task")
    #expect(many.remoteTasks.count == Limits.foundRemoteTasks && many.areRemoteTasksCut)
    _ = try await world.follow("Club", [.named("club")])
    let club = try await found(world, "club")
    #expect(club.remoteTasks.isEmpty && club.areRemoteTasksCut)
  }
}
