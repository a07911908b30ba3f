import Foundation
import GRDB
import Synchronization
import Tasks
import Testing

@testable import TaskStore

struct QueryCacheTests {
  @Test func `a result is cached as long as its version is current`() {
    let answers = QueryCache<String, Int>(limit: 9)
    #expect(answers.answer(to: "a", at: 1) == nil)
    answers.keep(1, to: "a", at: 1)
    #expect(answers.answer(to: "a", at: 1) == 1)
    #expect(answers.answer(to: "b", at: 1) == nil)
    #expect(answers.answer(to: "a", at: 2) == nil)
    answers.keep(2, to: "b", at: 2)
    #expect(answers.answer(to: "a", at: 1) == nil, "a newer answer ends all that is older")
    answers.keep(1, to: "a", at: 1)
    #expect(answers.answer(to: "a", at: 2) == nil)
    #expect(answers.answer(to: "b", at: 2) == 2, "who was slow takes nothing from who was not")
  }

  @Test func `the cache is bounded by the weight of its results`() {
    let answers = QueryCache<Int, Int>(limit: 10) { $0 }
    for question in 0..<1_000 {
      answers.keep(3, to: question, at: 1)
      #expect(answers.heldWeight <= 10)
      #expect(answers.answer(to: question, at: 1) == 3)
    }
    answers.keep(11, to: -1, at: 1)
    #expect(answers.answer(to: -1, at: 1) == nil)
    #expect(answers.heldWeight > 0, "what has no room at all makes none")
    answers.keep(3, to: 999, at: 1)
    #expect(answers.heldWeight <= 3, "an answer that comes twice weighs once")
  }

  @Test func `a repeated read runs no statement`() async throws {
    let asked = try await SearchParameters(Scene())
    for question in asked.questions {
      asked.forgetCounts()
      try await question.ask()
      let first = asked.counts
      try await question.ask()
      #expect(asked.counts == (first.statements, first.hits + 1), "\(question.name)")
    }
  }

  @Test func `a failure is not cached`() async throws {
    let world = try World()
    let missing = ListID(999)
    for _ in 0..<2 {
      await #expect(throws: StoreError.notFound) { try await world.store.list(missing, for: world.account) }
      #expect(try await world.store.session(digest: .digest()) == nil)
    }
    #expect(world.store.memory.hits.load(ordering: .relaxed) == 0)
    #expect(world.store.memory.list.heldWeight == 0)
    #expect(world.store.memory.sessions.heldWeight == 0)
  }

  @Test func `a cached session expires in time`() async throws {
    let ana = try await World().register("Ana")
    let digest = try await ana.signIn().digest
    #expect(try await ana.end(digest) == nil)
    ana.clock.advance(days: 31)
    #expect(try await ana.end(digest) == .idle)
    try await ana.store.sweep()
    ana.clock.advance(days: -31)
    #expect(try await ana.end(digest) == .idle)
  }

  @Test func `a closed store returns nothing from the cache`() async throws {
    try await withFolder { folder in
      let store = try TaskStore.open(at: folder + "/x.sqlite")
      #expect(try await store.listsHeader(of: 100, for: store.localAccount).lists.lists.isEmpty)
      try store.close()
      await #expect(throws: StoreError.unavailable(.closed, .reading)) {
        try await store.listsHeader(of: 100, for: store.localAccount)
      }
      #expect(store.memory.version.current == nil)
    }
  }

  @Test(.timeLimit(.minutes(20)), arguments: [false, true])
  func `a read sees every write that has returned`(inMemory: Bool) async throws {
    try await withFolder { folder in
      let store = try inMemory ? TaskStore.inMemory() : TaskStore.open(at: folder + "/x.sqlite")
      let account = store.localAccount
      let list = try await store.createList(ListName(validating: "A"), submission: .fresh(), for: account).list
      let progress = Progress()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<4 {
          group.addTask {
            while !progress.isOver.load(ordering: .relaxed), !_Concurrency.Task.isCancelled {
              let least = progress.written.load(ordering: .acquiring)
              let header = try await store.listHeader(list, for: account, now: .first)
              #expect(header.list.open >= least)
              #expect(try await store.lists(for: account).first?.open ?? 0 >= header.list.open)
              // A cached read does not suspend.
              await _Concurrency.Task.yield()
            }
          }
        }
        group.addTask {
          // Also if a write fails, because the readers would never end.
          defer { progress.isOver.store(true, ordering: .relaxed) }
          for count in 1...100 {
            try await store.addTasks([draft("\(count)")], to: list, submission: .fresh(), for: account)
            progress.written.store(count, ordering: .releasing)
            await _Concurrency.Task.yield()
          }
        }
        try await group.waitForAll()
      }
      #expect(try await store.list(list, for: account).open == 100)
      #expect(store.memory.hits.load(ordering: .relaxed) > 0)
      try store.close()
    }
  }
}

private final class Progress: Sendable {
  let written = Atomic<Int>(0)
  let isOver = Atomic<Bool>(false)
}

/// Every cached query, on a store whose statements are counted.
struct SearchParameters {
  struct Question {
    let name: String
    let ask: () async throws -> Void
  }

  let scene: Scene
  let digest: Data
  private let statements = Statements()

  init(_ scene: Scene) async throws {
    self.scene = scene
    digest = .digest()
    try await scene.store.beginSession(digest: digest, for: scene.account, agent: "x", replacing: nil)
    let statements = statements
    try await scene.store.database.writeWithoutTransaction { db in
      db.trace { _ in statements.count.add(1, ordering: .relaxed) }
    }
  }

  private final class Statements: Sendable {
    let count = Atomic<Int>(0)
  }

  var counts: (statements: Int, hits: Int) {
    (statements.count.load(ordering: .relaxed), scene.store.memory.hits.load(ordering: .relaxed))
  }

  func forgetCounts() { statements.count.store(0, ordering: .relaxed) }

  var questions: [Question] {
    let (store, me) = (scene.store, scene.account)
    return [
      Question(name: "session") { [digest] in _ = try await store.session(digest: digest) },
      Question(name: "list") { [scene] in _ = try await store.list(scene.house, for: me) },
      Question(name: "revision of lists") { _ = try await store.listsRevision(of: me) },
      Question(name: "revision") { _ = try await store.revision(of: me) },
      Question(name: "front of a list") { [scene] in _ = try await store.listHeader(scene.house, for: me, now: .first)
      },
      Question(name: "front of a list from elsewhere") { [scene] in
        _ = try await store.listHeader(scene.choir, for: me, now: .first)
      },
      Question(name: "front of all lists") { _ = try await store.listsHeader(of: 100, for: me) },
      Question(name: "front of a task") { [scene] in _ = try await store.taskHeader(scene.tasks[0], for: me) },
    ]
  }
}
