import Foundation
import HTTPTypes
import StatePagesTesting
import StateViews
import Testing

@testable import TaskApp

struct RehearsalTests {
  private func scene(_ settings: TaskApp.Settings) async throws -> World {
    let world = try await World(settings)
    let list = try await world.makeList()
    try await world.add("a", "b", to: list)
    return world
  }

  @Test(arguments: [
    ("/lists/1", "tasks:failed:unavailable", "tasks", "failed/unavailable", 503),
    ("/lists/1", "tasks:failed:not-found", "tasks", "failed/not-found", 404),
    ("/lists/1", "tasks:failed:timed-out", "tasks", "failed/timed-out", 504),
    ("/lists/1", "tasks:empty:all-done", "tasks", "empty/all-done", 200),
    ("/lists/1", "tasks:empty", "tasks", "empty/nothing-yet", 200),
    ("/lists/1", "rail:failed:unavailable", "rail", "failed/unavailable", 200),
    ("/lists/1", "tasks:unloaded", "tasks", "unloaded", 200),
    ("/lists/1", "tasks:refresh-failed,rail:failed:unavailable", "tasks", "content/timed-out", 200),
    ("/lists/1", "rail:loading:0", "tasks", "content", 200),
    ("/lists", "list-1:failed", "list-1", "failed/unavailable", 200),
    ("/tasks/1", "task:failed:conflict", "task", "failed/conflict", 409),
    ("/trash", "trash:failed:unavailable", "trash", "failed/unavailable", 503),
    ("/search", "results:failed:unavailable", "results", "failed/unavailable", 503),
    ("/lists/1/history", "history:failed:internal", "history", "failed/internal", 500),
  ])
  func `a region of a real page is held in a state`(
    page: String, cue: String, region: String, state: String, status: Int
  ) async throws {
    let world = try await scene(.rehearsing)
    let answer = try await world.get("\(page)?rehearse=\(cue)")
    #expect(answer.status.code == status)
    #expect(try answer.page.state(region) == state)
    if state != "content" { #expect(answer.headers[.eTag] == nil) }
  }

  @Test(arguments: ["nobody:failed", "tasks:nonsense", "tasks:empty:nonsense"])
  func `an invalid cue is reported with the valid ones`(cue: String) async throws {
    let answer = try await scene(.rehearsing).get("/lists/1?rehearse=\(cue)")
    #expect(answer.status == .badRequest)
    #expect(answer.body.contains("“\(cue)”") && answer.body.contains("tasks:empty:all-done"))
  }

  @Test func `every region of every page can fail in every kind, and stays in its place`() async throws {
    let world = try await scene(.rehearsing)
    for page in ["/lists", "/lists/1", "/tasks/1", "/trash", "/lists/1/history"] {
      let regions = try await world.page(page).everything.compactMap { $0["data-region"] }
      for region in regions {
        for kind in Failure.Kind.allCases {
          let held = try await world.page("\(page)?rehearse=\(region):failed:\(kind.rawValue)")
          #expect(held.state(region)?.hasPrefix("failed/") == true, "\(region) of \(page), \(kind)")
          #expect(!(held.region(region)?.text.trimmingCharacters(in: .whitespacesAndNewlines).isEmpty ?? true))
          #expect(held.everything.compactMap { $0["data-region"] } == regions)
        }
      }
    }
  }

  @Test func `without the flag there is neither a rehearsal nor a gallery`() async throws {
    let world = try await scene(.test)
    let answer = try await world.get("/lists/1?rehearse=tasks:failed:unavailable")
    #expect(answer.status == .ok)
    #expect(try answer.page.state("tasks") == "content")
    #expect(try await world.get("/gallery").status == .notFound)
    #expect(try await world.get("/gallery/tasks/content").status == .notFound)
  }

  @Test(arguments: ["/gallery/tasks/nonsense", "/gallery/nobody/content", "/gallery/nobody"])
  func `an unknown story is not found`(address: String) async throws {
    #expect(try await World(.rehearsing).get(address).status == .notFound)
  }
}
