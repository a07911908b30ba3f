import Foundation
import Tasks
import Testing

@testable import TaskApp

struct RefreshPolicyTests {
  private static let now = Date(timeIntervalSince1970: 1_800_000_000)
  private let freshness = RefreshPolicy()

  @Test func `a source that was never fetched is due`() {
    #expect(freshness.isDue(source(), at: Self.now))
  }

  @Test(arguments: [(14 * 60.0, false), (16 * 60.0, true), (-60.0, true)])
  func `a good copy is due after a quarter of an hour, and when the clock was set back`(_ age: Double, _ isDue: Bool) {
    #expect(freshness.isDue(source(asked: age), at: Self.now) == isDue)
  }

  @Test(arguments: [(30.0, false), (90.0, true)])
  func `a failed source is due a minute later`(_ age: Double, _ isDue: Bool) {
    #expect(freshness.isDue(source(asked: age, failures: 3), at: Self.now) == isDue)
  }

  @Test func `a requested refresh is due at once`() {
    #expect(freshness.isDue(source(asked: 5, wanted: 1), at: Self.now))
    #expect(freshness.isDue(source(asked: 5, failures: 1, wanted: 5), at: Self.now))
  }

  @Test func `a source is not due before its Retry-After, even if a refresh is requested`() {
    #expect(!freshness.isDue(source(asked: 500, failures: 1, wanted: 1, peace: 60), at: Self.now))
    #expect(freshness.isDue(source(asked: 500, failures: 1, wanted: 1, peace: -1), at: Self.now))
  }

  @Test func `lists that keep failing are fetched less and less often, down to once a day`() {
    let failed = FetchOutcome.failed(.refused, notBefore: nil)
    let pauses = (0..<12).map { failures in
      freshness.next(after: failed, of: source(asked: 0, failures: failures), at: Self.now).timeIntervalSince(Self.now)
    }
    #expect((3_200...4_000).contains(pauses[0]))
    for (pause, next) in zip(pauses.prefix(4), pauses.dropFirst()) { #expect(next > pause * 1.5) }
    for pause in pauses.dropFirst(6) { #expect((77_000...96_000).contains(pause)) }
  }

  @Test func `the next fetch is not before the source's Retry-After`() {
    let later = Self.now.addingTimeInterval(50_000)
    let next = freshness.next(after: .failed(.status(503), notBefore: later), of: source(), at: Self.now)
    #expect(next >= later)
  }

  /// A source; all times are in seconds before now, except for its Retry-After.
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
