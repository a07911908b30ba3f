import Foundation
import GRDB
import HTTPTypes
import StatePages
import Synchronization
import TestSupport
import Testing

@testable import TaskApp
@testable import TaskStore

struct HealthTests {
  private static let schema = "schema: \(TaskStore.schema)\n"
  private static let version = "fourfold \(TaskApp.version)\n"

  @Test func `health is 200 while the database answers, and 503 otherwise`() async throws {
    try await TemporaryFolder.with { folder in
      let world = try await folder.world()
      let well = try await world.get("/health")
      let free = try #require(world.store.freeBytes) / 1_000_000
      #expect(well.status == .ok)
      #expect(
        well.body.replacing(/free on the disk: [0-9]+ MB/, with: "free on the disk: \(free) MB")
          == "ok\n" + Self.schema + "free on the disk: \(free) MB\n" + Self.version)
      try world.store.close()
      let ill = try await world.get("/health")
      #expect(ill.status == .serviceUnavailable)
      #expect(ill.headers[.cacheControl] == "no-store")
      #expect(ill.body.contains("the database can't be read: it is closed\n"))
    }
  }

  @Test func `damage found by a request is reported until the file is checked`() async throws {
    let world = try await World()
    await #expect(throws: StoreError.self) {
      try await world.store.read { _ in throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
    }
    let ill = try await world.get("/health")
    #expect(ill.status == .serviceUnavailable)
    #expect(ill.body == "the database is damaged: see the log\n" + Self.schema + Self.version)
  }

  @Test func `a moved file is reported without its path`() async throws {
    try await TemporaryFolder.with { folder in
      let world = try await folder.world()
      try FileManager.default.moveItem(atPath: folder.path + "/lists.sqlite", toPath: folder.path + "/aside")
      let ill = try await world.get("/health")
      #expect(ill.status == .serviceUnavailable)
      #expect(ill.body.hasPrefix("the database file was moved or deleted\n" + Self.schema))
      try world.store.close()
    }
  }

  @Test func `little disk space is a warning, and none is unhealthy`() async throws {
    try await TemporaryFolder.with { folder in
      let world = try await folder.world(freeBytes: 20 << 20)
      let short = try await world.get("/health")
      #expect(short.status == .ok)
      #expect(
        short.body == "ok\nwarning: the disk has only 20 MB of room left\n" + Self.schema + "free on the disk: 20 MB\n"
          + Self.version)
      try world.store.close()
    }
    try await TemporaryFolder.with { folder in
      let world = try await folder.world(freeBytes: 1_000)
      let full = try await world.get("/health")
      #expect(full.status == .serviceUnavailable)
      #expect(full.body == "the disk has no room left\n" + Self.schema + "free on the disk: 0 MB\n" + Self.version)
      try world.store.close()
    }
  }

  @Test func `the last backup's age is told to monitors on this machine only, as a warning when overdue`()
    async throws
  {
    var world = try await World()
    (world.host, world.peer) = ("localhost", "127.0.0.1")
    world.store.expectBackups(every: .seconds(3_600), in: "/nowhere")
    #expect(try await world.get("/health").body == "ok\n" + Self.schema + "last backup: none\n" + Self.version)
    let hourAgo = world.store.now().addingTimeInterval(-3_700)
    world.store.healthRecord.withLock { $0.backups?.last = hourAgo }
    let local = try await world.get("/health")
    #expect(
      local.body == "ok\n" + Self.schema + "last backup: \(hourAgo.formatted(.iso8601)), 61 min ago\n" + Self.version)
    let longAgo = world.store.now().addingTimeInterval(-7_300)
    world.store.healthRecord.withLock { $0.backups?.last = longAgo }
    try await Task.sleep(for: world.store.settings.healthAge)
    let overdue = try await world.get("/health")
    #expect(overdue.status == .ok)
    #expect(overdue.body.hasPrefix("ok\nwarning: the last backup is too old: see the log\n" + Self.schema))
  }

  @Test func `a local monitor gets a response under any host, others do not`() async throws {
    var world = try await World()
    world.host = "fourfold.internal.example"
    world.peer = "127.0.0.1"
    #expect(try await world.get("/health").body == "ok\n", "a proxy may have asked")
    #expect(try await world.get("/lists").status == .misdirectedRequest)
    world.peer = "192.0.2.1"
    #expect(try await world.get("/health").status == .misdirectedRequest)
  }

  @Test func `this machine learns it also where a trusted proxy runs on it, and the proxy's clients do not`()
    async throws
  {
    var settings = TaskApp.Settings.test
    settings.site.proxies = try TrustedProxies(parsing: "127.0.0.1")
    var world = try await World(settings)
    (world.host, world.peer) = ("127.0.0.1:8080", "127.0.0.1")
    #expect(try await world.get("/health").body == "ok\n" + Self.schema + Self.version)
    for name in ["X-Forwarded-For", "X-Forwarded-Proto", "Via"] {
      let forwarded: HTTPFields = [try #require(HTTPField.Name(name)): "127.0.0.1"]
      #expect(try await world.get("/health", forwarded).body == "ok\n", "\(name)")
    }
  }

  @Test func `others learn only whether all is well`() async throws {
    var world = try await World()
    (world.host, world.peer) = ("192.0.2.1", "192.0.2.7")
    world.store.expectBackups(every: .seconds(3_600), in: "/nowhere")
    let longAgo = world.store.now().addingTimeInterval(-7_300)
    world.store.healthRecord.withLock { $0.backups?.last = longAgo }
    #expect(try await world.get("/health").body == "ok\n")
    await #expect(throws: StoreError.self) {
      try await world.store.read { _ in throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
    }
    try await Task.sleep(for: world.store.settings.healthAge)
    let ill = try await world.get("/health")
    #expect(ill.status == .serviceUnavailable)
    #expect(ill.body == "unavailable\n")
  }

  @Test func `what was seen of a marked request is told to this machine only`() async throws {
    var world = try await World()
    let mark = String(repeating: "0a", count: 16)
    (world.host, world.peer) = ("192.0.2.1:8080", "192.0.2.7")
    let forwarded: HTTPFields = [try #require(HTTPField.Name("X-Forwarded-For")): "203.0.113.5"]
    #expect(try await world.get("/health?mark=\(mark)", forwarded).body == "ok\n")
    #expect(try await world.get("/health?marked=\(mark)").body == "ok\n")
    (world.host, world.peer) = ("localhost", "127.0.0.1")
    #expect(
      try await world.get("/health?marked=\(mark)").body == """
        ok
        \(Self.schema)marked: peer=192.0.2.7 trusted=false client=192.0.2.7 scheme=http host=192.0.2.1:8080 \
        headers=X-Forwarded-For
        \(Self.version)
        """)
    for other in ["", "x", String(repeating: "0b", count: 16)] {
      #expect(try await !world.get("/health?marked=\(other)").body.contains("marked"))
    }
    // The oldest are forgotten, so that no one fills the memory.
    for number in 0..<8 { _ = try await world.get("/health?mark=\(String(repeating: "\(number)", count: 32))") }
    #expect(try await !world.get("/health?marked=\(mark)").body.contains("marked"))
  }
}
