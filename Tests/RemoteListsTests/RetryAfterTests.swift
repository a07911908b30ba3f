import Foundation
import Testing

@testable import RemoteLists

struct RetryAfterTests {
  private let now = Date(timeIntervalSince1970: 784_111_700)

  @Test(arguments: [
    ("120", 120), (" 0 ", 0), ("86401", 86_400), (String(repeating: "9", count: 400), 86_400),
    ("Sun, 06 Nov 1994 08:49:37 GMT", 77), ("Sun Nov  6 08:49:37 1994", 77), ("Sun, 06 Nov 1994 08:00:00 GMT", 0),
    ("Sunday, 06-Nov-94 08:49:37 GMT", 77), ("Fri, 31 Dec 9999 23:59:59 GMT", 86_400),
  ]) func `a delay is given in seconds or as a date, and limited to a day`(_ value: String, _ seconds: TimeInterval) {
    #expect(RetryAfter.moment(value, now: now) == now + seconds)
  }

  @Test(arguments: ["", "-1", "1.5", "soon", "Sun, 6 Foo 1994 08:49:37 GMT", "٣"])
  func `any other value is ignored`(_ value: String) {
    #expect(RetryAfter.moment(value, now: now) == nil)
  }
}
