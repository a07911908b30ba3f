import HTTPTypes
import Hummingbird
import StatePagesTesting
import StateViews
import Testing

@testable import StatePages

struct RegionPageTests {
  private static let layout = """
    <!doctype html>
    <html lang="en"><head><title>{{title}}</title><link rel="stylesheet" href="/style.css"></head>
    <body><nav><a href="/">Home</a></nav><main>{{stage}}</main></body></html>
    """

  private func pages() throws -> OnePageApp { try OnePageApp(["layouts/page": Self.layout]) }

  private func page(_ first: Region<Notes>) -> Page {
    .notes {
      PagePart.piece("head", Head())
      first
      Region.notes("others", there("Bread"))
    }
  }

  @Test func `only the region is on the page, in the head of the page's own layout`() async throws {
    let pages = try pages()
    let response = await pages.whole(page(.notes("notes", there("Milk"))), at: "/notes?only=others")
    #expect(response.status == .ok)
    let html = try await response.html()
    let element = try HTMLReader.page(html)
    #expect(element.states == ["others": "content"])
    #expect(html.contains("<html lang=\"en\">") as Bool)
    #expect(element.first("title")?.text == "Notes")
    #expect(element.first("base")?["target"] == "_top")
    #expect(element.first("nav") == nil)
    #expect(element.all("main").count == 1)
    #expect(element.first("meta") == nil)
  }

  @Test func `the other regions are not loaded`() async throws {
    let pages = try pages()
    let held = HeldContent<[Note]>()
    let response = await pages.whole(page(.notes("notes", held)), at: "/notes?only=others")
    #expect(response.status == .ok)
    #expect(held.begun.count == 0)
  }

  @Test func `the status is the region's`() async throws {
    let failed = Region.notes("notes", failing(Failure(.sourceFailed)))
    let pages = try pages()
    #expect(await pages.whole(page(failed), at: "/notes?only=notes").status == .badGateway)
    #expect(await pages.whole(page(failed), at: "/notes?only=others").status == .ok)
  }

  @Test(arguments: ["nothing", "head", ""])
  func `a name that is no region's is not found`(name: String) async throws {
    let response = try await pages().whole(page(.notes("notes", there("Milk"))), at: "/notes?only=\(name)")
    #expect(response.status == .notFound)
  }

  @Test func `the page and its regions have entity tags of their own`() async throws {
    let pages = try pages()
    let page = page(.notes("notes", there("Milk")))
    var tags: [String] = []
    for address in ["/notes", "/notes?only=notes", "/notes?only=others"] {
      let tag = try #require(await pages.whole(page, at: address).headers[.eTag])
      #expect(await pages.whole(page, at: address, [.ifNoneMatch: tag]).status == .notModified)
      tags.append(tag)
    }
    #expect(Set(tags).count == 3)
  }

  @Test func `an equal version does not mix the page with its region`() async throws {
    let pages = try pages()
    let page = page(.notes("notes", there("Milk")))
    var texts: [String] = []
    for address in ["/notes", "/notes?only=notes", "/notes", "/notes?only=notes"] {
      let request = OnePageApp.request(at: address)
      let response = try await pages.pages.page(for: request, version: PageVersion("same")) { () throws(Failure) in page
      }
      texts.append(try await response.html())
    }
    #expect(texts[0] == texts[2] && texts[1] == texts[3] && texts[0] != texts[1])
  }

  @Test func `a page whose status is decided, such as a gate, is whole`() async throws {
    let page = Page.notes(status: .unauthorized) { Region.notes("notes", there("Milk")) }
    let response = try await pages().whole(page, at: "/notes?only=others")
    #expect(response.status == .unauthorized)
  }

  @Test func `a layout without a body of its own is kept`() async throws {
    let pages = try OnePageApp()
    let html = try await pages.whole(page(.notes("notes", there("Milk"))), at: "/notes?only=notes").html()
    #expect(html.contains("data-region=\"notes\"") as Bool)
    #expect(!html.contains("data-region=\"others\"") as Bool)
  }
}
