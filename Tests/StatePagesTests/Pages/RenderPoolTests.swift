import Dispatch
import StatePagesTesting
import StateViews
import Synchronization
import Testing

@testable import StatePages

@Suite(.timeLimit(.minutes(20))) struct RenderPoolTests {
  @Test func `long pages of several readers take turns`() async {
    let renders = RenderPool()
    let (begun, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let order = Order()
    await withCheckedContinuation { done in
      renders.add(for: "Ann") {
        begun.signal()
        gate.wait()
      }
      begun.wait()
      for number in 1...3 { renders.add(for: "Ann") { order.append("Ann \(number)") } }
      for number in 1...2 { renders.add(for: "Ben") { order.append("Ben \(number)") } }
      renders.add(for: "Ann") { done.resume() }
      gate.signal()
    }
    #expect(order.jobs == ["Ann 1", "Ben 1", "Ann 2", "Ben 2", "Ann 3"])
  }

  @Test func `a page is long by its rows to render, or by its markup so far`() {
    let long = Markup(rendered: String(repeating: "a", count: RenderPool.bytes))
    #expect(RenderPool.areLong(rows: [100, 50], rendered: [nil, nil]))
    #expect(RenderPool.areLong(rows: [0, 1], rendered: [long, nil]))
    #expect(!RenderPool.areLong(rows: [0, 149], rendered: [Markup(rendered: "a"), nil]))
  }

  @Test func `while a long page is being rendered, a short one is answered`() async throws {
    let asking = try OnePageApp()
    let gate = DispatchSemaphore(value: 0)
    asking.pages.renderPool.add(for: "somebody else") { gate.wait() }
    let many = (1...RenderPool.rows).map { Note("\($0)") }
    let long = Task { await asking.whole(.notes { Region.notes("notes", Loader(.content(many))) }) }
    let short = await asking.whole(.notes { Region.notes("notes", there("Milk")) })
    #expect(try await short.html().contains("Milk") as Bool)
    gate.signal()
    #expect(try await long.value.html().contains("<li>\(RenderPool.rows)</li>") as Bool)
  }
}

/// The order of events.
private final class Order: Sendable {
  private let done = Mutex<[String]>([])

  var jobs: [String] { done.withLock { $0 } }

  func append(_ job: String) {
    done.withLock { $0.append(job) }
  }
}
