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
    for page in ["/lists", "/lists/2", "/tasks/1", "/trash", "/lists/2/history"] {
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

  @Test func `pages in place of what was requested can be rehearsed, too`() async throws {
    var settings = TaskApp.Settings.rehearsing
    settings.requestsPerMinute = 1
    let world = try await World(settings)
    let missing = try await world.get("/lists/999?rehearse=page:failed:trashed")
    #expect(missing.status == .notFound)
    #expect(try missing.page.state("page") == "failed/trashed")
    for _ in 1...5 { _ = try await world.get("/lists") }
    let limited = try await world.get("/lists?rehearse=page:failed:timed-out")
    #expect(limited.status == .tooManyRequests)
    #expect(try limited.page.state("page") == "failed/timed-out")
    let gate = try await world.showing(nil).get("/lists?rehearse=page:signed-out:insecure")
    #expect(gate.status == .unauthorized)
    #expect(try gate.page.state("page") == "signed-out/insecure")
  }

  @Test func `no failed region is without a way on`() async throws {
    let world = try await World(.rehearsing)
    try await world.add("a", to: world.makeList())
    for page in [
      "/today", "/lists", "/lists/2", "/settings/account", "/settings/apps", "/settings/reminders", "/settings/data",
    ] {
      for region in try await world.page(page).everything.compactMap({ $0["data-region"] }) {
        for kind in Failure.Kind.allCases {
          let held = try await world.page("\(page)?rehearse=\(region):failed:\(kind.rawValue)")
          let ways = held.region(region)?.all { $0["href"] != nil || $0.name == "form" } ?? []
          #expect(!ways.isEmpty, "\(region) of \(page), \(kind)")
        }
      }
    }
  }

  @Test func `an invalid cue is reported with the valid ones`() async throws {
    let world = try await World(.rehearsing)
    try await world.add("a", to: world.makeList())
    let answer = try await world.get("/lists/2?rehearse=tasks:nonsense")
    #expect(answer.status == .badRequest)
    #expect(answer.body.contains("“tasks:nonsense”") && answer.body.contains("tasks:empty:all-done"))
  }
}
