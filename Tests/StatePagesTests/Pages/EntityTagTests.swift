import HTTPTypes
import Hummingbird
import StatePagesTesting
import StateViews
import Synchronization
import Testing

@testable import StatePages

struct EntityTagTests {
  let asking: OnePageApp
  let loads = Tally()

  init() throws { asking = try OnePageApp() }

  @Test func `a page has a tag, and loads nothing if a kept one matches`() async throws {
    let first = await asking.whole(page(), version: version)
    let tag = try #require(first.headers[.eTag])
    #expect(first.status == .ok)
    #expect(loads.count == 1)

    for known in [tag, "W/\(tag)", "\"other\", \(tag)", "\"other\",\(tag) , \"third\"", "*"] {
      let second = await asking.whole(page(), version: version, [.ifNoneMatch: known])
      #expect(second.status == .notModified)
      #expect(second.headers[.eTag] == tag)
      #expect(second.headers[.contentLength] == nil)
      #expect(second.headers[.contentType] == nil)
      #expect(second.headers[.vary] == first.headers[.vary])
      #expect(try await second.html() == "")
    }
    #expect(loads.count == 1)

    #expect(await asking.whole(page(), version: version, [.ifNoneMatch: "\"other\""]).status == .ok)
    #expect(await asking.whole(page(), version: version, [.ifNoneMatch: String(tag.dropLast(2)) + "\""]).status == .ok)
    // A client with another tag gets this page from the cache.
    #expect(loads.count == 1)
  }

  @Test func `a navigation with a matching tag is answered with 304 before the grace`() async throws {
    let tag = try #require(await asking.whole(page(), version: version).headers[.eTag])
    let again = await asking.whole(page(), version: version, [.ifNoneMatch: tag, .secFetchDest: "document"])
    #expect(again.status == .notModified)
    #expect(loads.count == 1)
  }

  @Test func `a page has one tag, which depends on its bytes`() async throws {
    func tag(_ page: Page) async -> String? { await asking.whole(page).headers[.eTag] }
    let tag = try #require(await tag(page()))
    #expect(await asking.whole(page()).headers[.eTag] == tag)
    let others: [Page] = [
      page(of: "Bread"), page("others"), .notes { PagePart.piece("head", Head()) },
    ]
    var tags: Set<String?> = [tag]
    for other in others {
      let answer = await asking.whole(other, [.ifNoneMatch: tag])
      #expect(answer.status == .ok)
      #expect(answer.headers[.eTag] != nil)
      #expect(tags.insert(answer.headers[.eTag]).inserted)
    }
  }

  @Test func `a page with a failed or cancelled region has no tag`() async {
    let ends: [Loader<[Note]>] = [
      failing(Failure(.notFound)), failing(Failure(.unavailable)),
      Loader { _ throws(Interruption) in throw .cancelled },
    ]
    for end in ends {
      for weight in [Weight.main, .secondary] {
        let page = Page.notes {
          Region.notes("notes", end, weight: weight)
        }
        #expect(await asking.whole(page).headers[.eTag] == nil)
      }
    }
    let stale = Page.notes {
      Region.notes("notes", failing(Failure(.unavailable)), from: [Note("Milk")])
    }
    let response = await asking.whole(stale)
    #expect(response.status == .ok)
    #expect(response.headers[.eTag] == nil)
  }

  @Test func `an empty page has a tag, too`() async {
    let page = Page.notes {
      Region.notes("notes", Loader { _ in .empty("nothing-yet") })
    }
    #expect(await asking.whole(page).headers[.eTag] != nil)
  }

  @Test func `a page with an explicit status has no tag`() async {
    var page = page()
    page.status = .ok
    #expect(await asking.whole(page).headers[.eTag] == nil)
  }

  @Test func `a rehearsal has no tag, and is never answered with 304`() async throws {
    let rehearsing = try OnePageApp(rehearses: true)
    let tag = try #require(await rehearsing.whole(page()).headers[.eTag])
    let rehearsed = await rehearsing.whole(page(), at: "/notes?rehearse=notes:empty", [.ifNoneMatch: tag])
    #expect(rehearsed.status == .ok)
    #expect(rehearsed.headers[.eTag] == nil)
  }

  @Test func `the response to a form is never 304`() async throws {
    let tag = try #require(await asking.whole(page()).headers[.eTag])
    let answer = await asking.whole(page(), method: .post, [.ifNoneMatch: tag])
    #expect(answer.status == .ok)
    #expect(answer.headers[.eTag] == nil)
  }

  @Test func `HEAD is answered like GET`() async throws {
    let get = await asking.whole(page())
    let head = await asking.whole(page(), method: .head)
    #expect(head.status == get.status)
    #expect(try await head.html() == "")
    #expect(head.headers == get.headers)
    let tag = try #require(get.headers[.eTag])
    #expect(await asking.whole(page(), method: .head, [.ifNoneMatch: tag]).status == .notModified)
  }

  private let version = PageVersion(1)

  private func page(_ name: String = "notes", of title: String = "Milk") -> Page { .notes { region(name, of: title) } }

  private func region(_ name: String = "notes", of title: String = "Milk") -> Region<Notes> {
    let loads = loads
    return Region.notes(
      name,
      Loader { _ in
        loads.increment()
        return .content([Note(title)])
      })
  }
}
