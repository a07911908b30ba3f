import StatePagesTesting
import Synchronization
import TestSupport
import Testing

@testable import TaskApp

@Suite(.timeLimit(.minutes(20))) struct FairSemaphoreTests {
  let slots = FairSemaphore<String>(2, share: 2)
  let works = Works()

  @Test func `no more work runs than there are permits`() async {
    let tasks = (0..<5).map { number in Task { await work("Ann", number) } }
    await works.begun.reaches(2)
    await until { slots.load == (2, 3) }
    #expect(works.running == 2)
    for number in 0..<5 { works.end(number) }
    for task in tasks { #expect(await task.value == true) }
    #expect(works.most == 2)
    #expect(slots.load == (0, 0))
  }

  @Test func `another owner's first work runs before the rest of one owner's`() async {
    let many = (0..<6).map { number in Task { await work("Ann", number) } }
    await until { slots.load == (2, 4) }
    let other = Task { await work("Bob", 10) }
    await until { slots.load == (2, 5) }
    let first = works.order.first ?? 0
    works.end(first)
    await works.begun.reaches(3)
    #expect(works.order.last == 10)
    for number in 0..<11 { works.end(number) }
    for task in many { #expect(await task.value == true) }
    #expect(await other.value == true)
  }

  @Test func `an owner's work never holds all permits, and waits while one is free for others`() async {
    let slots = FairSemaphore<String>(4, share: 3)
    let many = (0..<8).map { number in
      Task { await slots.run(for: "Ann", within: .seconds(600)) { await works.run(number) } }
    }
    await until { slots.load == (3, 5) }
    let other = Task { await slots.run(for: "Bob", within: .zero) { await works.run(10) } }
    await works.begun.reaches(4)
    #expect(works.order.last == 10)
    works.end(10)
    await other.value
    #expect(slots.load == (3, 5), "the permit that Bob gave back is for others than Ann")
    for number in 0..<8 { works.end(number) }
    for task in many { await task.value }
    #expect(works.most == 4 && slots.load == (0, 0))
  }

  @Test func `work that waits too long is refused, and takes no permit`() async {
    let busy = (0..<2).map { number in Task { await work("Ann", number) } }
    await works.begun.reaches(2)
    #expect(await work("Bob", 2, within: .milliseconds(20)) == nil)
    #expect(slots.load == (2, 0))
    for number in 0..<2 { works.end(number) }
    for task in busy { #expect(await task.value == true) }
    #expect(slots.load == (0, 0))
  }

  @Test func `work that is cancelled while waiting takes no permit`() async {
    let busy = (0..<2).map { number in Task { await work("Ann", number) } }
    await works.begun.reaches(2)
    let waiting = Task { await work("Bob", 2) }
    await until { slots.load == (2, 1) }
    waiting.cancel()
    #expect(await waiting.value == nil)
    for number in 0..<2 { works.end(number) }
    for task in busy { #expect(await task.value == true) }
    #expect(slots.load == (0, 0))
  }

  @Test func `many pieces of work, some of them cancelled, leave nothing behind`() async {
    await withDiscardingTaskGroup { group in
      for number in 0..<400 {
        group.addTask {
          let task = Task { await slots.run(for: "\(number % 7)", within: .seconds(600)) { await Task.yield() } }
          if number % 3 == 0 { task.cancel() }
          await task.value
        }
      }
    }
    #expect(slots.load == (0, 0))
  }

  /// Works until the test ends it; `nil` if it got no permit.
  private func work(_ owner: String, _ number: Int, within patience: Duration = .seconds(600)) async -> Bool? {
    await slots.run(for: owner, within: patience) {
      await works.run(number)
      return true
    }
  }
}

extension FairSemaphore {
  /// Works while holding a permit; `nil` if it got none.
  @discardableResult
  fileprivate func run<Value: Sendable>(
    for owner: Owner, within patience: Duration, _ work: @Sendable () async -> Value
  ) async -> Value? {
    guard let permit = await permit(for: owner, within: patience) else { return nil }
    defer { permit.release() }
    return await work()
  }
}

/// Pieces of work that last until a test ends them.
final class Works: Sendable {
  let begun = Tally()
  private let model = Mutex(Model())

  var running: Int { model.withLock { $0.running } }
  /// The maximum number of concurrent pieces of work.
  var most: Int { model.withLock { $0.most } }
  /// The numbers of those that have begun, in order.
  var order: [Int] { model.withLock { $0.order } }

  func run(_ number: Int) async {
    await withCheckedContinuation { continuation in
      let isOver = model.withLock { model in
        model.order.append(number)
        model.running += 1
        model.most = max(model.most, model.running)
        if model.over.contains(number) { return true }
        model.waiting[number] = continuation
        return false
      }
      if isOver { continuation.resume() }
      begun.increment()
    }
    model.withLock { $0.running -= 1 }
  }

  func end(_ number: Int) {
    let continuation = model.withLock { model in
      model.over.insert(number)
      return model.waiting.removeValue(forKey: number)
    }
    continuation?.resume()
  }

  private struct Model: Sendable {
    var order: [Int] = []
    var running = 0
    var most = 0
    var over: Set<Int> = []
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  }
}
