import Foundation
import HTTPTypes
import StatePagesTesting
import StateViews
import Testing

@testable import TaskApp

struct RehearsalTests {
  @Test func `every region of every page can fail in every kind, and stays in its place`() async throws {
    let world = try await World(.rehearsing)
    try await world.add("a", "b", to: world.makeList())
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

  @Test func `an invalid cue is reported with the valid ones`() async throws {
    let world = try await World(.rehearsing)
    try await world.add("a", to: world.makeList())
    let answer = try await world.get("/lists/1?rehearse=tasks:nonsense")
    #expect(answer.status == .badRequest)
    #expect(answer.body.contains("“tasks:nonsense”") && answer.body.contains("tasks:empty:all-done"))
  }
}
