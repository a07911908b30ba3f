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
      let title = String(repeating: "a long day in the garden ", count: .random(in: 1...400, using: &chance))
      let page = Page.notes { Region.notes("notes", there(title)) }
      let codings = number % 2 == 0 ? "gzip" : "identity"
      #expect(await asking.whole(page, version: PageVersion(number), [.acceptEncoding: codings]).status == .ok)
      let count = renderCache.count
      #expect(count.bytes <= budget)
      #expect(count.entries + count.evictions == number + 1)
      fullest = max(fullest, count.bytes)
    }
    #expect(renderCache.count.evictions > 200)
    #expect(fullest > budget * 9 / 10)
  }

  @Test func `a page in another coding is another entry, made when it is requested`() async throws {
    let renderCache = RenderCache()
    let asking = try OnePageApp(renderCache: renderCache)
    let text = String(repeating: "long ", count: 2_000)
    func ask(_ coding: String) async -> Response {
      let page = Page.notes { Region.notes("notes", there(text)) }
      return await asking.whole(page, version: PageVersion(1), [.acceptEncoding: coding])
    }
    _ = await ask("gzip")
    let gzip = renderCache.count
    #expect(gzip.entries == 1 && gzip.bytes < text.utf8.count)
    #expect(try await ask("identity").html().contains(text))
    let both = renderCache.count
    #expect(both.entries == 2 && both.evictions == 0 && both.bytes > gzip.bytes + text.utf8.count)
    for coding in ["gzip", "identity"] { _ = await ask(coding) }
    #expect(renderCache.count.bytes == both.bytes && renderCache.count.misses == both.misses)
  }

  @Test func `a page that takes more than an eighth of the budget is sent and not stored`() async throws {
    let renderCache = RenderCache(budget: 64 << 10)
    let asking = try OnePageApp(renderCache: renderCache)
    for _ in 0..<2 {
      let page = Page.notes { Region.notes("notes", there(String(repeating: "long ", count: 20_000))) }
      let response = await asking.whole(page, version: PageVersion(1))
      #expect(response.headers[.eTag] != nil)
      #expect(try await response.html().utf8.count > 100_000)
    }
    #expect(renderCache.count.entries == 0 && renderCache.count.bytes == 0 && renderCache.count.evictions == 0)
  }
}
