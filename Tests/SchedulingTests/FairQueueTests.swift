import Synchronization
import TestSupport
import Testing

@testable import Scheduling

@Suite(.timeLimit(.minutes(20))) struct FairQueueTests {
  @Test func `owners take turns, however much one of them has queued`() async throws {
    let queue = FairQueue<String>(1)
    let served = Served()
    #expect(await queue.begin("Ann"))
    await withTaskGroup(of: Void.self) { group in
      for (count, owner) in ["Ann", "Ann", "Ann", "Ben", "Ben", "Ben", "Carla"].enumerated() {
        group.addTask {
          #expect(await queue.begin(owner))
          served.owners.withLock { $0.append(owner) }
          queue.end(owner)
        }
        await until { queue.load.waiting > count }
      }
      queue.end("Ann")
    }
    #expect(served.owners.withLock { $0 } == ["Ann", "Ben", "Carla", "Ann", "Ben", "Ann", "Ben"])
    #expect(queue.load == (0, 0))
  }

  @Test func `an owner never holds all turns, and waits while one is free for others`() async {
    let queue = FairQueue<String>(3, share: 2)
    #expect(queue.beginNow("Ann") && queue.beginNow("Ann") && !queue.beginNow("Ann"))
    let third = Task { await queue.begin("Ann") }
    await until { queue.load.waiting == 1 }
    #expect(queue.beginNow("Ben"))
    queue.end("Ben")
    #expect(queue.load.waiting == 1, "the turn that Ben gave back is for others than Ann")
    queue.end("Ann")
    #expect(await third.value)
    queue.end("Ann")
    queue.end("Ann")
    #expect(queue.load.running == 0)
  }

  @Test func `of many, some of them cancelled, nobody is left behind`() async {
    let queue = FairQueue<Int>(2, share: 1)
    await withDiscardingTaskGroup { group in
      for number in 0..<400 {
        group.addTask {
          let task = Task {
            guard await queue.begin(number % 7) else { return }
            await Task.yield()
            queue.end(number % 7)
          }
          if number % 3 == 0 { task.cancel() }
          await task.value
        }
      }
    }
    #expect(queue.load == (0, 0))
  }
}

/// The owners that were served, in order.
private final class Served: Sendable {
  let owners = Mutex<[String]>([])
}
