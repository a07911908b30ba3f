import Foundation
import GRDB
import Tasks
import Testing

@testable import TaskStore

final class IsolationTests: SceneTests {
  @Test func `another account's lists and tasks behave like unknown ones, in every method`() async throws {
    let mine = try await scene.world.asStranger()
    let change = try #require(try await scene.perform(.taskCompleted))
    let before = try await scene.store.snapshot()
    let own = try await mine.list("Mine")
    let ownTask = try await mine.add("Mine", to: own)[0]
    let ownVersion = try await mine.mine.task(ownTask).version

    for (list, task, change) in [
      (scene.house, scene.tasks[0], change), (scene.trashed, scene.deleted, change),
      (ListID(999), TaskID(999), ChangeID(999)),
    ] {
      for (name, call) in calls(list, task, change, own: ownTask, ownVersion, mine) {
        await #expect(throws: StoreError.notFound, "\(name)") { try await call() }
      }
    }
    try await mine.mine.deleteList(own)
    let after = try await scene.store.snapshot(before: before).rows.filter { !$0.hasPrefix("[\"list\",\(own)") }
    #expect(after.filter { !$0.contains("\"Mine\"") && !$0.contains("\"place\",\(mine.account)") } == before.rows)
    #expect(try await mine.mine.lists().isEmpty)
    #expect(try await mine.mine.trash().map(\.name) == ["Mine"])
  }

  private func calls(
    _ list: ListID, _ task: TaskID, _ change: ChangeID, own: TaskID, _ ownVersion: ChangeID, _ mine: World
  ) -> [(String, () async throws -> Void)] {
    let (store, me) = (mine.store, mine.account)
    return [
      ("list", { _ = try await store[me].list(list) }),
      ("openTasks", { _ = try await store[me].openTasks(in: list) }),
      ("openPage", { _ = try await store[me].openPage(1, of: 9, in: list) }),
      ("subtasksPage", { _ = try await store[me].subtasksPage(1, of: 9, of: task) }),
      ("isSubtask", { _ = try await store[me].isSubtask(task, in: task) }),
      ("setFolded", { try await store[me].setFolded(task, to: true) }),
      ("addSubtasks", { try await store[me].addSubtasks([NestedDraft(draft("X"))], to: task, submission: .fresh()) }),
      ("skip", { try await store[me].skip(task, on: .first) }),
      ("setDue", { try await store[me].setDue(task, to: .first) }),
      ("transferTask", { try await store[me].transferTask(task, to: list) }),
      ("transferTask, own", { try await store[me].transferTask(own, to: list) }),
      ("completedPage", { _ = try await store[me].completedPage(1, of: 9, in: list) }),
      ("listFront", { _ = try await store[me].listHeader(list, now: .first) }),
      (
        "listChoices",
        {
          if try await !store[me].listChoices().contains(where: { $0.id == list }) { throw StoreError.notFound }
        }
      ),
      ("taskFront", { _ = try await store[me].taskHeader(task) }),
      ("task", { _ = try await store[me].task(task) }),
      ("history", { _ = try await store[me].history(of: list, limit: 9) }),
      ("change", { _ = try await store[me].change(change) }),
      ("revision", { _ = try await store[AccountID(999)].revision() }),
      ("createList", { try await store[AccountID(999)].createList("x", submission: .fresh()) }),
      ("renameList", { try await store[me].renameList(list, to: "x", version: ChangeID(.max)) }),
      ("moveList", { try await store[me].moveList(list, .top) }),
      ("deleteList", { try await store[me].deleteList(list) }),
      ("restoreList", { try await store[me].restoreList(list) }),
      ("addTasks", { try await store[me].addTasks([draft("x")], to: list, submission: .fresh()) }),
      ("editTask", { try await store[me].editTask(task, draft("x"), version: ChangeID(.max)) }),
      ("editTask to", { try await store[me].editTask(own, draft("Mine"), list: list, version: ownVersion) }),
      ("complete", { try await store[me].complete(task) }),
      ("reopen", { try await store[me].reopen(task) }),
      ("moveTask", { try await store[me].moveTask(task, .top) }),
      ("deleteTask", { try await store[me].deleteTask(task) }),
      ("restoreTask", { try await store[me].restoreTask(task) }),
      ("renameTag", { try await store[me].renameTag(TagID(1), to: Tag(stored: "x")) }),
      ("removeTag", { try await store[me].removeTag(TagID(1)) }),
      ("setColor", { try await store[me].setColor(.red, of: TagID(1)) }),
      ("clearCompleted", { try await store[me].clearCompleted(in: list) }),
      ("undo", { try await store[me].undo(change) }),
      ("setReminds", { try await store[me].setReminds(false, of: list) }),
      ("setPreferences", { try await store[me].setPreferences(.ofNewList, of: list) }),
      ("addFeed", { _ = try await store[me].addFeed(of: .list(list), digest: .digest(), submission: .fresh()) }),
      ("changeTasks", { try await store[me].changeTasks(.open(in: list), .complete) }),
      ("changeFilter", { try await store[me].changeFilter(list, to: "due=none") }),
      ("sharing", { _ = try await store[me].sharing(of: list) }),
      ("invite", { try await store[me].invite(Username(validating: "Ana"), as: .owner, to: list) }),
      (
        "makeInvitation",
        { try await store[me].makeInvitation(to: list, as: .owner, digest: .digest(), submission: .fresh()) }
      ),
      ("end", { try await store[me].end(InvitationID(1)) }),
      ("accept", { try await store[me].accept(InvitationID(1)) }),
      ("accept a link", { try await store[me].accept(digest: .digest()) }),
      (
        "makePage",
        {
          try await store[me].makePage(
            of: list, named: "x", takesTicks: true, days: 1, digest: .digest(), submission: .fresh())
        }
      ),
      ("end page", { try await store[me].end(SharedPageID(1)) }),
      ("undoTicks", { _ = try await store[me].undoTicks(of: SharedPageID(1)) }),
      ("setRole", { try await store[me].setRole(.owner, of: me, in: list) }),
      ("remove", { try await store[me].remove(me, from: list) }),
      ("leave", { try await store[me].leave(list) }),
    ]
  }

  @Test func `another account's sessions, drafts and secrets behave like unknown ones`() async throws {
    let world = try World()
    let ana = try await world.register("Ana")
    let ben = try await world.register("Ben")
    let (digest, session) = try await ana.signIn()
    let form = try await ana.store.keep(path: "/x", fields: [], for: session.id, of: ana.account)
    let before = try await ana.store.account(ana.account)
    let (feed, _) = try await ana.mine.addFeed(of: .today, digest: .digest(), submission: .fresh())
    let (phone, _) = try await ana.mine.addAppPassword(
      AppPasswordName(validating: "Phone"), digest: .digest(), submission: .fresh())
    let (channel, _) = try await ana.mine.addChannel(
      .mail("ana@home.example"), from: "https://lists.example", digest: .digest(), submission: .fresh())
    try await ana.mine.makeIncomingAddress(submission: .fresh())
    let incoming = try #require(try await ana.mine.incomingAddresses().first).id
    let all =
      calls(incoming, ben) + calls(IncomingAddressID(999), ben) + calls(channel, ben)
      + calls(ReminderChannelID(999), ben) + calls(session.id, form, ben)
      + calls(SessionID(999), SavedDraftID(999), ben) + calls(feed, phone, ben)
      + calls(FeedID(999), AppPasswordID(999), ben)
      + calls(try await ana.subscribe(to: nil, with: phone).id, phone, ben) + calls(PushSubscriptionID(999), phone, ben)
    for (name, call) in all { await #expect(throws: StoreError.notFound, "\(name)") { try await call() } }
    #expect(try await ben.mine.feeds() == [])
    #expect(try await ben.mine.appPasswords() == [])
    #expect(try await ben.mine.channels() == [])
    try await ben.mine.endSessions(except: nil, as: .revoked)
    try await ben.store.replaceRecord("x", insteadOf: "record of Ana", of: ben.account)
    #expect(try await ben.mine.sessions().isEmpty)
    #expect(try await ana.store.credentials(of: Username(validating: "Ana"))?.record == "record of Ana")
    #expect(try await ana.end(digest) == nil)
    #expect(try await ana.store.account(ana.account) == before)
    #expect(try await ana.mine.savedDraft(form).path == "/x")
  }

  private func calls(_ session: SessionID, _ form: SavedDraftID, _ mine: World) -> [(String, () async throws -> Void)] {
    let (store, me, nobody) = (mine.store, mine.account, AccountID(999))
    return [
      ("endSession", { try await store[me].endSession(session, as: .revoked) }),
      ("keep", { _ = try await store.keep(path: "/x", fields: [], for: session, of: me) }),
      ("keptForm", { _ = try await store[me].savedDraft(form) }),
      ("forgetKept", { try await store[me].forgetDraft(form) }),
      ("account", { _ = try await store.account(nobody) }),
      ("setPassword", { try await store.setPassword("x", of: nobody, keeping: nil) }),
      ("setSettings", { try await store[nobody].setSettings(.standard) }),
      ("removeAccount", { try await store.removeAccount(nobody) }),
      ("export", { _ = try await store.exported(nobody) }),
      ("endSessions", { try await store[nobody].endSessions(except: nil, as: .revoked) }),
      ("beginSession", { try await store.beginSession(digest: .digest(), for: nobody, agent: "", replacing: nil) }),
    ]
  }

  private func calls(_ incoming: IncomingAddressID, _ mine: World) -> [(String, () async throws -> Void)] {
    let mine = mine.mine
    return [
      ("endIncomingAddress", { try await mine.endIncomingAddress(incoming) }),
      ("resumeIncomingAddress", { try await mine.resumeIncomingAddress(incoming) }),
      (
        "addMail",
        {
          let draft = TaskDraft(title: "a", notes: "", due: nil, priority: .none)
          _ = try await mine.addMail(draft, literal: nil, to: incoming, digest: .digest())
        }
      ),
    ]
  }

  private func calls(_ channel: ReminderChannelID, _ mine: World) -> [(String, () async throws -> Void)] {
    let mine = mine.mine
    return [
      ("channel", { _ = try await mine.channel(channel) }),
      ("renewConfirmation", { try await mine.renewConfirmation(of: channel, digest: .digest()) }),
      ("endChannel", { try await mine.endSecret(of: channel) }),
      ("resumeChannel", { try await mine.resumeSecret(of: channel) }),
    ]
  }

  private func calls(
    _ subscription: PushSubscriptionID, _ phone: AppPasswordID, _ mine: World
  ) -> [(String, () async throws -> Void)] {
    [
      ("unsubscribe", { try await mine.mine.unsubscribe(subscription) }),
      ("subscribe with an app password", { _ = try await mine.subscribe(to: nil, with: phone) }),
    ]
  }

  private func calls(
    _ feed: FeedID, _ appPassword: AppPasswordID, _ mine: World
  ) -> [(String, () async throws -> Void)] {
    let mine = mine.mine
    return [
      ("renewFeed", { try await mine.renewSecret(of: feed, digest: .digest()) }),
      ("endFeed", { try await mine.endSecret(of: feed) }), ("resumeFeed", { try await mine.resumeSecret(of: feed) }),
      ("renewAppPassword", { try await mine.renewSecret(of: appPassword, digest: .digest()) }),
      ("endAppPassword", { try await mine.endSecret(of: appPassword) }),
      ("resumeAppPassword", { try await mine.resumeSecret(of: appPassword) }),
    ]
  }

  @Test func `a task of another list is not shown on a page`() async throws {
    let stranger = try await scene.world.asStranger()
    let own = try await stranger.list("Mine")
    for task in scene.tasks.prefix(4) {
      let done = try #require(try await mine.setDue(task, to: .last).change)
      #expect(try await stranger.mine.changedRows(by: done) == [])
      let changed = try await mine.changedRows(by: done)
      let page = try await stranger.mine.openPage(1, of: nil, in: own, including: changed)
      #expect(page.rows.isEmpty)
      for section in DueSection.allCases {
        let due = try await stranger.mine.duePage(section, 1, of: 9, now: .last)
        #expect(due.rows.isEmpty)
      }
      #expect(try await stranger.mine.openPlace(of: task, in: own) == nil)
      #expect(try await stranger.mine.openPlace(of: task, in: scene.house) == nil)
      let garden = try await mine.openPage(1, of: nil, in: scene.garden, including: changed)
      #expect(garden.rows.count == 1)
    }
  }

  @Test(arguments: [Role.viewer, .editor])
  func `each role allows its own actions only`(role: Role) async throws {
    let guest = try await scene.world.asStranger()
    let (house, account) = (scene.house, guest.account)
    try await scene.world.share(house, with: account, as: role)
    #expect(try await guest.mine.openTasks(in: scene.house).count == 2)
    await #expect(throws: StoreError.forbidden(.lacking(.delete))) { try await guest.store[account].deleteList(house) }
    let completing = { [scene] in try await guest.store[account].complete(scene.tasks[0]) }
    switch role {
    case .viewer: await #expect(throws: StoreError.forbidden(.lacking(.write))) { try await completing() }
    case .editor, .owner:
      let change = try #require(try await completing().change)
      #expect(try await scene.mine.change(change).who?.name == "stranger")
      #expect(try await scene.undo(change).change != nil)
    }
  }
}

struct RemoteIsolationTests {
  @Test func `another account's sources behave like unknown ones, in every method`() async throws {
    let scene = try await Scene()
    let draft = try await scene.world.drafted(.at("https://draft.example/"))
    let mine = try await scene.world.asStranger()
    let own = try await mine.list("Mine")
    let (ownChoir, _) = try await mine.follow("Choir", [.named("Mine")])
    let before = try await scene.store.snapshot()
    let sources = [try await scene.mine.source(scene.source), try await scene.mine.source(draft)]
    for source in [scene.source, draft, SourceID(999)] {
      for (name, call) in calls(source, mine) {
        await #expect(throws: StoreError.notFound, "\(name) of \(source)") { try await call() }
      }
    }
    for list in [scene.choir, ListID(999)] {
      for (name, call) in calls(list, own: own, ownChoir, mine) {
        await #expect(throws: StoreError.notFound, "\(name)") { try await call() }
      }
    }
    #expect(try await scene.store.snapshot().rows == before.rows)
    #expect(try await sources == [scene.mine.source(scene.source), scene.mine.source(draft)])
    #expect(try await Array(mine.mine.listsHeader(of: 100).sources.keys) == [ownChoir])
    guard case .draft(let other) = try await mine.mine.draftSource(.at("https://draft.example/"))
    else { throw Unexpected(what: "followed") }
    #expect(other != draft)
  }

  private func calls(_ source: SourceID, _ mine: World) -> [(String, () async throws -> Void)] {
    let store = mine.store
    return [
      ("source", { _ = try await mine.mine.source(source) }),
      ("previewTasks", { _ = try await mine.mine.previewTasks(of: source, limit: 5) }),
      ("events", { _ = try await mine.mine.events(of: source) }),
      ("collections", { _ = try await mine.mine.collections(of: source) }),
      ("choose", { _ = try await mine.mine.choose("https://dav.example/", of: source) }),
      ("follow", { try await mine.mine.follow(source, as: "x", submission: .fresh()) }),
      ("setAddress", { try await mine.mine.setAddress(.at("https://x.example/"), of: source) }),
      ("wantRefresh", { try await mine.mine.wantRefresh(source: source) }),
      ("draftSource", { _ = try await store[AccountID(999)].draftSource(.at("https://x.example/")) }),
    ]
  }

  private func calls(
    _ list: ListID, own: ListID, _ ownChoir: ListID, _ mine: World
  ) -> [(String, () async throws -> Void)] {
    func copy(from list: ListID, to target: ListID) async throws {
      try await mine.mine.copyTasks(nil, from: list, to: .list(target), submission: .fresh())
    }
    return [
      ("source of", { _ = try await mine.mine.listHeader(list, now: .first).source }),
      ("wantRefresh of", { try await mine.mine.wantRefresh(of: list) }),
      ("wantRefresh of one's own", { try await mine.mine.wantRefresh(of: own) }),
      ("copy from", { try await copy(from: list, to: own) }),
      ("copy to", { try await copy(from: ownChoir, to: list) }),
    ]
  }
}
