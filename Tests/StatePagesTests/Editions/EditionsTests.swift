import HTTPTypes
import Hummingbird
import StateViews
import TestSupport
import Testing

@testable import StatePages

/// What is kept of what was rendered, and how much of it.
struct EditionsTests {
  @Test func `however many different pages are asked for, what is kept stays within its budget`() async throws {
    let budget = 256 << 10
    let editions = Editions(budget: budget)
    let asking = try Asking(editions: editions)
    var chance = Seeded(1)
    var fullest = 0
    for number in 0..<400 {
      let title = String(repeating: "a long day in the garden ", count: .random(in: 1...200, using: &chance))
      let page = Page.notes(edition: Edition(number)) {
        Region.notes("notes", there(title), edition: Edition(number))
      }
      let codings = number % 2 == 0 ? "gzip" : "identity"
      #expect(await asking.whole(page, [.acceptEncoding: codings]).status == .ok)
      let count = editions.count
      #expect(count.bytes <= budget)
      // A page and its region, each under its own name, are there or made room.
      #expect(count.things + count.drops == 2 * (number + 1))
      fullest = max(fullest, count.bytes)
    }
    #expect(editions.count.drops > 400)
    #expect(fullest > budget * 9 / 10)
  }

  @Test func `a page in another coding is another thing, made when somebody asks for it`() async throws {
    let editions = Editions()
    let asking = try Asking(editions: editions)
    let text = String(repeating: "long ", count: 2_000)
    let page = Page.notes(edition: Edition(1)) {
      Region.notes("notes", there(text), edition: Edition(1))
    }
    _ = await asking.whole(page, [.acceptEncoding: "gzip"])
    let gzip = editions.count
    #expect(gzip.things == 2 && gzip.bytes < 2 * text.utf8.count)
    #expect(try await asking.whole(page).html().contains(text))
    let both = editions.count
    #expect(both.things == 3 && both.drops == 0 && both.bytes > gzip.bytes + text.utf8.count)
    for coding in ["gzip", "identity"] { _ = await asking.whole(page, [.acceptEncoding: coding]) }
    #expect(editions.count.bytes == both.bytes && editions.count.misses == both.misses)
  }

  @Test func `what would take more than an eighth of it is sent and not kept`() async throws {
    let editions = Editions(budget: 64 << 10)
    let asking = try Asking(editions: editions)
    for _ in 0..<2 {
      let page = Page.notes(edition: Edition(1)) {
        Region.notes("notes", there(String(repeating: "long ", count: 20_000)), edition: Edition(1))
      }
      #expect(try await asking.whole(page).html().utf8.count > 100_000)
    }
    #expect(editions.count.things == 0 && editions.count.bytes == 0 && editions.count.drops == 0)
  }

  @Test(arguments: [("\u{e9}", "e\u{301}"), ("a\u{323}\u{301}", "a\u{301}\u{323}")])
  func `regions whose names look the same are two`(one: String, other: String) async throws {
    #expect(one == other)
    let asking = try Asking()
    for text in [one, other] {
      let page = Page.notes(edition: Edition(text)) {
        Region.notes("notes", there(text), edition: Edition(text))
      }
      let html = try await asking.whole(page).html()
      #expect(Array(html.utf8).contains(Array(text.utf8)))
    }
  }
}
