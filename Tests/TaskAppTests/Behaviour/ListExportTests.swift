import Foundation
import HTTPTypes
import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

/// Exports of lists, of saved filters and of searches.
final class ListExportTests: RichTests {
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
}
