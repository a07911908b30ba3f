import HTTPTypes
import Hummingbird
import StatePagesTesting
import StateViews
import Synchronization
import Testing

@testable import StatePages

/// Incomplete cache keys: strict pages report them, and tags do not match across builds.
struct RenderCacheCheckTests {
  @Test func `a region whose cache key leaves out the reader is reported with its place`() async throws {
    let asking = try OnePageApp(isStrict: true)
    let line = #line + 3
    func page(of reader: String) -> Page {
      .notes(cacheKey: CacheKey("page", reader)) {
        Region.notes("notes", there("Of \(reader)"), cacheKey: CacheKey("notes"))
      }
    }
    #expect(try await asking.whole(page(of: "Ann")).html().contains("Of Ann") as Bool)
    #expect(try await asking.whole(page(of: "Ann")).html().contains("Of Ann") as Bool)
    let response = await asking.whole(page(of: "Ben"))
    #expect(response.status == .internalServerError)
    let told = try await response.html()
    #expect(told.contains("The region “notes” (") as Bool)
    #expect(told.contains("its cache key (StatePagesTests/RenderCacheCheckTests.swift:\(line))") as Bool)
    #expect(told.contains("Of Ann") && told.contains("Of Ben"))
  }

  @Test(arguments: [true, false])
  func `a page whose cache key leaves out the reader is reported, also instead of 304`(isUnchanged: Bool) async throws {
    let asking = try OnePageApp(isStrict: true)
    func page(of reader: String) -> Page {
      .notes(cacheKey: CacheKey("page")) {
        PagePart.piece("head", Head(name: reader))
        Region.notes("notes", there("Milk"), cacheKey: CacheKey("notes"))
      }
    }
    let tag = try #require(await asking.whole(page(of: "Ann")).headers[.eTag])
    let headers: HTTPFields = isUnchanged ? [.ifNoneMatch: tag] : [:]
    #expect(await asking.whole(page(of: "Ann"), headers).status == (isUnchanged ? .notModified : .ok))
    let response = await asking.whole(page(of: "Ben"), headers)
    #expect(response.status == .internalServerError)
    let told = try await response.html()
    #expect(told.contains("This page (") && told.contains("RenderCacheCheckTests.swift"))
  }

  @Test func `a request key that leaves out a write is reported`() async throws {
    let asking = try OnePageApp(isStrict: true)
    let revision = Mutex(1)
    func answer(_ requestKey: CacheKey) async throws -> Response {
      try await asking.pages.page(for: OnePageApp.request(), requestKey: requestKey) { () async throws(Failure) in
        let now = revision.withLock { $0 }
        return .notes(cacheKey: CacheKey("page", now)) {
          Region.notes("notes", there("Milk \(now)"), cacheKey: CacheKey(now))
        }
      }
    }
    #expect(try await answer(CacheKey("a")).status == .ok)
    #expect(try await answer(CacheKey("a")).status == .ok)
    revision.withLock { $0 = 2 }
    #expect(try await answer(CacheKey("b")).status == .ok)
    let told = try await answer(CacheKey("a"))
    #expect(told.status == .internalServerError)
    #expect(try await told.html().contains("The request key of this page (") as Bool)
  }

  @Test func `a write while the page is made is not reported`() async throws {
    let asking = try OnePageApp(isStrict: true)
    let (revision, loads) = (Tally(), Tally())
    func answer() async throws -> Response {
      await asking.pages.response(to: OnePageApp.request()) { () async throws(Failure) in
        let now = revision.count
        let notes = Loader<[Note]> { _ in
          loads.increment()
          // Writes during the second load, which is the one that checks the cache.
          if loads.count == 2 { revision.increment() }
          return .content([Note("Milk \(revision.count)")])
        }
        return .notes(cacheKey: CacheKey("page", now)) { Region.notes("notes", notes, cacheKey: CacheKey(now)) }
      }
    }
    for _ in 0..<3 { #expect(try await answer().status == .ok) }
    #expect(revision.count == 1 && loads.count > 2)
  }

  @Test func `a write after a request began is not reported, though its keys are of before`() async throws {
    let asking = try OnePageApp(isStrict: true)
    for (revision, name) in [(1, "a"), (2, "b")] {
      let response = try await asking.pages.page(
        for: OnePageApp.request(), requestKey: CacheKey(name), holds: { revision == 1 }
      ) { () throws(Failure) in
        .notes(cacheKey: CacheKey("page", revision)) {
          Region.notes("notes", there("Milk \(revision)"), cacheKey: CacheKey("read before"))
        }
      }
      #expect(response.status == .ok)
    }
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
      let page = Page.notes(cacheKey: CacheKey("page")) { Region.notes("notes", notes, cacheKey: CacheKey(1)) }
      #expect(await asking.whole(page).status == .ok)
    }
    #expect(count.withLock { $0 } == 2)
  }

  @Test func `without strict pages nothing is rendered twice`() async throws {
    let (asking, loads) = (try OnePageApp(), Tally())
    let notes = Loader<[Note]> { _ in
      loads.increment()
      return .content([])
    }
    for _ in 0..<3 {
      _ = await asking.whole(.notes(cacheKey: CacheKey(1)) { Region.notes("notes", notes, cacheKey: CacheKey(1)) })
    }
    #expect(loads.count == 1)
  }

  @Test func `another build has other tags, and a process without a build name has its own`() async throws {
    let page = Page.notes(cacheKey: CacheKey("page")) { Region.notes("notes", there("Milk"), cacheKey: CacheKey(1)) }
    func tag(_ build: String?) async throws -> String {
      try #require(await OnePageApp(build: build).whole(page).headers[.eTag])
    }
    #expect(try await tag("one") == tag("one"))
    #expect(try await tag("one") != tag("two"))
    #expect(try await tag(nil) != tag("one"))
    #expect(try await tag(nil) == tag(nil))
  }
}
