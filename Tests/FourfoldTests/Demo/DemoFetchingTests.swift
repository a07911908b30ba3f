import Tasks
import Testing

@testable import RemoteLists
@testable import fourfold

struct DemoFetchingTests {
  @Test func `every source ends in its intended state`() async throws {
    try await ServedSources.with { served in
      var settings = FetchSettings()
      settings.allowsPrivate = true
      // No time limit is part of this test, and the machine may be busy.
      (settings.connectTimeout, settings.deadline, settings.stall) = (.seconds(600), .seconds(600), .seconds(600))
      settings.ports = [served.ports.server, served.ports.dead]
      let lists = RemoteLists(settings, resolver: DemoResolver())
      func outcome(of source: DemoSource) async throws -> String {
        let address = try SourceAddress(validating: source.address(served.ports))
        switch try await lists.fetch(address) {
        case .fetched(let list, _): return "\(list.format): \(list.tasks.count), \(list.skipped) skipped"
        case .unchanged: return "unchanged"
        case .collections(let found): return "\(found.count) lists"
        case .failed(let failure, _):
          return [failure.stored.code, failure.stored.detail].compactMap { $0 }.joined(separator: " ")
        }
      }
      var outcomes: [String] = []
      for source in DemoSource.all + [.bakery] { outcomes.append(try await outcome(of: source)) }
      #expect(
        outcomes == [
          "iCalendar: 11, 0 skipped", "markdown: 15, 0 skipped", "status 503", "iCalendar: 0, 0 skipped", "too-large",
          "unreadable web-page", "refused", "todoTxt: 10, 0 skipped",
        ])
    }
  }
}
