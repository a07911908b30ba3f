import StatePagesTesting
import StateViews
import TestSupport
import Testing

@testable import StatePages

@Suite(.timeLimit(.minutes(20))) struct JobsTests {
  private let clock = ManualClock()
  private let jobs: Jobs<String, String>
  private let work = HeldContent<String>()
  private let key = IdempotencyKey(path: "/bookings", version: "1", fields: [])

  init() { jobs = Jobs(perOwner: 2, keptFor: .seconds(60), wait: .seconds(25), clock: clock) }

  private func key(_ number: Int) -> IdempotencyKey {
    IdempotencyKey(path: "/bookings", version: "\(number)", fields: [])
  }

  private func shown(_ key: IdempotencyKey, of owner: String = "ann") async -> Result<Loaded<String>, Interruption> {
    do throws(Interruption) {
      return .success(try await jobs.content(of: key, of: owner).load { _ in })
    } catch {
      return .failure(error)
    }
  }

  private static let gone = Result<Loaded<String>, Interruption>.failure(.failed(Failure(.gone, "job-unknown")))

  @Test func `a submission that is sent twice runs once, and both pages show its result`() async throws {
    let version = jobs.version
    try jobs.start(key, of: "ann", work)
    try jobs.start(key, of: "ann", work)
    let pages = (0..<2).map { _ in Task { await shown(key) } }
    await work.begun.reaches(1)
    await clock.waitForSleepers(2)
    work.end(.success(.content("seat 4")))
    for page in pages { #expect(await page.value == .success(.content("seat 4"))) }
    try jobs.start(key, of: "ann", work)
    #expect(await shown(key) == .success(.content("seat 4")))
    #expect(work.begun.count == 1 && jobs.running == 0)
    #expect(jobs.version == version + 1, "A later form is another submission, and a second press is not.")
  }

  @Test func `the work goes on when its reader leaves`() async throws {
    try jobs.start(key, of: "ann", work)
    let page = Task { await shown(key) }
    await clock.waitForSleepers(1)
    page.cancel()
    #expect(await page.value == .failure(.cancelled))
    #expect(jobs.running == 1 && work.cancelled.count == 0)
    work.end(.success(.content("seat 4")))
    await work.ended.reaches(1)
    while jobs.running > 0 { await Task.yield() }
    #expect(await shown(key) == .success(.content("seat 4")))
  }

  @Test func `failed work runs again, for a retry and for the same form`() async throws {
    let failure = Failure(.sourceFailed)
    try jobs.start(key, of: "ann", work)
    await work.begun.reaches(1)
    work.end(.failure(.failed(failure)), load: 0)
    while jobs.running > 0 { await Task.yield() }
    #expect(await shown(key) == .failure(.failed(failure)))
    try jobs.retry(key, of: "ann")
    await work.begun.reaches(2)
    work.end(.failure(.failed(failure)), load: 1)
    while jobs.running > 0 { await Task.yield() }
    try jobs.start(key, of: "ann", work)
    await work.begun.reaches(3)
    work.end(.success(.content("seat 4")), load: 2)
    while jobs.running > 0 { await Task.yield() }
    try jobs.retry(key, of: "ann")
    #expect(await shown(key) == .success(.content("seat 4")), "a result stays")
    #expect(work.begun.count == 3)
  }

  @Test func `an owner sees only its own jobs, and the same form of another is another job`() async throws {
    try jobs.start(key, of: "ann", Loader(.content("Ann's")))
    while jobs.running > 0 { await Task.yield() }
    #expect(await shown(key, of: "ben") == Self.gone)
    #expect(throws: Failure(.gone, "job-unknown")) { try jobs.retry(key, of: "ben") }
    try jobs.start(key, of: "ben", Loader(.content("Ben's")))
    while jobs.running > 0 { await Task.yield() }
    #expect(await shown(key) == .success(.content("Ann's")))
    #expect(await shown(key, of: "ben") == .success(.content("Ben's")))
  }

  @Test func `a page waits no longer than the limit, and then says that the work is still running`() async throws {
    try jobs.start(key, of: "ann", work)
    let page = Task { await shown(key) }
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(25))
    #expect(await page.value == .success(.other(.stillRunning)))
    #expect(jobs.running == 1)
    work.end(.success(.content("seat 4")))
    while jobs.running > 0 { await Task.yield() }
    #expect(await shown(key) == .success(.content("seat 4")))
  }

  @Test func `an owner has a limited number of jobs: the oldest result goes, running work never`() async throws {
    try jobs.start(key(1), of: "ann", Loader(.content("one")))
    while jobs.running > 0 { await Task.yield() }
    try jobs.start(key(2), of: "ann", work)
    try jobs.start(key(3), of: "ann", work)
    #expect(await shown(key(1)) == Self.gone)
    #expect(throws: Failure(.unavailable, "too-many-jobs", retry: .after(.seconds(5)))) {
      try jobs.start(key(4), of: "ann", work)
    }
    try jobs.start(key(4), of: "ben", work)
    #expect(jobs.running == 3)
  }

  @Test func `the number of running jobs is limited for all owners together`() async throws {
    let jobs = Jobs<String, String>(limit: 1, clock: clock)
    try jobs.start(key, of: "ann", work)
    #expect(throws: Failure(.unavailable, "too-many-jobs", retry: .after(.seconds(5)))) {
      try jobs.start(key, of: "ben", work)
    }
    await work.begun.reaches(1)
    work.end(.success(.content("seat 4")))
    while jobs.running > 0 { await Task.yield() }
    try jobs.start(key, of: "ben", work)
  }

  @Test func `results are dropped after their time`() async throws {
    try jobs.start(key, of: "ann", Loader(.content("seat 4")))
    while jobs.running > 0 { await Task.yield() }
    clock.advance(by: .seconds(59))
    #expect(await shown(key) == .success(.content("seat 4")))
    clock.advance(by: .seconds(1))
    #expect(await shown(key) == Self.gone)
  }

  @Test func `the progress of the work reaches the page`() async throws {
    try jobs.start(key, of: "ann", work)
    await work.begun.reaches(1)
    let told = Tally()
    let page = Task { try await jobs.content(of: key, of: "ann").load { if $0.name == "sending" { told.increment() } } }
    await clock.waitForSleepers(1)
    work.progress("sending")
    await told.reaches(1)
    work.end(.success(.content("seat 4")))
    #expect(try await page.value == .content("seat 4"))
  }
}
