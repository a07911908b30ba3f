import HTTPTypes
import Hummingbird
import StatePagesTesting
import StateViews
import Synchronization
import Testing

@testable import StatePages

/// Strict pages report incomplete versions.
struct RenderCacheCheckTests {
  @Test(arguments: [true, false])
  func `a version that leaves out the reader is reported with its place, also instead of 304`(
    isUnchanged: Bool
  ) async throws {
    let asking = try OnePageApp(isStrict: true)
    func answer(to reader: String, _ headers: HTTPFields = [:]) async -> Response {
      let page = Page.notes { Region.notes("notes", there("Of \(reader)")) }
      return await asking.whole(page, version: PageVersion("all"), headers)
    }
    let line = #line - 2
    let tag = try #require(await answer(to: "Ann").headers[.eTag])
    let headers: HTTPFields = isUnchanged ? [.ifNoneMatch: tag] : [:]
    #expect(await answer(to: "Ann", headers).status == (isUnchanged ? .notModified : .ok))
    let response = await answer(to: "Ben", headers)
    #expect(response.status == .internalServerError)
    let told = try await response.html()
    #expect(told.contains("The version of this page (StatePagesTests/RenderCacheCheckTests.swift:\(line))") as Bool)
    #expect(told.contains("Of Ann") && told.contains("Of Ben"))
  }

  @Test func `a version that leaves out what a piece shows is reported`() async throws {
    let asking = try OnePageApp(isStrict: true)
    func answer(to reader: String) async -> Response {
      let page = Page.notes {
        PagePart.piece("head", Head(name: reader))
        Region.notes("notes", there("Milk"))
      }
      return await asking.whole(page, version: PageVersion("all"))
    }
    #expect(await answer(to: "Ann").status == .ok)
    #expect(await answer(to: "Ben").status == .internalServerError)
  }

  @Test func `a version that leaves out that a page has become another's problem is reported`() async throws {
    let asking = try OnePageApp(isStrict: true)
    let page = Page.notes { Region.notes("notes", there("Milk")) }
    var gone = page
    gone.status = .gone
    #expect(await asking.whole(page, version: PageVersion("all")).status == .ok)
    #expect(await asking.whole(gone, version: PageVersion("all")).status == .internalServerError)
  }

  @Test func `a write while the page is made is not reported`() async throws {
    let asking = try OnePageApp(isStrict: true)
    let (revision, loads) = (Tally(), Tally())
    func answer() async throws -> Response {
      let began = revision.count
      return await asking.pages.response(
        to: OnePageApp.request(), version: PageVersion(began), holds: { revision.count == began }
      ) { () async throws(Failure) in
        let notes = Loader<[Note]> { _ in
          loads.increment()
          // Writes during the second load, which is the one that checks the cache.
          if loads.count == 2 { revision.increment() }
          return .content([Note("Milk \(revision.count)")])
        }
        return .notes { Region.notes("notes", notes) }
      }
    }
    for _ in 0..<3 { #expect(try await answer().status == .ok) }
    #expect(revision.count == 1 && loads.count > 2)
  }

  @Test func `a check whose load fails reports nothing`() async throws {
    let asking = try OnePageApp(isStrict: true)
    let count = Mutex(0)
    let notes = Loader<[Note]> { _ throws(Interruption) in
      let isFirst = count.withLock { count in
        count += 1
        return count == 1
      }
      if isFirst { return .content([Note("Milk")]) }
      throw .failed(Failure(.unavailable))
    }
    for _ in 0..<2 {
      let page = Page.notes { Region.notes("notes", notes) }
      #expect(await asking.whole(page, version: PageVersion(1)).status == .ok)
    }
    #expect(count.withLock { $0 } == 2)
  }

  @Test func `without strict pages nothing is rendered twice`() async throws {
    let (asking, loads) = (try OnePageApp(), Tally())
    let notes = Loader<[Note]> { _ in
      loads.increment()
      return .content([])
    }
    for _ in 0..<3 { _ = await asking.whole(.notes { Region.notes("notes", notes) }, version: PageVersion(1)) }
    #expect(loads.count == 1)
  }
}
