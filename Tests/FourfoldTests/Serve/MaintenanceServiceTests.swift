import Foundation
import Logging
import TaskStore
import Tasks
import Testing

@testable import fourfold

struct MaintenanceServiceTests {
  @Test func `sessions whose time is over are ended at the start`() async throws {
    let world = try CommandWorld()
    _ = try await world.account("add", "Ana", input: "correct horse\n")
    let digest = Data(repeating: 1, count: 32)
    let past = try TaskStore.open(at: world.database, now: { Date(timeIntervalSinceNow: -31 * 86_400) })
    let ana = try #require(try await past.accounts().first?.account.id)
    try await past.beginSession(digest: digest, for: ana, agent: "", replacing: nil)
    try await world.withStore { store in
      let upkeep = Task { try await MaintenanceService(store: store, logger: Logger(label: "test")).run() }
      // Its own clock stands still, so that it cannot be the one that ends it.
      while try await past.session(digest: digest)?.session.ended == nil { try await Task.sleep(for: .milliseconds(5)) }
      upkeep.cancel()
      try await upkeep.value
    }
    #expect(try await past.session(digest: digest)?.session.ended == .idle)
    try past.close()
  }

  @Test func `a process that ends during the upkeep tells nothing of it`() async throws {
    let world = try CommandWorld()
    let log = try LogFile()
    try await world.withStore { store in
      let upkeep = MaintenanceService(store: store, logger: log.logger())
      try await Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await upkeep.run()
      }.value
      try store.close()
      let closed = Task { try await upkeep.run() }
      try await Task.sleep(for: .milliseconds(50))
      closed.cancel()
      try await closed.value
    }
    #expect(try log.text() == "")
  }

  @Test(
    arguments: [
      (.cancelled, nil), (.unavailable(.closed, .reading), nil), (.unavailable(.busy, .writing), .info),
      (.unavailable(.tooManyReaders, .reading), .info), (.unavailable(.readOnly, .writing), .warning),
      (.internal("x"), .warning),
    ] as [(StoreError, Logger.Level?)])
  func `what was put off is no error`(error: StoreError, level: Logger.Level?) {
    #expect(MaintenanceService.level(of: error) == level)
  }
}
