import HTTPTypes
import StatePages
import TaskStore
import Tasks
import Testing

@testable import TaskApp

/// The edit of a task and what is sent with it: all of it is written, or nothing.
final class SavingAlongTests: ListTests {
  private static let long = String(repeating: "x", count: 1_001)

  /// Sends the form of a task with a new title and more fields.
  private func send(_ address: String, _ task: TaskID, _ more: (String, String)...) async throws -> Answer {
    let version = try await world.version(of: task)
    return try await world.post(
      address, fields: [("version", "\(version)"), ("editing", "\(task)"), ("title", "Bread")] + more)
  }

  @Test(arguments: ["", "/complete", "/delete", "/due", "/steps"])
  func `an edit is not saved with a step that is refused`(action: String) async throws {
    let task = try await world.add("Milk", to: list)[0]
    for (field, value) in [("step", Self.long), ("steps", "a\n" + Self.long)] {
      let answer = try await send("/tasks/\(task)\(action)", task, (field, value), ("day", "2026-12-01"))
      #expect(answer.status == .unprocessableContent)
      #expect(answer.body.contains("Bread"), "what was typed is still there")
      let stored = try await mine.task(task)
      #expect(stored.title == "Milk" && stored.done == nil && stored.due == nil && stored.progress == nil)
    }
  }

  @Test func `an edit is not saved with steps for which the list has no room`() async throws {
    let task = try await world.add("Milk", to: list)[0]
    var deepest = task
    for level in 1..<Limits.subtaskLevels {
      deepest = try #require(
        try await mine.addSubtasks(
          [NestedDraft(TaskDraft(validating: TaskInput(title: "\(level)")))], to: deepest,
          submission: .fresh()
        ).tasks.first)
    }
    let answer = try await send("/tasks/\(deepest)", deepest, ("step", "below"))
    #expect(answer.status == .unprocessableContent)
    #expect(try await mine.task(deepest).title == "\(Limits.subtaskLevels - 1)")
  }

  @Test(arguments: [("/due", "day", "never"), ("/move", "list", "999"), ("/move", "before", "999")])
  func `an edit is not saved with another form that is refused`(
    action: String, field: String, value: String
  ) async throws {
    let task = try await world.add("Milk", to: list)[0]
    let answer = try await send("/tasks/\(task)\(action)", task, (field, value))
    #expect(answer.status.code >= 400)
    #expect(try await mine.task(task).title == "Milk")
  }

  @Test func `an edit and its step are one change of the history to undo`() async throws {
    let task = try await world.add("Milk", to: list)[0]
    let answer = try await send("/tasks/\(task)", task, ("step", "whole"))
    #expect(answer.status == .seeOther)
    #expect(try await mine.task(task).title == "Bread")
    #expect(try await mine.task(task).progress?.total == 1)
    let did = try #require(answer.location?.firstMatch(of: /did=(\d+)/)?.output.1)
    let undone = try await world.post("/changes/\(did)/undo")
    #expect(try await mine.task(task).title == "Milk")
    #expect(try await mine.task(task).progress == nil)
    // The redo names what was done, as the undo does.
    let redo = try #require(undone.location?.firstMatch(of: /did=(\d+)/)?.output.1)
    let redone = try await world.follow(world.post("/changes/\(redo)/undo")).body
    #expect(try await mine.task(task).progress?.total == 1)
    #expect(redone.contains("Redone: “") && redone.contains("What you typed was saved, too"))
    #expect(!redone.contains("2 lists") && !redone.contains("changed tasks"))
  }
}
