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
    await page.shows("The import goes on even if you leave this page.")
    await page.leave()
    // A reader who comes back sees the same import.
    let back = Streamed(world, try #require(started.location))
    await back.shows("data-placeholder-for=\"import\"")
    turn.release()
    let (status, end) = try await back.end()
    #expect(status == .ok)
    #expect(end.state("import") == "content")
    #expect(back.text.contains("of 1,000 tasks"))
    #expect(try await world.mine.lists().map(\.open) == [0, 1_000])
  }

  @Test func `a client that can't wait longer is told, and looks again`() async throws {
    let clock = ManualClock()
    var settings = TaskApp.Settings.test
    // Only the wait for the import ends.
    settings.patience = .init(
      grace: .seconds(90_000), minimum: .zero, deadline: .seconds(90_000), silence: .seconds(90_000))
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
    let steps = ProgressThresholds([0, 10, 20])
    #expect([0, 0, 5, 12, 15, 40, 50].map(steps.reaches) == [true, false, false, true, false, true, false])
  }
}

/// All turns of the write queue, so that no write begins.
private struct HeldWrites {
  let store: TaskStore

  func release() { for _ in 0..<2 { store.writeQueue.end(nil) } }
}

extension TaskStore {
  fileprivate func holdWrites() async throws -> HeldWrites {
    for _ in 0..<2 { try #require(await writeQueue.begin(nil)) }
    return HeldWrites(store: self)
  }
}
