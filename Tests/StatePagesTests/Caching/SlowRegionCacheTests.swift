import HTTPTypes
import Hummingbird
import StatePagesTesting
import StateViews
import Testing

@testable import StatePages

/// Regions that are slower than the grace, in the render cache.
@Suite(.timeLimit(.minutes(20))) struct SlowRegionCacheTests {
  private let app: OnePageApp
  private let slow = HeldContent<[Note]>()

  init() throws {
    app = try OnePageApp()
  }

  private func page(_ key: CacheKey?) -> Page {
    Page.notes(cacheKey: CacheKey("page")) { Region.notes("slow", slow, cacheKey: key) }
  }

  private func stream(
    _ key: CacheKey?, _ end: Result<Loaded<[Note]>, Interruption>, load: Int = 0
  ) async throws -> String {
    let recording = RecordedBody()
    let answer = app.navigation(to: page(key), into: recording)
    await slow.begun.reaches(load + 1)
    await app.clock.waitForSleepers(3)
    app.clock.advance(by: app.pages.patience.grace)
    await recording.written.reaches(1)
    slow.end(end, load: load)
    _ = try await answer.value
    return recording.html
  }

  @Test func `a region that has settled in a streamed page is not loaded again while its key is the same`() async throws
  {
    _ = try await stream(CacheKey("slow", 1), .success(.content([Note("Milk")])))
    let next = await app.whole(page(CacheKey("slow", 1)))
    #expect(next.status == .ok && next.headers[.eTag] != nil)
    #expect(try await next.html().contains("<li>Milk</li>") as Bool)
    #expect(slow.begun.count == 1)
  }

  @Test(arguments: [true, false])
  func `a region without a key, or that has failed, is loaded again`(hasKey: Bool) async throws {
    let end: Result<Loaded<[Note]>, Interruption> =
      hasKey ? .failure(.failed(Failure(.sourceFailed))) : .success(.content([Note("Milk")]))
    let key = hasKey ? CacheKey("slow", 1) : nil
    _ = try await stream(key, end)
    let html = try await stream(key, .success(.content([Note("Bread")])), load: 1)
    #expect(html.contains("<li>Bread</li>") as Bool)
    #expect(slow.begun.count == 2)
  }
}
