import Foundation
import GRDB
import Synchronization
import Tasks
import Testing

@testable import TaskStore

struct ReadingTests {
  @Test(.timeLimit(.minutes(20)), arguments: [false, true])
  func `a read sees every write that has returned`(inMemory: Bool) async throws {
    try await withFolder { folder in
      let store = try inMemory ? TaskStore.inMemory() : TaskStore.open(at: folder + "/x.sqlite")
      let account = store.localAccount
      let list = try await store[account].createList(ListName(validating: "A"), submission: .fresh()).list
      let progress = Progress()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<4 {
          group.addTask {
            while !progress.isOver.load(ordering: .relaxed), !_Concurrency.Task.isCancelled {
              let least = progress.written.load(ordering: .acquiring)
              let header = try await store[account].listHeader(list, now: .first)
              #expect(header.list.open >= least)
              #expect(try await store[account].lists().first?.open ?? 0 >= header.list.open)
            }
          }
        }
        group.addTask {
          // Also if a write fails, because the readers would never end.
          defer { progress.isOver.store(true, ordering: .relaxed) }
          for count in 1...100 {
            try await store[account].addTasks([draft("\(count)")], to: list, submission: .fresh())
            progress.written.store(count, ordering: .releasing)
            await _Concurrency.Task.yield()
          }
        }
        try await group.waitForAll()
      }
      #expect(try await store[account].list(list).open == 100)
      try store.close()
    }
  }
}

private final class Progress: Sendable {
  let written = Atomic<Int>(0)
  let isOver = Atomic<Bool>(false)
}
