import Foundation
import Testing

@testable import StatePages

struct LookTests {
  static let midnight: Int64 = 1_762_992_000  // 2025-11-13T00:00:00Z

  @Test func `one day of one reader is one edition`() {
    let morning = Look(timeZone: "GMT", now: Self.midnight)
    #expect(morning.edition == Look(timeZone: "GMT", now: Self.midnight + 86_399).edition)
    #expect(morning.edition != Look(timeZone: "GMT", now: Self.midnight + 86_400).edition)
    #expect(morning.edition != Look(timeZone: "GMT", now: Self.midnight - 1).edition)
  }

  @Test func `the day begins where the reader is`() {
    let evening = Look(timeZone: "America/New_York", now: Self.midnight)
    #expect(evening.edition == Look(timeZone: "America/New_York", now: Self.midnight + 4 * 3600).edition)
    #expect(evening.edition != Look(timeZone: "America/New_York", now: Self.midnight + 5 * 3600).edition)
  }

  @Test func `language and zone count`() {
    let look = Look(timeZone: "GMT", now: Self.midnight)
    #expect(look.edition != Look(language: "de", timeZone: "GMT", now: Self.midnight).edition)
    #expect(look.edition != Look(timeZone: "Africa/Abidjan", now: Self.midnight).edition)
  }

  @Test func `theme and rows count`() {
    let look = Look(timeZone: "GMT", now: Self.midnight)
    #expect(look.edition != Look(timeZone: "GMT", now: Self.midnight, theme: "dark").edition)
    #expect(look.edition != Look(timeZone: "GMT", now: Self.midnight, rows: 25).edition)
  }

  @Test func `a zone that nobody knows is GMT`() {
    #expect(Look(timeZone: "Mars/Olympus", now: 0).zone.secondsFromGMT() == 0)
  }
}
