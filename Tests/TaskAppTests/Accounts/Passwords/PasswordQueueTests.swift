import StatePagesTesting
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
      await #expect(throws: PasswordHasher.FailedAction.busy) { try await hasher.hash(bytes: [8]) }
      await #expect(throws: PasswordHasher.FailedAction.busy) { try await hasher.verify(bytes: [8], against: nil) }
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
    await #expect(throws: PasswordHasher.FailedAction.cancelled) { try await second.value }
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
    await #expect(throws: PasswordHasher.FailedAction.cancelled) { try await task.value }
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
