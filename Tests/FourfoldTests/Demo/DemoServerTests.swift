import Foundation
import Tasks
import Testing

@testable import fourfold

struct DemoServerTests {
  @Test func `a response that is under way does not delay the shutdown`() async throws {
    // Neither ends before the shutdown, however busy the machine is.
    let sources = [DemoSource.Behaviour.slow(.seconds(3_600)), .pouring(bytes: .max)].enumerated().map {
      index, behaviour in
      DemoSource(name: "Slow", path: "/\(index).txt", behaviour: behaviour) { _ in "Hens\n" }
    }
    var asked: [Task<Int?, any Error>] = []
    try await ServedSources.with(sources) { served in
      asked = sources.map { source in Task { try await served.get(source) } }
      try await Task.sleep(for: .milliseconds(300))
    }
    // The server did not wait for either response.
    for task in asked {
      switch await task.result {
      case .success(let status): #expect(status != 200)
      case .failure: break
      }
    }
  }
}
