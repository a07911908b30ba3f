import Foundation
import GRDB
import Tasks
import Testing

@testable import TaskStore

struct IsolationTests {
  @Test func `another account's lists and tasks behave like unknown ones, in every method`() async throws {
    let scene = try await Scene()
    let mine = try await scene.world.asStranger()
    let change = try #require(try await scene.perform(.taskCompleted))
    let before = try await scene.store.snapshot()
    let own = try await mine.list("Mine")
    let ownTask = try await mine.add("Mine", to: own)[0]
    let ownVersion = try await mine.store.task(ownTask, for: mine.account).version

    for (list, task, change) in [
      (scene.house, scene.tasks[0], change), (scene.trashed, scene.deleted, change),
      (ListID(999), TaskID(999), ChangeID(999)),
    ] {
      for (name, call) in calls(list, task, change, own: ownTask, ownVersion, mine) {
        await #expect(throws: StoreError.notFound, "\(name)") { try await call() }
      }
    }
    try await mine.store.deleteList(own, for: mine.account)
    let after = try await scene.store.snapshot(before: before).rows.filter { !$0.hasPrefix("[\"list\",\(own)") }
    #expect(after.filter { !$0.contains("\"Mine\"") && !$0.contains("\"place\",\(mine.account)") } == before.rows)
    #expect(try await mine.store.lists(for: mine.account).isEmpty)
    #expect(try await mine.store.trash(for: mine.account).map(\.name) == ["Mine"])
  }

  private func calls(
    _ list: ListID, _ task: TaskID, _ change: ChangeID, own: TaskID, _ ownVersion: ChangeID, _ mine: World
  ) -> [(String, () async throws -> Void)] {
    let (store, me) = (mine.store, mine.account)
    return [
      ("list", { _ = try await store.list(list, for: me) }),
      ("openTasks", { _ = try await store.openTasks(in: list, for: me) }),
      ("openPage", { _ = try await store.openPage(1, of: 9, in: list, for: me) }),
      ("subtasksPage", { _ = try await store.subtasksPage(1, of: 9, of: task, for: me) }),
      ("isSubtask", { _ = try await store.isSubtask(task, in: task, for: me) }),
      ("setFolded", { try await store.setFolded(task, to: true, for: me) }),
      (
        "addSubtasks",
        { try await store.addSubtasks([NestedDraft(draft("X"))], to: task, submission: .fresh(), for: me) }
      ),
      ("skip", { try await store.skip(task, on: .first, for: me) }),
      ("setDue", { try await store.setDue(task, to: .first, for: me) }),
      ("transferTask", { try await store.transferTask(task, to: list, for: me) }),
      ("transferTask, own", { try await store.transferTask(own, to: list, for: me) }),
      ("completedPage", { _ = try await store.completedPage(1, of: 9, in: list, for: me) }),
      ("listFront", { _ = try await store.listHeader(list, for: me, now: .first) }),
      (
        "listChoices",
        {
          if try await !store.listChoices(including: [list], for: me).contains(list) { throw StoreError.notFound }
        }
      ),
      ("taskFront", { _ = try await store.taskHeader(task, for: me) }),
      ("task", { _ = try await store.task(task, for: me) }),
      ("history", { _ = try await store.history(of: list, for: me, limit: 9) }),
      ("change", { _ = try await store.change(change, for: me) }),
      ("revision", { _ = try await store.revision(of: AccountID(999)) }),
      (
        "createList",
        {
          try await store.createList(ListName(validating: "x"), submission: .fresh(), for: AccountID(999))
        }
      ),
      (
        "renameList",
        {
          try await store.renameList(list, to: ListName(validating: "x"), version: ChangeID(.max), for: me)
        }
      ),
      ("moveList", { try await store.moveList(list, .top, for: me) }),
      ("deleteList", { try await store.deleteList(list, for: me) }),
      ("restoreList", { try await store.restoreList(list, for: me) }),
      ("addTasks", { try await store.addTasks([draft("x")], to: list, submission: .fresh(), for: me) }),
      ("editTask", { try await store.editTask(task, draft("x"), version: ChangeID(.max), for: me) }),
      ("editTask to", { try await store.editTask(own, draft("Mine"), list: list, version: ownVersion, for: me) }),
      ("complete", { try await store.complete(task, for: me) }),
      ("reopen", { try await store.reopen(task, for: me) }),
      ("moveTask", { try await store.moveTask(task, .top, for: me) }),
      ("deleteTask", { try await store.deleteTask(task, for: me) }),
      ("restoreTask", { try await store.restoreTask(task, for: me) }),
      ("renameTag", { try await store.renameTag(TagID(1), to: Tag(stored: "x"), for: me) }),
      ("removeTag", { try await store.removeTag(TagID(1), for: me) }),
      ("clearCompleted", { try await store.clearCompleted(in: list, for: me) }),
      ("undo", { try await store.undo(change, for: me) }),
    ]
  }

  @Test func `another account's sessions and drafts behave like unknown ones`() async throws {
    let world = try World()
    let ana = try await world.register("Ana")
    let ben = try await world.register("Ben")
    let (digest, session) = try await ana.signIn()
    let form = try await ana.store.keep(path: "/x", fields: [], for: session.id, of: ana.account)
    let before = try await ana.store.account(ana.account)
    for (name, call) in calls(session.id, form, ben) + calls(SessionID(999), SavedDraftID(999), ben) {
      await #expect(throws: StoreError.notFound, "\(name)") { try await call() }
    }
    try await ben.store.endSessions(of: ben.account, except: nil, as: .revoked)
    try await ben.store.replaceRecord("x", insteadOf: "record of Ana", of: ben.account)
    #expect(try await ben.store.sessions(of: ben.account).isEmpty)
    #expect(try await ana.store.credentials(of: Username(validating: "Ana"))?.record == "record of Ana")
    #expect(try await ana.end(digest) == nil)
    #expect(try await ana.store.account(ana.account) == before)
    #expect(try await ana.store.savedDraft(form, for: ana.account).path == "/x")
  }

  private func calls(
    _ session: SessionID, _ form: SavedDraftID, _ mine: World
  ) -> [(String, () async throws -> Void)] {
    let (store, me, nobody) = (mine.store, mine.account, AccountID(999))
    return [
      ("endSession", { try await store.endSession(session, of: me, as: .revoked) }),
      ("keep", { _ = try await store.keep(path: "/x", fields: [], for: session, of: me) }),
      ("keptForm", { _ = try await store.savedDraft(form, for: me) }),
      ("forgetKept", { try await store.forgetDraft(form, for: me) }),
      ("account", { _ = try await store.account(nobody) }),
      ("setPassword", { try await store.setPassword("x", of: nobody, keeping: nil) }),
      ("setSettings", { try await store.setSettings(.standard, of: nobody) }),
      ("removeAccount", { try await store.removeAccount(nobody) }),
      ("export", { _ = try await store.exported(nobody) }),
      ("endSessions", { try await store.endSessions(of: nobody, except: nil, as: .revoked) }),
      (
        "beginSession",
        { try await store.beginSession(digest: .digest(), for: nobody, agent: "", replacing: nil) }
      ),
    ]
  }

  @Test func `a task of another list is not shown on a page`() async throws {
    let scene = try await Scene()
    let stranger = try await scene.world.asStranger()
    let own = try await stranger.list("Mine")
    for task in scene.tasks.prefix(4) {
      let done = try #require(try await scene.store.setDue(task, to: .last, for: scene.account).change)
      #expect(try await stranger.store.changedRows(by: done, for: stranger.account) == [])
      let changed = try await scene.store.changedRows(by: done, for: scene.account)
      let page = try await stranger.store.openPage(1, of: nil, in: own, for: stranger.account, including: changed)
      #expect(page.rows.isEmpty)
      for section in DueSection.allCases {
        let due = try await stranger.store.duePage(section, 1, of: 9, for: stranger.account, now: .last)
        #expect(due.tasks.isEmpty)
      }
      #expect(try await stranger.store.openPlace(of: task, in: own, for: stranger.account) == nil)
      #expect(try await stranger.store.openPlace(of: task, in: scene.house, for: stranger.account) == nil)
      let garden = try await scene.store.openPage(1, of: nil, in: scene.garden, for: scene.account, including: changed)
      #expect(garden.rows.count == 1)
    }
  }

  @Test(arguments: [Role.viewer, .editor])
  func `each role allows its own actions only`(role: Role) async throws {
    let scene = try await Scene()
    let guest = try await scene.world.asStranger()
    let (house, account) = (scene.house, guest.account)
    try await scene.store.write { db, _ in
      try db.execute(
        sql: "INSERT INTO memberships (account, list, role, position) VALUES (?, ?, ?, 0)",
        arguments: [account.value, house.value, role.rawValue])
    }
    #expect(try await guest.store.openTasks(in: scene.house, for: guest.account).count == 2)
    await #expect(throws: StoreError.forbidden) { try await guest.store.deleteList(house, for: account) }
    let completing = { try await guest.store.complete(scene.tasks[0], for: account) }
    switch role {
    case .viewer: await #expect(throws: StoreError.forbidden) { try await completing() }
    case .editor, .owner:
      let change = try #require(try await completing().change)
      #expect(try await scene.store.change(change, for: scene.account).who == "stranger")
      #expect(try await scene.undo(change).change != nil)
    }
  }
}
