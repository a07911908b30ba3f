import Foundation
import Testing

/// The size of the house.
struct BudgetTests {
  /// The bounds are in `bin/budget`. A change that needs a higher one says why in its commit.
  @Test func `the sources, templates and documents are within their budgets`() async throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let budget = Process()
    budget.executableURL = root.appending(path: "bin/budget")
    try budget.run()
    try await eventually { !budget.isRunning }
    #expect(budget.terminationStatus == 0)
  }
}
