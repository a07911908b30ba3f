import Foundation
import Logging
import TaskStore
import Tasks
import Testing

@testable import fourfold

struct FileMonitorServiceTests {
  @Test func `damage is logged as critical`() async throws {
    let world = try CommandWorld()
    let log = try LogFile()
    try await world.withStore { store in
      let account = try await store.addAccount(Username(validating: "Ana"), password: "record").id
      let first = SubmissionID(high: 0, low: 1)
      let list = try await store[account].createList(ListName(validating: "A"), submission: first).list
      let drafts = try (0..<500).map { try TaskDraft(validating: TaskInput(title: "task number \($0)")) }
      let second = SubmissionID(high: 0, low: 2)
      try await store[account].addTasks(drafts, to: list, submission: second)
    }
    let file = URL(filePath: world.database)
    var bytes = try Data(contentsOf: file)
    // A page that holds tasks: the pages that are read to open the file stay intact.
    let page = try #require(bytes.range(of: Data("task number 250".utf8))).lowerBound / 4096 * 4096
    bytes.replaceSubrange(page..<(page + 4096), with: Data(repeating: 0xFF, count: 4096))
    try bytes.write(to: file)
    try await world.withStore { store in
      let upkeep = Task { try await FileMonitorService(store: store, logger: log.logger(), delay: .zero).run() }
      try await eventually { try log.text().contains("the database is damaged") }
      #expect(await store.health() == [.damaged], "it is remembered")
      upkeep.cancel()
      try await upkeep.value
    }
    let found = try log.objects().filter { ($0["message"] as? String)?.contains("damaged") == true }
    #expect(found.allSatisfy { $0["level"] as? String == "critical" })
  }

  @Test func `moving, replacing and restoring the file are each reported once`() async throws {
    let world = try CommandWorld()
    let log = try LogFile()
    let (path, aside) = (world.database, world.database + ".aside")
    try await world.withStore { store in
      let upkeep = Task {
        try await FileMonitorService(
          store: store, logger: log.logger(), delay: .seconds(3_600), pause: .milliseconds(1)
        ).run()
      }
      try FileManager.default.moveItem(atPath: path, toPath: aside)
      try await eventually { try log.text().contains("moved or deleted") }
      try Data("another".utf8).write(to: URL(filePath: path))
      try await eventually { try log.text().contains("another file stands") }
      try FileManager.default.removeItem(atPath: path)
      try FileManager.default.moveItem(atPath: aside, toPath: path)
      try await eventually { try log.text().contains("back in its place") }
      upkeep.cancel()
      try await upkeep.value
    }
    let levels = try log.objects().compactMap { $0["level"] as? String }
    #expect(levels.filter { $0 == "critical" }.count <= 3 && levels.filter { $0 == "notice" }.count == 1, "\(levels)")
    #expect(try !log.text().contains(world.database), "no path")
  }

  @Test(arguments: [
    (hour: 3, wait: 3.0), (hour: 0, wait: 24.0), (hour: 23, wait: 23.0),
  ])
  func `the file is checked again at the configured hour`(hour: Int, wait: Double) async throws {
    let midnight = Date(timeIntervalSince1970: 1_772_323_200)
    try await CommandWorld().withStore { store in
      let zone = try #require(TimeZone(identifier: "GMT"))
      var upkeep = FileMonitorService(
        store: store, logger: Logger(label: "test"), hour: hour, zone: zone, now: { midnight })
      #expect(upkeep.waitForNextCheck() == .seconds(wait * 3_600))
      upkeep.hour = nil
      #expect(upkeep.waitForNextCheck() == nil)
    }
  }
}
