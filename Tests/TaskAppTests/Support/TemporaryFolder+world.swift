import Foundation
import StatePages
import StatePagesTesting
import TestSupport
import Testing

@testable import TaskApp
@testable import TaskStore

extension TemporaryFolder {
  /// The app over a database in the folder. A write waits for its turn however busy the machine is, and its health is never
  /// cached.
  /// - Parameters:
  ///   - freeBytes: The free space on the disk.
  ///   - readClock: The clock of a time limit of one second for reads; by default they have none.
  func world(
    _ settings: TaskApp.Settings = .test, freeBytes: UInt64 = 1 << 40,
    readClock: ManualClock? = nil, below basePath: BasePath = .root
  ) async throws -> World {
    let time = HeldTime()
    var opening = TaskStore.Settings.patient
    opening.healthAge = .zero
    if let readClock { (opening.readLimit, opening.clock) = (.seconds(1), readClock) }
    opening.freeBytes = { _ in freeBytes }
    return try await World(
      over: TaskStore.open(at: "\(path)/lists.sqlite", settings: opening, now: { time.now }), settings, at: time,
      below: basePath)
  }

  /// The same world with its store closed and opened again, so that a write gives up after a tenth of a second.
  func impatient(_ world: World) throws -> World {
    try world.store.close()
    var opening = TaskStore.Settings()
    opening.busyTimeout = 0.1
    let time = world.time
    return try world.over(TaskStore.open(at: "\(path)/lists.sqlite", settings: opening, now: { time.now }))
  }
}
