import StateViews
import Testing

@Suite struct FailureTests {
  @Test func `by default a failure has the name of its kind`() {
    #expect(Failure(.notFound).reason == "not-found")
    #expect(Failure(.notFound, "unknown-address").reason == "unknown-address")
  }

  @Test(arguments: Failure.Kind.allCases)
  func `a retry is offered if it can help`(kind: Failure.Kind) {
    switch kind {
    case .notFound, .gone, .forbidden, .conflict, .invalid: #expect(Failure(kind).retry == .never)
    case .unavailable, .timedOut, .sourceFailed, .unreadable, .internal: #expect(Failure(kind).retry == .now)
    }
    #expect(Failure(kind, retry: .after(.seconds(5))).retry == .after(.seconds(5)))
  }

  @Test(arguments: Failure.Kind.allCases)
  func `the name of a kind is in lower case with hyphens`(kind: Failure.Kind) {
    #expect(kind.rawValue.allSatisfy { $0 == "-" || ("a"..."z").contains($0) })
  }
}
