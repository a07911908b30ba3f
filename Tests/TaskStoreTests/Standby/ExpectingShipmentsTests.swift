import Foundation
import Testing

@testable import TaskStore

struct ExpectingShipmentsTests {
  private static let start = Date(timeIntervalSince1970: 1_772_357_400)

  @Test func `a standby that gets nothing for a minute is a warning until it does`() async throws {
    try await withFolder { folder in
      let clock = SetClock(Self.start)
      var settings = TaskStore.Settings()
      settings.healthAge = .zero
      let store = try TaskStore.open(at: folder + "/x.sqlite", settings: settings, now: { clock.now })
      #expect(store.shipments == nil)
      store.expectShipments(every: .seconds(10))
      #expect(store.shipments == ShipmentStatus(last: nil, age: nil))
      clock.now = Self.start.addingTimeInterval(60)
      #expect(await store.health() == [])
      clock.now = Self.start.addingTimeInterval(61)
      #expect(await store.health() == [.standbyBehind])
      #expect(HealthProblem.standbyBehind.isWarning)
      try FileManager.default.createDirectory(atPath: folder + "/shared", withIntermediateDirectories: false)
      _ = try await StandbyShipper(store, into: folder + "/shared").ship()
      #expect(await store.health() == [])
      clock.now = clock.now.addingTimeInterval(20)
      #expect(store.shipments?.age == .seconds(20))
      try store.close()
    }
  }
}
