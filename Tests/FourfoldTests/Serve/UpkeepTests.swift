import Foundation
import Logging
import TaskStore
import Tasks
import Testing

@testable import fourfold

struct UpkeepTests {
  @Test func `sessions whose time is over are ended at the start`() async throws {
    let world = try CommandWorld()
    _ = try await world.account("add", "Ana", input: "correct horse\n")
    let digest = Data(repeating: 1, count: 32)
    let past = try TaskStore.open(at: world.database, now: { Date(timeIntervalSinceNow: -31 * 86_400) })
    let ana = try #require(try await past.accounts().first?.account.id)
    try await past.beginSession(digest: digest, for: ana, agent: "", replacing: nil)
    try await world.withStore { store in
      let upkeep = Task { try await Upkeep(store: store, logger: Logger(label: "test")).run() }
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
      let upkeep = Upkeep(store: store, logger: log.logger(), checkDelay: .zero)
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

  @Test func `damage is told as what is critical`() async throws {
    let world = try CommandWorld()
    let log = try LogFile()
    try await world.withStore { store in
      let account = try await store.addAccount(Username(validating: "Ana"), password: "record").id
      let first = Submission(path: "/1", version: nil, fields: [])
      let list = try await store.createList(ListName(validating: "A"), submission: first, for: account).list
      let drafts = try (0..<500).map { try TaskDraft(validating: TaskInput(title: "task number \($0)")) }
      let second = Submission(path: "/2", version: nil, fields: [])
      try await store.addTasks(drafts, to: list, submission: second, for: account)
    }
    let file = URL(filePath: world.database)
    var bytes = try Data(contentsOf: file)
    // One that holds tasks: what is read to open the file stays whole.
    let page = try #require(bytes.range(of: Data("task number 250".utf8))).lowerBound / 4096 * 4096
    bytes.replaceSubrange(page..<(page + 4096), with: Data(repeating: 0xFF, count: 4096))
    try bytes.write(to: file)
    try await world.withStore { store in
      let upkeep = Task { try await Upkeep(store: store, logger: log.logger(), checkDelay: .zero).run() }
      try await eventually { try log.text().contains("the database is damaged") }
      upkeep.cancel()
      try await upkeep.value
    }
    let found = try log.objects().filter { $0["message"] as? String == "the database is damaged" }
    #expect(found.allSatisfy { $0["level"] as? String == "critical" })
  }

  @Test(
    arguments: [
      (.cancelled, nil), (.unavailable(.closed), nil), (.unavailable(.busy), .info),
      (.unavailable(.tooManyReaders), .info), (.unavailable(.readOnly), .warning), (.internal("x"), .warning),
    ] as [(StoreError, Logger.Level?)])
  func `what was put off is no error`(error: StoreError, level: Logger.Level?) {
    #expect(Upkeep.level(of: error) == level)
  }
}
