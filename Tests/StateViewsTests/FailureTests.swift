import StateViews
import Testing

@Suite struct FailureTests {
  @Test func `a failure is named like its kind unless told otherwise`() {
    #expect(Failure(.notFound).reason == "not-found")
    #expect(Failure(.notFound, "unknown-address").reason == "unknown-address")
  }

  @Test(arguments: Failure.Kind.allCases)
  func `a retry is offered where it can help`(kind: Failure.Kind) {
    switch kind {
    case .notFound, .gone, .forbidden, .conflict, .invalid: #expect(Failure(kind).retry == .never)
    case .unavailable, .timedOut, .sourceFailed, .unreadable, .internal: #expect(Failure(kind).retry == .now)
    }
    #expect(Failure(kind, retry: .after(.seconds(5))).retry == .after(.seconds(5)))
  }

  @Test(arguments: Failure.Kind.allCases)
  func `a kind is named by lower-case words joined by hyphens`(kind: Failure.Kind) {
    #expect(kind.rawValue.allSatisfy { $0 == "-" || ("a"..."z").contains($0) })
  }
}
