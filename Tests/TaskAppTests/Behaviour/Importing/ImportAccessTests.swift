import HTTPTypes
import Hummingbird
import NIOCore
import Scheduling
import StatePages
import StatePagesTesting
import StateViews
import Tasks
import Testing

@testable import TaskApp
@testable import TaskStore

/// Who may upload, and who sees an uploaded file and its import.
final class ImportAccessTests: WorldTests {
  @Test func `another account's file and import are not found`() async throws {
    let stranger = try await Stranger(in: world)
    let uploaded = try await world.upload(ImportingTests.board)
    let address = try #require(uploaded.location)
    let other = world.showing(stranger.cookie)
    func check(_ answer: Answer) throws {
      #expect(answer.status == .notFound)
      #expect(try answer.page.state("page") == "failed/import-gone")
      #expect(!answer.body.contains("Kitchen"))
    }
    func checkAll() async throws {
      for path in ["", "/result"] { try check(try await other.get(address + path)) }
      for path in ["", "/retry"] { try check(try await other.post(address + path)) }
    }
    try await checkAll()
    let result = try await world.importing(world.get(address))
    #expect(try result.page.state("import") == "content")
    try await checkAll()
    #expect(try await world.store[stranger.account].lists().count == 2, "its own ones")
  }

  @Test func `each account has its own file, and a new one replaces it`() async throws {
    let stranger = try await Stranger(in: world)
    let first = try #require(try await world.upload("- [ ] one").location)
    let theirs = try #require(try await world.showing(stranger.cookie).upload("- [ ] theirs").location)
    let second = try #require(try await world.upload("- [ ] two").location)
    #expect(try await world.get(first).status == .notFound)
    #expect(try await world.get(second).status == .ok)
    #expect(try await world.showing(stranger.cookie).get(theirs).status == .ok)
    #expect(world.app.imports.uploads.count == 2)
  }

  @Test func `a file is there for an hour after it was last used`() async throws {
    let clock = ManualClock()
    let world = try await World(clock: clock)
    let address = try #require(try await world.upload("- [ ] one").location)
    clock.advance(by: .seconds(3_599))
    #expect(try await world.get(address).status == .ok)
    clock.advance(by: .seconds(1))
    let gone = try await world.get(address)
    #expect(gone.status == .notFound && gone.words.contains("kept for an hour"))
    #expect(try gone.page.first { $0["href"] == "/import" } != nil)
    #expect(world.app.imports.uploads.count == 0)
  }

  @Test func `signing out in the middle keeps the file for the account, and for nobody else`() async throws {
    let address = try #require(try await world.upload("# Secret\n- [ ] one").location)
    _ = try await world.post("/sign-out")
    let gate = try await world.get(address)
    #expect(gate.status == .unauthorized && !gate.body.contains("Secret"))
    #expect(try gate.page.value(of: "next") == address)
    let back = try await world.post("/sign-in", ["username": "Ann", "password": World.password, "next": address])
    #expect(back.location == address)
    #expect(try await world.showing(back.cookie).get(address).page.state("preview") == "content")
  }

  @Test func `a removed account's file is deleted`() async throws {
    _ = try await world.upload("- [ ] one")
    _ = try await world.post("/settings/remove", ["password": World.password])
    #expect(world.app.imports.uploads.count == 0)
  }

  @Test(arguments: SignedOutCaller.allCases)
  func `a file of a signed-out client is not kept, and the connection is closed`(caller: SignedOutCaller) async throws {
    let outside = world.showing(try await caller.cookie(in: world))
    let answer = try await outside.upload("- [ ] one")
    #expect(answer.status == .unauthorized)
    #expect(answer.headers[.connection] == "close")
    #expect(answer.words.contains("Your last action was not carried out."))
    #expect(world.app.imports.uploads.count == 0)
  }

  @Test(arguments: ["cross-site", "same-site", "none"])
  func `a file from another site is refused before it is read`(site: String) async throws {
    let answer = try await world.upload("- [ ] one", [.secFetchSite: site])
    #expect(answer.status == .forbidden)
    #expect(try answer.page.state("page") == "failed/forgery")
    let plain = try await world.upload("- [ ] one", [.origin: "http://evil.example"])
    #expect(plain.status == .forbidden)
    #expect(world.app.imports.uploads.count == 0)
    #expect(try await world.upload("- [ ] one", [.origin: "http://localhost"]).status == .seeOther)
  }
}

/// The page of an import that is under way.
struct ImportProgressTests {
  private static let lines = (1...1_000).map { "- [ ] task \($0)" }.joined(separator: "\n")

  @Test func `the page is sent at once, advances while the import runs, and ends with its result`() async throws {
    let world = try await World(.streaming)
    let uploaded = try await world.upload(Self.lines)
    let preview = Streamed(world, try #require(uploaded.location))
    let shown = try await preview.end()
    #expect(shown.page.state("preview") == "content")
    let form = try #require(shown.page.forms.first { $0.action.hasPrefix("/import/") })
    // The write queue is held, so the import waits at its first step.
    let turn = try await world.store.holdWrites()
    let started = try await world.press(form)
    #expect(started.status == .seeOther, "it does not wait for the import")
    let page = Streamed(world, try #require(started.location))
    await page.shows("The import goes on if you leave this page.")
    await page.leave()
    // A reader who comes back sees the same import.
    let back = Streamed(world, try #require(started.location))
    await back.shows("data-placeholder-for=\"import\"")
    turn.release()
    let (status, end) = try await back.end()
    #expect(status == .ok)
    #expect(end.state("import") == "content")
    #expect(back.text.contains("of 1,000 tasks"))
    #expect(try await world.mine.lists().map(\.open) == [1_000])
  }

  @Test func `a client that can't wait longer is told, and looks again`() async throws {
    let clock = ManualClock()
    var settings = TaskApp.Settings.test
    // Only the wait for the import ends.
    settings.patience = .init(grace: .seconds(90_000), deadline: .seconds(90_000), silence: .seconds(90_000))
    let world = try await World(settings, clock: clock)
    let preview = try await world.preview(Self.lines)
    let turn = try await world.store.holdWrites()
    let started = try await world.press(preview.page.forms.first { $0.action.hasPrefix("/import/") })
    let address = try #require(started.location)
    let isOver = Flag()
    let waiting = Task {
      defer { isOver.set() }
      return try await world.get(address)
    }
    // As long as the file is kept.
    for _ in 0..<3_000 where !isOver.isSet {
      clock.advance(by: .seconds(1))
      try await Task.sleep(for: .milliseconds(20))
    }
    let answer = try await waiting.value
    #expect(answer.status == .ok)
    #expect(try answer.page.state("import") == "other/still-running")
    #expect(try answer.page.region("import")?.first { $0["href"] == address } != nil)
    turn.release()
    #expect(try await world.page(address).state("import") == "content")
  }

  @Test func `steps of a progress are told once each`() {
    let steps = ProgressSteps([0, 10, 20])
    #expect([0, 0, 5, 12, 15, 40, 50].map(steps.reaches) == [true, false, false, true, false, true, false])
  }
}

/// All turns of the write queue, so that no write begins.
private struct HeldWrites {
  let turns: [WriteTurn]

  func release() { for turn in turns { turn.end() } }
}

extension TaskStore {
  fileprivate func holdWrites() async throws -> HeldWrites {
    HeldWrites(turns: [try await WriteTurn(in: writeQueue, of: nil), try await WriteTurn(in: writeQueue, of: nil)])
  }
}
