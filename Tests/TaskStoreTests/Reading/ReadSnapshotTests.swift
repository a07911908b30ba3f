import Foundation
import Synchronization
import Tasks
import TestSupport
import Testing

@testable import TaskStore

/// What a task reads within one transaction.
struct ReadSnapshotTests {
  private static func with(_ body: @Sendable (TaskStore, AccountStore<StoreError>) async throws -> Void) async throws {
    try await TemporaryFolder.with { folder in
      let store = try TaskStore.open(at: "\(folder.path)/lists.sqlite")
      try await body(store, store[store.localAccount])
      try store.close()
    }
  }

  /// Adds a list, and blocks the thread until it is on the disk.
  private static func add(to store: TaskStore) {
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      _ = try? await store[store.localAccount].createList(ListName(stored: "New"), submission: .fresh())
      done.signal()
    }
    done.wait()
  }

  private static func count(_ mine: AccountStore<StoreError>) async -> Int {
    (try? await mine.listsPage(of: 10).paging.total) ?? -1
  }

  @Test func `reads of a task see one state, whatever is written between them`() async throws {
    try await Self.with { store, mine in
      let counts = await store.reading { _ in
        let before = await Self.count(mine)
        Self.add(to: store)
        return [before, await Self.count(mine)]
      }
      #expect(counts == [0, 0])
      #expect(await Self.count(mine) == 1)
    }
  }

  @Test func `loads that it starts on its executor see the same state`() async throws {
    try await Self.with { store, mine in
      let counts = await store.reading { executor in
        var counts = [await Self.count(mine)]
        Self.add(to: store)
        for _ in 1...3 {
          counts.append(await Task.immediate(executorPreference: executor) { await Self.count(mine) }.value)
        }
        return counts
      }
      #expect(counts == [0, 0, 0, 0])
    }
  }

  @Test func `after it has waited for something else it reads what is there then`() async throws {
    try await Self.with { store, mine in
      let counts = await store.reading { _ in
        let before = await Self.count(mine)
        Self.add(to: store)
        try? await Task.sleep(for: .milliseconds(1))
        return [before, await Self.count(mine)]
      }
      #expect(counts == [0, 1])
    }
  }

  @Test func `a write within it is made, and read afterwards`() async throws {
    try await Self.with { store, mine in
      let counts = await store.reading { _ in
        let before = await Self.count(mine)
        _ = try? await mine.createList(ListName(stored: "New"), submission: .fresh())
        return [before, await Self.count(mine)]
      }
      #expect(counts == [0, 1])
    }
  }

  @Test func `an error is that of the read alone`() async throws {
    try await Self.with { store, mine in
      let (error, count) =
        await store.reading { _ in
          var met: StoreError?
          do throws(StoreError) { _ = try await mine.list(ListID(99)) } catch { met = error }
          return (met, await Self.count(mine))
        } ?? (nil, -1)
      guard case .notFound = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(count == 0)
    }
  }

  @Test func `a closed store answers as without it`() async throws {
    try await Self.with { store, mine in
      try store.close()
      #expect(await store.reading { _ in await Self.count(mine) } == -1)
    }
  }
}
