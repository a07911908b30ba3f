import HTTPTypes
import Hummingbird
import StatePagesTesting
import StateViews
import TestSupport
import Testing

@testable import StatePages

/// What the render cache stores, and how much of it.
struct RenderCacheTests {
  @Test func `the cache stays within its budget, however many different pages are requested`() async throws {
    let budget = 256 << 10
    let renderCache = RenderCache(budget: budget)
    let asking = try OnePageApp(renderCache: renderCache)
    var chance = Seeded(1)
    var fullest = 0
    for number in 0..<400 {
      let title = String(repeating: "a long day in the garden ", count: .random(in: 1...200, using: &chance))
      let page = Page.notes(cacheKey: CacheKey(number)) {
        Region.notes("notes", there(title), cacheKey: CacheKey(number))
      }
      let codings = number % 2 == 0 ? "gzip" : "identity"
      #expect(await asking.whole(page, [.acceptEncoding: codings]).status == .ok)
      let count = renderCache.count
      #expect(count.bytes <= budget)
      // A page and its region are two entries, either stored or evicted.
      #expect(count.entries + count.evictions == 2 * (number + 1))
      fullest = max(fullest, count.bytes)
    }
    #expect(renderCache.count.evictions > 400)
    #expect(fullest > budget * 9 / 10)
  }

  @Test func `a page in another coding is another entry, made when it is requested`() async throws {
    let renderCache = RenderCache()
    let asking = try OnePageApp(renderCache: renderCache)
    let text = String(repeating: "long ", count: 2_000)
    let page = Page.notes(cacheKey: CacheKey(1)) { Region.notes("notes", there(text), cacheKey: CacheKey(1)) }
    _ = await asking.whole(page, [.acceptEncoding: "gzip"])
    let gzip = renderCache.count
    #expect(gzip.entries == 2 && gzip.bytes < 2 * text.utf8.count)
    #expect(try await asking.whole(page).html().contains(text))
    let both = renderCache.count
    #expect(both.entries == 3 && both.evictions == 0 && both.bytes > gzip.bytes + text.utf8.count)
    for coding in ["gzip", "identity"] { _ = await asking.whole(page, [.acceptEncoding: coding]) }
    #expect(renderCache.count.bytes == both.bytes && renderCache.count.misses == both.misses)
  }

  @Test func `a page that takes more than an eighth of the budget is sent and not stored`() async throws {
    let renderCache = RenderCache(budget: 64 << 10)
    let asking = try OnePageApp(renderCache: renderCache)
    for _ in 0..<2 {
      let page = Page.notes(cacheKey: CacheKey(1)) {
        Region.notes("notes", there(String(repeating: "long ", count: 20_000)), cacheKey: CacheKey(1))
      }
      #expect(try await asking.whole(page).html().utf8.count > 100_000)
    }
    #expect(renderCache.count.entries == 0 && renderCache.count.bytes == 0 && renderCache.count.evictions == 0)
  }

  @Test(arguments: [("\u{e9}", "e\u{301}"), ("a\u{323}\u{301}", "a\u{301}\u{323}")])
  func `regions whose names are canonically equivalent are two entries`(one: String, other: String) async throws {
    #expect(one == other)
    let asking = try OnePageApp()
    for text in [one, other] {
      let page = Page.notes(cacheKey: CacheKey(text)) { Region.notes("notes", there(text), cacheKey: CacheKey(text)) }
      let html = try await asking.whole(page).html()
      #expect(Array(html.utf8).contains(Array(text.utf8)))
    }
  }
}
