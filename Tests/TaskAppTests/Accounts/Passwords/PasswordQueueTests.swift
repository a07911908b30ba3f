import Dispatch
import Foundation
import StatePages
import StatePagesTesting
import Synchronization
import TestSupport
import Testing

@testable import TaskApp

struct PasswordQueueTests {
  @Test func `at most two hash at a time, six more wait, and the ninth is refused at once`() async throws {
    let hashing = CountedHashing(held: true)
    let hasher = hashing.hasher()
    try await withThrowingTaskGroup { group in
      for number in 0..<8 { group.addTask { try await hasher.hash(bytes: [UInt8(number)]) } }
      await hashing.begun.reaches(2)
      await hasher.waits(6)
      await #expect(throws: HashingRefusal.busy) { try await hasher.hash(bytes: [8]) }
      await #expect(throws: HashingRefusal.busy) { try await hasher.verify(bytes: [8], against: nil) }
      #expect(hashing.begun.count == 2)
      hashing.release(8)
      for try await record in group { #expect(PasswordRecord(record) != nil) }
    }
    #expect(hashing.begun.count == 8)
    #expect(hashing.most == 2)
  }

  @Test func `a cancelled wait leaves nothing behind, and frees its place`() async throws {
    let hashing = CountedHashing(held: true)
    let hasher = hashing.hasher(slots: 1, queue: 1)
    let first = Task { try await hasher.hash(bytes: [1]) }
    await hashing.begun.reaches(1)
    let second = Task { try await hasher.hash(bytes: [2]) }
    await hasher.waits(1)
    second.cancel()
    await #expect(throws: HashingRefusal.cancelled) { try await second.value }
    await hasher.waits(0)
    let third = Task { try await hasher.hash(bytes: [3]) }
    await hasher.waits(1)
    hashing.release(2)
    #expect(PasswordRecord(try await first.value) != nil)
    #expect(PasswordRecord(try await third.value) != nil)
    #expect(hashing.begun.count == 2, "nobody hashes for whoever left")
  }

  @Test func `a request that is already cancelled is refused, though a slot is free`() async throws {
    let hashing = CountedHashing()
    let hasher = hashing.hasher()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await hasher.hash(bytes: [1])
    }
    await #expect(throws: HashingRefusal.cancelled) { try await task.value }
    #expect(hashing.begun.count == 0)
    #expect(PasswordRecord(try await hasher.hash(bytes: [1])) != nil, "the slot is free")
  }

  @Test func `a request that is cancelled while hashing keeps its slot until that ends`() async throws {
    let hashing = CountedHashing(held: true)
    let hasher = hashing.hasher(slots: 1, queue: 1)
    let first = Task { try await hasher.hash(bytes: [1]) }
    await hashing.begun.reaches(1)
    first.cancel()
    let second = Task { try await hasher.hash(bytes: [2]) }
    await hasher.waits(1)
    #expect(hashing.begun.count == 1)
    hashing.release(2)
    #expect(PasswordRecord(try await first.value) != nil)
    #expect(PasswordRecord(try await second.value) != nil)
    #expect(hashing.most == 1)
  }
}

extension PasswordHasher {
  /// Waits until `count` requests wait.
  fileprivate func waits(_ count: Int) async {
    while waiting != count { await Task.yield() }
  }
}

struct HashingQueueTests {
  @Test func `hashing on every core does not block other tasks`() async throws {
    let count = ProcessInfo.processInfo.activeProcessorCount + 1
    let queue = HashingQueue(slots: count, queue: 0)
    let others = Others()
    // Spins instead of sleeping, because a sleeping thread would be replaced.
    let work: @Sendable () -> Bool = {
      others.begun.add(1, ordering: .relaxed)
      let limit = ContinuousClock.now + .seconds(600)
      while !others.wentOn.load(ordering: .relaxed), ContinuousClock.now < limit {}
      return others.wentOn.load(ordering: .relaxed)
    }
    // Of one priority, above that of the other tests: the cores spin until each of these tasks had its turn among all.
    let wentOn = try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<count { group.addTask(priority: .high) { try await queue.run(for: .console, work) } }
      group.addTask(priority: .high) {
        while others.begun.load(ordering: .relaxed) < count { try await Task.sleep(for: .milliseconds(1)) }
        others.wentOn.store(true, ordering: .relaxed)
        return true
      }
      return try await group.reduce(true) { $0 && $1 }
    }
    #expect(wentOn)
  }

  private func client(_ network: String, isKnown: Bool = false) throws -> HashingClient {
    HashingClient(isKnown: isKnown, network: try #require(ClientAddress(network)).network)
  }

  /// Queues clients in order while the only slot is taken, and returns the order in which they are served.
  private func order(_ clients: [(String, HashingClient)], queue places: Int = 32) async throws -> [String] {
    let queue = HashingQueue(slots: 1, queue: places)
    let (gate, served) = (DispatchSemaphore(value: 0), Served())
    let holder = Task { try await queue.run(for: try client("203.0.113.9")) { gate.wait() } }
    while queue.underWay == 0 { await Task.yield() }
    var tasks: [Task<Void, any Error>] = []
    for (index, (name, client)) in clients.enumerated() {
      tasks.append(Task { try await queue.run(for: client) { served.append(name) } })
      while queue.waiting <= index { await Task.yield() }
    }
    gate.signal()
    try await holder.value
    for task in tasks { try await task.value }
    #expect(queue.waiting == 0 && queue.underWay == 0)
    return served.names
  }

  @Test func `networks take turns, however many hashings one of them requests`() async throws {
    let (a, b, c) = (try client("192.0.2.1"), try client("198.51.100.1"), try client("2001:db8::1"))
    #expect(
      try await order([("a1", a), ("a2", a), ("b1", b), ("c1", c), ("b2", b)]) == ["a1", "b1", "c1", "a2", "b2"])
  }

  @Test func `hashings of strangers, running and waiting, delay no known client`() async throws {
    let queue = HashingQueue(slots: 1, queue: 1)
    let gate = DispatchSemaphore(value: 0)
    let strangers = try (0..<2).map { try client("10.0.\($0).1") }
    let first = Task { try await queue.run(for: strangers[0]) { gate.wait() } }
    while queue.underWay == 0 { await Task.yield() }
    let second = Task { try await queue.run(for: strangers[1]) { gate.wait() } }
    while queue.waiting == 0 { await Task.yield() }
    await #expect(throws: HashingRefusal.busy) { try await queue.run(for: try client("10.1.1.1")) {} }
    let known = try client("192.0.2.1", isKnown: true)
    #expect(try await queue.run(for: known) { true })
    for _ in 0..<2 { gate.signal() }
    for task in [first, second] { try await task.value }
    #expect(queue.underWay == 0)
  }
}

/// The state shared by the hashings and the other task.
private final class Others: Sendable {
  let begun = Atomic<Int>(0)
  let wentOn = Atomic<Bool>(false)
}

/// The clients that were served, in order.
private final class Served: Sendable {
  private let model = Mutex<[String]>([])
  var names: [String] { model.withLock { $0 } }
  func append(_ name: String) { model.withLock { $0.append(name) } }
}
