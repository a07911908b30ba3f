import Foundation
import Tasks
import Testing

@testable import TaskApp

struct RefreshPolicyTests {
  private static let now = Date(timeIntervalSince1970: 1_800_000_000)
  private let freshness = RefreshPolicy()

  @Test func `what was never asked is due`() {
    #expect(freshness.isDue(source(), at: Self.now))
  }

  @Test(arguments: [(14 * 60.0, false), (16 * 60.0, true), (-60.0, true)])
  func `a good copy is due after a quarter of an hour, and when the clock was put back`(_ age: Double, _ isDue: Bool) {
    #expect(freshness.isDue(source(asked: age), at: Self.now) == isDue)
  }

  @Test(arguments: [(30.0, false), (90.0, true)])
  func `what failed is due a minute later`(_ age: Double, _ isDue: Bool) {
    #expect(freshness.isDue(source(asked: age, failures: 3), at: Self.now) == isDue)
  }

  @Test func `what somebody asked for is due at once`() {
    #expect(freshness.isDue(source(asked: 5, wanted: 1), at: Self.now))
    #expect(freshness.isDue(source(asked: 5, failures: 1, wanted: 5), at: Self.now))
  }

  @Test func `a source that asked for peace gets it, whoever wants what`() {
    #expect(!freshness.isDue(source(asked: 500, failures: 1, wanted: 1, peace: 60), at: Self.now))
    #expect(freshness.isDue(source(asked: 500, failures: 1, wanted: 1, peace: -1), at: Self.now))
  }

  @Test func `lists that keep failing are left alone longer and longer, up to a day`() {
    let failed = FetchOutcome.failed(.refused, notBefore: nil)
    let pauses = (0..<12).map { failures in
      freshness.next(after: failed, of: source(asked: 0, failures: failures), at: Self.now).timeIntervalSince(Self.now)
    }
    #expect((3_200...4_000).contains(pauses[0]))
    for (pause, next) in zip(pauses.prefix(4), pauses.dropFirst()) { #expect(next > pause * 1.5) }
    for pause in pauses.dropFirst(6) { #expect((77_000...96_000).contains(pause)) }
  }

  @Test func `nothing is fetched before its source allows it`() {
    let later = Self.now.addingTimeInterval(50_000)
    let next = freshness.next(after: .failed(.status(503), notBefore: later), of: source(), at: Self.now)
    #expect(next >= later)
  }

  /// A source; all times are seconds before now, but for the peace that it asked for.
  private func source(
    asked: Double? = nil, failures: Int = 0, wanted: Double? = nil, peace: Double? = nil
  ) -> Source {
    func ago(_ seconds: Double?) -> Date? { seconds.map { Self.now.addingTimeInterval(-$0) } }
    return Source(
      id: SourceID(1), list: ListID(1), address: SourceAddress(url: "https://choir.example", host: "choir.example"),
      copy: nil, validators: .none, asked: ago(asked),
      trouble: failures > 0 ? OngoingFailure(failure: .refused, since: Self.now, times: failures) : nil,
      notBefore: peace.map { Self.now.addingTimeInterval($0) }, wanted: ago(wanted), revision: 1)
  }
}
