import HTTPTypes
import Hummingbird
import StatePagesTesting
import StateViews
import Synchronization
import TestSupport
import Testing

@testable import StatePages

struct LastGoodCopiesTests {
  private let clock = ManualClock()
  private let copies: LastGoodCopies<String, [Note]>
  private let asked = Tally()
  private let source = Source()

  private final class Source: Sendable {
    private let next = Mutex<Result<Loaded<[Note]>, Interruption>>(.success(.content([Note("first")])))

    func answers(_ result: Result<Loaded<[Note]>, Interruption>) { next.withLock { $0 = result } }
    func answer() throws(Interruption) -> Loaded<[Note]> { try next.withLock { $0 }.get() }
  }

  private struct Shown: Equatable {
    let state: ViewState<[Note]>
    let asked: Bool

    init(_ state: ViewState<[Note]>, asked: Bool) {
      self.state = state
      self.asked = asked
    }
  }

  init() {
    copies = LastGoodCopies(
      freshFor: .seconds(30), pauseAfterFailure: .seconds(60), limit: 16, clock: clock)
  }

  private func copy(_ key: String = "here") -> LastGoodCopies<String, [Note]>.Copy {
    copies.copy(
      of: key,
      Loader { [asked, source] _ throws(Interruption) in
        asked.increment()
        return try source.answer()
      })
  }

  /// The final state of a region, and whether its source was asked for it.
  private func state(_ key: String = "here") async -> Shown {
    let before = asked.count
    let copy = copy(key)
    var last = copy.start
    for await state in StatefulContainer(copy.content, from: copy.start).load() { last = state }
    return Shown(last, asked: asked.count > before)
  }

  private static func notes(_ title: String) -> ViewState<[Note]> { .content([Note(title)], .idle) }

  @Test func `without a copy the content is loaded, and then shown while it is fresh`() async {
    #expect(copy().start == .unloaded && copy().revision == nil && copy().age == nil)
    #expect(await state() == Shown(Self.notes("first"), asked: true))
    source.answers(.success(.content([Note("second")])))
    clock.advance(by: .seconds(29))
    #expect(await state() == Shown(Self.notes("first"), asked: false))
    #expect(copy().revision == 1 && copy().age == .seconds(29))
  }

  @Test func `an older copy is shown and refreshed`() async {
    _ = await state()
    source.answers(.success(.content([Note("second")])))
    clock.advance(by: .seconds(30))
    #expect(copy().start == Self.notes("first") && copy().revision == nil)
    #expect(await state() == Shown(Self.notes("second"), asked: true))
    #expect(copy().revision == 2)
  }

  @Test func `after a failure the copy is shown with it, and the source is left alone for the pause`() async {
    _ = await state()
    let failure = Failure(.sourceFailed)
    source.answers(.failure(.failed(failure)))
    clock.advance(by: .seconds(40))
    let stale = ViewState<[Note]>.content([Note("first")], .failed(failure))
    #expect(await state() == Shown(stale, asked: true))
    clock.advance(by: .seconds(59))
    #expect(await state() == Shown(stale, asked: false))
    #expect(copy().revision == nil && copy().age == .seconds(99))
    source.answers(.success(.content([Note("second")])))
    clock.advance(by: .seconds(1))
    #expect(await state() == Shown(Self.notes("second"), asked: true))
  }

  @Test func `without a copy the failure alone is shown for the pause`() async {
    source.answers(.failure(.failed(Failure(.timedOut))))
    #expect(await state() == Shown(.failed(Failure(.timedOut)), asked: true))
    #expect(await state() == Shown(.failed(Failure(.timedOut)), asked: false))
  }

  @Test func `a retry loads at once, fresh or failed`() async {
    _ = await state()
    copies.refresh("here")
    source.answers(.failure(.failed(Failure(.sourceFailed))))
    #expect(await state().asked)
    #expect(await !state().asked)
    copies.refresh("here")
    source.answers(.success(.content([Note("second")])))
    #expect(await state() == Shown(Self.notes("second"), asked: true))
    #expect(await !state().asked)
  }

  @Test func `an empty result is a result, and is no older content of its refresh`() async {
    source.answers(.success(.empty("nothing-yet")))
    #expect(await state() == Shown(.empty("nothing-yet"), asked: true))
    #expect(await state() == Shown(.empty("nothing-yet"), asked: false))
    clock.advance(by: .seconds(31))
    #expect(copy().start == .unloaded)
    #expect(await state().asked)
  }

  @Test func `a cancelled load is no failure`() async {
    source.answers(.failure(.cancelled))
    #expect(await state() == Shown(.unloaded, asked: true))
    #expect(await state().asked)
  }

  @Test func `readers at the same time share one load`() async {
    let held = HeldContent<[Note]>()
    let first = copies.copy(of: "here", held)
    let second = copies.copy(of: "here", held)
    async let one = first.content.load { _ in }
    async let two = second.content.load { _ in }
    await held.begun.reaches(1)
    await othersGoFirst()
    held.end(.success(.content([Note("shared")])))
    for loaded in [try? await one, try? await two] {
      guard case .content(let notes) = loaded else {
        Issue.record("not loaded")
        continue
      }
      #expect(notes == [Note("shared")])
    }
    #expect(held.begun.count == 1)
    #expect(copy().revision == 1)
  }

  @Test func `keys have copies of their own, and the least recently used are dropped`() async {
    _ = await state("kept")
    for number in 0..<15 { _ = await state("\(number)") }
    #expect(await !state("kept").asked)
    for number in 15..<30 { _ = await state("\(number)") }
    #expect(await !state("kept").asked)
    #expect(await state("0").asked)
  }

  @Test func `a region shows a fresh copy from the render cache`() async throws {
    _ = await state()
    let app = try OnePageApp()
    func page() -> Page {
      let copy = copy()
      let key = copy.revision.map { CacheKey("here", $0) }
      return .notes(cacheKey: key) { Region.notes("notes", copy.content, from: copy.start, cacheKey: key) }
    }
    let tag = try #require(await app.whole(page()).headers[.eTag])
    #expect(await app.whole(page(), [.ifNoneMatch: tag]).status == .notModified)
    source.answers(.success(.content([Note("second")])))
    clock.advance(by: .seconds(30))
    let html = try await app.whole(page(), [.ifNoneMatch: tag]).html()
    #expect(html.contains("second") as Bool)
  }
}
