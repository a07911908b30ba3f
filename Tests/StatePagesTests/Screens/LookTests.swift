import Foundation
import Testing

@testable import StatePages

struct LookTests {
  static let midnight: Int64 = 1_762_992_000  // 2025-11-13T00:00:00Z

  @Test func `a look is the same all day`() {
    let morning = Look(timeZone: "GMT", now: Self.midnight)
    #expect(morning.cacheKey == Look(timeZone: "GMT", now: Self.midnight + 86_399).cacheKey)
    #expect(morning.cacheKey != Look(timeZone: "GMT", now: Self.midnight + 86_400).cacheKey)
    #expect(morning.cacheKey != Look(timeZone: "GMT", now: Self.midnight - 1).cacheKey)
  }

  @Test func `the day begins at the reader's midnight`() {
    let evening = Look(timeZone: "America/New_York", now: Self.midnight)
    #expect(evening.cacheKey == Look(timeZone: "America/New_York", now: Self.midnight + 4 * 3600).cacheKey)
    #expect(evening.cacheKey != Look(timeZone: "America/New_York", now: Self.midnight + 5 * 3600).cacheKey)
  }

  @Test func `the look includes language and zone`() {
    let look = Look(timeZone: "GMT", now: Self.midnight)
    #expect(look.cacheKey != Look(language: "de", timeZone: "GMT", now: Self.midnight).cacheKey)
    #expect(look.cacheKey != Look(timeZone: "Africa/Abidjan", now: Self.midnight).cacheKey)
  }

  @Test func `the look includes theme and rows`() {
    let look = Look(timeZone: "GMT", now: Self.midnight)
    #expect(look.cacheKey != Look(timeZone: "GMT", now: Self.midnight, theme: "dark").cacheKey)
    #expect(look.cacheKey != Look(timeZone: "GMT", now: Self.midnight, rows: 25).cacheKey)
  }

  @Test func `an unknown zone is GMT`() { #expect(Look(timeZone: "Mars/Olympus", now: 0).zone.secondsFromGMT() == 0) }
}

struct CacheKeyTests {
  @Test func `equal parts make equal cache keys`() { #expect(CacheKey("list", 17, 4) == CacheKey("list", 17, 4)) }

  @Test(arguments: [
    (CacheKey("a", "b"), CacheKey("ab")), (CacheKey("a", "b"), CacheKey("b", "a")), (CacheKey(1, 12), CacheKey(11, 2)),
    (CacheKey("1:a"), CacheKey("a")), (CacheKey("", "a"), CacheKey("a", "")), (CacheKey("a"), CacheKey("a", "")),
    (CacheKey(), CacheKey("")), (CacheKey("é"), CacheKey("e\u{301}", "")), (CacheKey("a1:b"), CacheKey("a", "b")),
  ])
  func `different parts never make equal cache keys`(one: CacheKey, other: CacheKey) {
    #expect(one.description.utf8.elementsEqual(other.description.utf8) == false)
  }

  @Test func `a cache key can be a part of another`() {
    #expect(CacheKey("page", CacheKey("a", "b")) != CacheKey("page", CacheKey("ab")))
    #expect(CacheKey("page", CacheKey("a"), "b") != CacheKey("page", CacheKey("a", "b")))
  }
}
