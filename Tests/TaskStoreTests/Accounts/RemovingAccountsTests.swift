import Foundation
import GRDB
import Tasks
import TestSupport
import Testing

@testable import TaskStore

final class RemovingAccountsTests: WorldTests {
  @Test func `an account is removed with all its data`() async throws {
    let ben = try await world.register("Ben")
    let bensList = try await ben.list("Garden")
    try await ben.add("Dig", to: bensList)
    let ana = try await world.register("Ana Secret")
    let (house, attic) = (try await ana.list("Secret house"), try await ana.list("Secret attic"))
    let tasks = try await ana.add("Secret 1", "Secret 2", "Secret 3", to: house)
    try await ana.add("Secret 4", to: attic)
    try await ana.mine.complete(tasks[0])
    try await ana.mine.deleteTask(tasks[1])
    try await ana.mine.deleteList(attic)
    let (digest, session) = try await ana.signIn(agent: "Secret browser")
    let fields = [SavedDraftField(name: "title", value: "Secret")]
    _ = try await ana.store.keep(path: "/x", fields: fields, for: session.id, of: ana.account)
    let (bensDigest, before) = (try await ben.signIn().digest, try await ben.store.exported(ben.account).lists)

    let removed = try await world.store.removeAccount(ana.account)
    #expect(removed == RemovedAccount(lists: 3, tasks: 4))
    try await world.store.deleteRemoved()
    #expect(try await texts(in: world.store).filter { $0.localizedCaseInsensitiveContains("secret") } == [])
    #expect(try await world.store.session(digest: digest) == nil)
    #expect(try await ben.end(bensDigest) == nil)
    #expect(try await ben.store.exported(ben.account).lists == before)
    #expect(try await world.store.accounts().map(\.account.name) == ["Ben"])
    await #expect(throws: StoreError.notFound) { try await world.store.removeAccount(ana.account) }
    #expect(try await world.store.quickCheck() == [])
  }

  @Test func `a shared list stays, keeps its counts, and has an owner`() async throws {
    let shared = try await SharedList()
    let (store, ben) = (shared.world.store, shared.ben)
    let revision = try await store[ben.account].list(shared.list).revision
    let history = try await store[ben.account].history(of: shared.list, limit: 9)
    #expect(history.contains { $0.who?.name == "Ana" })

    #expect(try await store.removeAccount(shared.ana.account) == RemovedAccount(lists: 2, tasks: 2))
    try await store.deleteRemoved()
    let list = try await store[ben.account].list(shared.list)
    #expect((list.role, list.open, list.completed) == (.owner, 1, 1))
    #expect(list.revision > revision, "pages that name who has left are made anew")
    #expect(try #require(try await store[ben.account].revision()) >= list.revision)
    let after = try await store[ben.account].history(of: shared.list, limit: 9)
    #expect(after.map(\.id) == history.map(\.id).filter { after.map(\.id).contains($0) })
    #expect(after.allSatisfy { $0.who == nil || $0.who?.name == "Ben" })
    #expect(try await texts(in: store).filter { $0.contains("Private") } == [])
    #expect(try await store.quickCheck() == [])

    try await ben.add("More", to: shared.list)
    try await store[ben.account].deleteList(shared.list)
    #expect(try await store.removeAccount(ben.account) == RemovedAccount(lists: 2, tasks: 4))
    try await store.deleteRemoved()
    #expect(try await store.number("SELECT count(*) FROM lists") == 0)
    #expect(try await store.number("SELECT count(*) FROM changes") == 0)
  }

  @Test func `another account's undo does not restore data that was removed with an account`() async throws {
    let shared = try await SharedList()
    let (store, ben) = (shared.world.store, shared.ben)
    try await store.removeAccount(shared.ana.account)
    try await store.deleteRemoved()
    for change in try await store[ben.account].history(of: shared.list, limit: 9) where change.kind != .listCreated {
      do throws(StoreError) {
        try await store[ben.account].undo(change.id)
      } catch {
        guard case .conflict = error else {
          Issue.record("\(error)")
          continue
        }
      }
    }
    #expect(try await store[ben.account].lists().filter { !$0.isInbox }.map(\.id) == [shared.list])
    #expect(try await store.quickCheck() == [])
  }

  @Test func `a list that has lost its owner goes to a member who may write`() async throws {
    let shared = try await SharedList(role: .viewer)
    let carla = try await shared.world.register("Carla")
    try await shared.invite(carla, as: .editor)
    try await shared.world.store.removeAccount(shared.ana.account)
    try await shared.world.store.deleteRemoved()
    #expect(try await shared.world.store[carla.account].list(shared.list).role == .owner)
    #expect(try await shared.world.store[shared.ben.account].list(shared.list).role == .viewer)
  }

  @Test func `if a list has another owner, roles stay`() async throws {
    let shared = try await SharedList(role: .viewer)
    let carla = try await shared.world.register("Carla")
    try await shared.invite(carla, as: .owner)
    try await shared.world.store.removeAccount(shared.ana.account)
    try await shared.world.store.deleteRemoved()
    #expect(try await shared.world.store[carla.account].list(shared.list).role == .owner)
    #expect(try await shared.world.store[shared.ben.account].list(shared.list).role == .viewer)
  }

  @Test func `a removed account is invisible at once and its name is free, before its rows are deleted`() async throws {
    let ana = try await world.register("Ana")
    let list = try await ana.list("Secret")
    try await ana.add("milk", to: list)
    let digest = try await ana.signIn().digest
    try await world.store.removeAccount(ana.account)
    #expect(try await world.store.session(digest: digest) == nil)
    #expect(try await world.store.credentials(of: Username(validating: "Ana")) == nil)
    await #expect(throws: StoreError.notFound) { try await world.store.account(ana.account) }
    await #expect(throws: StoreError.notFound) {
      try await world.store.beginSession(digest: digest, for: ana.account, agent: "", replacing: nil)
    }
    await #expect(throws: StoreError.notFound) { try await ana.list("Another") }
    await #expect(throws: StoreError.notFound) { try await world.store.removeAccount(ana.account) }
    let heir = try await world.register("Ana")
    #expect(heir.account > ana.account)
    #expect(try await heir.mine.lists().map(\.isInbox) == [true])
    #expect(try await heir.found("milk") == [])
    try await world.store.deleteRemoved()
    #expect(try await world.store.account(heir.account).name == "Ana")
    #expect(try await world.store.quickCheck() == [])
  }

  @Test func `after its removal, the first account's lists are not passed on to another`() async throws {
    try await world.add("milk", to: try await world.list())
    let ana = try await world.register("Ana")
    #expect(ana.account == world.account)
    try await world.store.removeAccount(ana.account)
    let ben = try await world.register("Ben")
    #expect(ben.account != ana.account)
    #expect(try await ben.mine.lists().map(\.isInbox) == [true])
  }

  @Test func `an account is deleted in short steps, and the next process continues`() async throws {
    try await withFolder { folder in
      let store = try TaskStore.open(at: folder + "/x.sqlite")
      let clock = TestClock()
      let ana = try await World(store, clock, store.localAccount).register("Ana")
      let list = try await ana.list()
      for _ in 0..<3 {
        try await ana.mine.addTasks(try (0..<300).map { try draft("milk \($0)") }, to: list, submission: .fresh())
      }
      try await store.removeAccount(ana.account)
      var left: [Int] = []
      func count() async throws -> Int { try await store.number("SELECT count(*) FROM tasks") }
      for _ in 0..<6 {
        _ = try await store.write { db, now in try db.deleteSome(now) }
        left.append(try await count())
      }
      // The first steps discard the lists, and delete the Inbox, which is empty.
      #expect(left.drop { $0 == 900 } == (1...left.count { $0 < 900 }).map { 900 - $0 * DeletionChunk.tasks }[...])
      #expect((600..<900).contains(left.last ?? 0))
      try store.close()
      let next = try TaskStore.open(at: folder + "/x.sqlite")
      try await next.deleteRemoved()
      for table in ["lists", "tasks", "changes", "memberships", "discarded_lists", "removed_accounts"] {
        let count = try await next.number("SELECT count(*) FROM \(table)")
        #expect(count == 0, "\(table)")
      }
      #expect(try await next.read { db in try db.hasForgottenWords() } == false)
      #expect(try await next.quickCheck() == [])
      try next.close()
    }
  }

  /// Every text in every table.
  private func texts(in store: TaskStore) async throws -> [String] {
    try await store.read { db in
      let tables = try String.fetchAll(db, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
      return try tables.flatMap { table in
        try Row.fetchAll(db, sql: "SELECT * FROM \(table)").flatMap { row in
          row.databaseValues.compactMap { String.fromDatabaseValue($0) }
        }
      }
    }
  }
}

/// A list that Ana shares with Ben, and a list of her own, with tasks that were moved from one to the other.
private struct SharedList {
  let world: World
  let ana: World
  let ben: World
  let list: ListID

  init(role: Role = .editor) async throws {
    world = try World()
    ana = try await world.register("Ana")
    ben = try await world.register("Ben")
    list = try await ana.list("Shared")
    let own = try await ana.list("Private")
    try await invite(ben, as: role)
    let tasks = try await ana.add("Open", "Done", "Goes", to: list)
    try await world.store[ana.account].complete(tasks[1])
    let kept = try await ana.add("Private task", "Comes", to: own)
    let version = try await world.store[ana.account].task(tasks[2]).version
    try await world.store[ana.account].editTask(
      tasks[2], draft("Goes", notes: "Private notes"), list: own, version: version)
    let comes = try await world.store[ana.account].editTask(
      kept[1], draft("Comes"), list: list, version: ChangeID(.max))
    try await world.store[ana.account].deleteTask(try #require(comes.tasks.first))
  }

  func invite(_ guest: World, as role: Role) async throws { try await world.share(list, with: guest.account, as: role) }
}
