import Foundation
import Testing

@testable import StatePages

struct DisplaySettingsTests {
  static let midnight: Int64 = 1_762_992_000  // 2025-11-13T00:00:00Z

  @Test func `a look is the same all day`() {
    let morning = DisplaySettings(timeZone: "GMT", now: Self.midnight)
    #expect(morning.version == DisplaySettings(timeZone: "GMT", now: Self.midnight + 86_399).version)
    #expect(morning.version != DisplaySettings(timeZone: "GMT", now: Self.midnight + 86_400).version)
    #expect(morning.version != DisplaySettings(timeZone: "GMT", now: Self.midnight - 1).version)
  }

  @Test func `the day begins at the reader's midnight`() {
    let evening = DisplaySettings(timeZone: "America/New_York", now: Self.midnight)
    #expect(evening.version == DisplaySettings(timeZone: "America/New_York", now: Self.midnight + 4 * 3600).version)
    #expect(evening.version != DisplaySettings(timeZone: "America/New_York", now: Self.midnight + 5 * 3600).version)
  }

  @Test func `the look includes language and zone`() {
    let look = DisplaySettings(timeZone: "GMT", now: Self.midnight)
    #expect(look.version != DisplaySettings(language: "de", timeZone: "GMT", now: Self.midnight).version)
    #expect(look.version != DisplaySettings(timeZone: "Africa/Abidjan", now: Self.midnight).version)
  }

  @Test func `the look includes theme and rows`() {
    let look = DisplaySettings(timeZone: "GMT", now: Self.midnight)
    #expect(look.version != DisplaySettings(timeZone: "GMT", now: Self.midnight, theme: "dark").version)
    #expect(look.version != DisplaySettings(timeZone: "GMT", now: Self.midnight, rows: 25).version)
  }

  @Test func `an unknown zone is GMT`() {
    #expect(DisplaySettings(timeZone: "Mars/Olympus", now: 0).zone.secondsFromGMT() == 0)
  }
}

struct PageVersionTests {
  @Test func `equal parts make equal versions`() { #expect(PageVersion("list", 17, 4) == PageVersion("list", 17, 4)) }

  @Test(arguments: [
    (PageVersion("a", "b"), PageVersion("ab")), (PageVersion("a", "b"), PageVersion("b", "a")),
    (PageVersion(1, 12), PageVersion(11, 2)),
    (PageVersion("1:a"), PageVersion("a")), (PageVersion("", "a"), PageVersion("a", "")),
    (PageVersion("a"), PageVersion("a", "")),
    (PageVersion(), PageVersion("")), (PageVersion("é"), PageVersion("e\u{301}", "")),
    (PageVersion("a1:b"), PageVersion("a", "b")),
  ])
  func `different parts never make equal versions`(one: PageVersion, other: PageVersion) {
    #expect(one.description.utf8.elementsEqual(other.description.utf8) == false)
  }

  @Test func `a version can be a part of another`() {
    #expect(PageVersion("page", PageVersion("a", "b")) != PageVersion("page", PageVersion("ab")))
    #expect(PageVersion("page", PageVersion("a"), "b") != PageVersion("page", PageVersion("a", "b")))
  }
}
