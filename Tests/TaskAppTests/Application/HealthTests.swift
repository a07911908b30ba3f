import HTTPTypes
import TaskStore
import Testing

@testable import TaskApp

struct HealthTests {
  @Test func `health is ok while the database answers, and 503 when it does not`() async throws {
    try await TemporaryFolder.with { folder in
      let world = try await folder.world()
      let well = try await world.get("/health")
      #expect(well.status == .ok && well.body == "ok\n")
      try world.store.close()
      let ill = try await world.get("/health")
      #expect(ill.status == .serviceUnavailable)
      #expect(ill.headers[.cacheControl] == "no-store")
    }
  }
}
