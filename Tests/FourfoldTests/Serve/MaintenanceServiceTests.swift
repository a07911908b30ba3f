import Foundation
import Logging
import TaskStore
import Tasks
import Testing

@testable import fourfold

struct MaintenanceServiceTests {
  @Test func `expired sessions are ended at the start`() async throws {
    let world = try CommandWorld()
    _ = try await world.account("add", "Ana", input: "correct horse\n")
    let digest = Data(repeating: 1, count: 32)
    let past = try TaskStore.open(at: world.database, now: { Date(timeIntervalSinceNow: -31 * 86_400) })
    let ana = try #require(try await past.accounts().first?.account.id)
    try await past.beginSession(digest: digest, for: ana, agent: "", replacing: nil)
    try await world.withStore { store in
      let upkeep = Task { try await MaintenanceService(store: store, logger: Logger(label: "test")).run() }
      // The clock of this store is in the past, so this lookup does not end the session itself.
      while try await past.session(digest: digest)?.session.ended == nil { try await Task.sleep(for: .milliseconds(5)) }
      upkeep.cancel()
      try await upkeep.value
    }
    #expect(try await past.session(digest: digest)?.session.ended == .idle)
    try past.close()
  }

  @Test func `shutting down during maintenance logs nothing`() async throws {
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
  func `only a failure that lasts is logged as a warning`(error: StoreError, level: Logger.Level?) {
    #expect(MaintenanceService.level(of: error) == level)
  }
}
