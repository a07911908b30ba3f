import HTTPTypes
import StatePagesTesting
import StateViews
import Synchronization
import Tasks
import Testing

@testable import TaskApp

@Suite(.timeLimit(.minutes(5))) struct AdmissionTests {
  private let clock = ManualClock()

  private var settings: TaskApp.Settings {
    var settings = TaskApp.Settings.test
    settings.limitClock = clock
    settings.requestShare = 0.1
    return settings
  }

  /// Takes all that an account may take at once. The clock stands still, so each request is charged the minimum.
  private func exhaust(_ world: World) async throws {
    for _ in 0..<251 { try await world.app.admissionControl.admit(.account(world.account)).run {} }
  }

  @Test func `a frequent account's page waits while another account uses the server, and arrives`() async throws {
    let world = try await World(settings)
    let ben = try await world.another("Ben")
    #expect(try await ben.get("/lists").status == .ok)
    try await exhaust(world)
    async let page = world.get("/lists")
    await clock.waitForSleepers(1)
    #expect(try await ben.get("/lists").status == .ok, "the other account does not wait")
    clock.advance(by: .milliseconds(100))
    #expect(try await page.status == .ok)
  }

  @Test func `too many waiting requests are refused with the time to wait, and a form keeps its text`() async throws {
    let world = try await World(settings)
    let ben = try await world.another("Ben")
    _ = try await ben.get("/lists")
    try await exhaust(world)
    try await withThrowingTaskGroup { group in
      // Each waits for 10 ms more than the one before.
      for _ in 0..<500 {
        group.addTask { try await world.app.admissionControl.admit(.account(world.account)).run {} }
      }
      await clock.waitForSleepers(500)
      let page = try await world.get("/lists")
      #expect(page.status == .tooManyRequests && page.headers[.retryAfter] == "6")
      #expect(try page.page.state("page") == "failed/too-many-requests")
      let form = try await world.post("/lists", ["name": "Typed before"])
      #expect(form.status == .tooManyRequests && form.words.contains("Typed before"))
      #expect(try await ben.get("/lists").status == .ok)
      group.cancelAll()
    }
  }

  @Test func `a client that disconnects while it waits is not served`() async throws {
    let control = AdmissionControl(share: 0.1, clock: clock)
    try await control.admit(.account(AccountID(2))).run {}
    let ann = RequestThrottle.Client.account(AccountID(1))
    for _ in 0..<251 { try await control.admit(ann).run {} }
    let waiting = Task { try await control.admit(ann) }
    await clock.waitForSleepers(1)
    waiting.cancel()
    await #expect(throws: Failure.self) { _ = try await waiting.value }
  }

  @Test func `without a share nothing waits`() async throws {
    let control = AdmissionControl(share: nil, clock: clock)
    for id in 0..<5_000 { try await control.admit(.account(AccountID(Int64(id % 2)))).run {} }
    #expect(clock.sleepers == 0)
  }
}
