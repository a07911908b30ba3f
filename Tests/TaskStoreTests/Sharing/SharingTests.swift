import Foundation
import Tasks
import TestSupport
import Testing

@testable import TaskStore

/// A list that Ana shares with Ben.
final class SharingTests {
  let ana, ben, carla: World
  let list: ListID

  init() async throws {
    let world = try World()
    ana = try await world.register("Ana")
    ben = try await world.register("Ben")
    carla = try await world.register("Carla")
    list = try await ana.list("Shopping")
  }

  @discardableResult private func invite(_ name: String, as role: Role = .editor) async throws -> Written? {
    try await ana.mine.invite(Username(validating: name), as: role, to: list)
  }

  private func join(_ world: World, as role: Role = .editor) async throws {
    let name = try await world.store.account(world.account).name
    try await invite(name, as: role)
    try await world.mine.accept(#require(world.mine.offers().first).id)
  }

  private func roles() async throws -> [String] {
    try await ana.mine.sharing(of: list).members.map { "\($0.name) \($0.role.rawValue)" }
  }

  // MARK: Inviting

  @Test func `an invited account sees an offer, and the list only once it has accepted`() async throws {
    let written = try #require(try await invite("ＢＥＮ"))
    let told = try await ana.mine.change(#require(written.change))
    #expect((told.kind, told.name, told.member) == (.memberInvited, "Shopping", "Ben"))
    let offer = try #require(try await ben.mine.offers().first)
    #expect((offer.listName, offer.giver, offer.role, offer.until) == ("Shopping", "Ana", .editor, nil))
    await #expect(throws: StoreError.notFound) { try await self.ben.mine.list(self.list) }
    #expect(try await carla.mine.offers() == [])
    await #expect(throws: StoreError.notFound) { try await self.carla.mine.accept(offer.id) }
    try await ben.mine.accept(offer.id)
    #expect(try await ben.mine.list(list).role == .editor)
    #expect(try await ben.mine.offers() == [])
    #expect(try await roles() == ["Ana owner", "Ben editor"])
    await #expect(throws: StoreError.notFound) { try await self.ben.mine.accept(offer.id) }
    await #expect(throws: StoreError.conflict(.member)) { try await self.invite("Ben") }
    #expect(
      try await ana.mine.history(of: list, limit: 1).map { [$0.kind.rawValue, $0.who?.name, $0.member] } == [
        ["member-joined", "Ben", "Ben"]
      ])
  }

  @Test func `a name that no account has is told, and the account itself is a member`() async throws {
    #expect(try await invite("Dora") == nil)
    await #expect(throws: StoreError.conflict(.member)) { try await self.invite("Ana") }
    try await ana.store.disableAccount(ben.account)
    #expect(try await invite("Ben") == nil)
  }

  @Test func `what is declined or withdrawn is gone, until an undo`() async throws {
    try await invite("Ben")
    let offer = try #require(try await ben.mine.offers().first)
    let declined = try #require(try await ben.mine.end(offer.id).change)
    #expect(try await ben.mine.offers() == [])
    #expect(try await ana.mine.sharing(of: list).invitations == [])
    try await ben.mine.undo(declined)
    let withdrawn = try #require(try await ana.mine.end(offer.id).change)
    #expect(try await ben.mine.offers() == [])
    await #expect(throws: StoreError.notFound) { try await self.ben.mine.undo(withdrawn) }
    try await ana.mine.undo(withdrawn)
    #expect(try await ben.mine.offers().map(\.id) == [offer.id])
    // An invitation holds while its giver may share the list, and while that is there.
    try await ana.mine.deleteList(list)
    #expect(try await ben.mine.offers() == [])
    await #expect(throws: StoreError.notFound) { try await self.ben.mine.accept(offer.id) }
  }

  @Test func `a link can be used once, within seven days, by whoever has it`() async throws {
    let (one, other) = (Data.digest(), Data.digest())
    let submission = SubmissionID.fresh()
    let made = try await ana.mine.makeInvitation(to: list, as: .viewer, digest: one, submission: submission)
    await #expect(throws: StoreError.repeated(try #require(made.change))) {
      try await self.ana.mine.makeInvitation(to: self.list, as: .viewer, digest: other, submission: submission)
    }
    #expect(try await ben.mine.invitation(digest: one).listName == "Shopping")
    await #expect(throws: StoreError.conflict(.member)) { try await self.ana.mine.accept(digest: one) }
    try await ben.mine.accept(digest: one)
    await #expect(throws: StoreError.notFound) { try await self.carla.mine.accept(digest: one) }
    try await ana.mine.makeInvitation(to: list, as: .viewer, digest: other, submission: .fresh())
    ana.clock.advance(days: 7)
    await #expect(throws: StoreError.notFound) { try await self.carla.mine.invitation(digest: other) }
    await #expect(throws: StoreError.notFound) { try await self.carla.mine.accept(digest: other) }
    #expect(try await ana.mine.sharing(of: list).invitations == [])
    #expect(try await roles() == ["Ana owner", "Ben viewer"])
  }

  @Test func `neither an Inbox nor a saved filter is shared`() async throws {
    let inbox = try #require(try await ana.mine.lists().first { $0.isInbox }).id
    let filter = try await ana.mine.saveFilter("due=week", as: "Due", submission: .fresh()).list
    for (list, error) in [(inbox, StoreError.forbidden(.inbox)), (filter, .forbidden(.role))] {
      await #expect(throws: error) {
        try await self.ana.mine.invite(Username(validating: "Ben"), as: .viewer, to: list)
      }
    }
    await #expect(throws: StoreError.forbidden(.inbox)) { try await self.ana.mine.leave(inbox) }
  }

  @Test func `a list bears fifty members and invitations, and an account fifty offers`() async throws {
    try await join(ben)
    for _ in 0..<48 {
      try await ana.mine.makeInvitation(to: list, as: .viewer, digest: .digest(), submission: .fresh())
    }
    await #expect(throws: StoreError.limit(.members(50))) { try await self.invite("Carla") }
    try await ana.mine.end(ana.mine.sharing(of: list).invitations[0].id)
    try await invite("Carla")
    for number in 0..<49 {
      let other = try await ben.list("\(number)")
      try await ben.mine.invite(Username(validating: "Carla"), as: .viewer, to: other)
    }
    let another = try await ben.list("Another")
    await #expect(throws: StoreError.limit(.offers(50))) {
      try await self.ben.mine.invite(Username(validating: "Carla"), as: .viewer, to: another)
    }
  }

  // MARK: Members

  @Test func `a removed member loses the list at once, with feeds, and gets it back by an undo of the owner`()
    async throws
  {
    try await join(ben)
    let digest = Data.digest()
    _ = try await ben.mine.addFeed(of: .list(list), digest: digest, submission: .fresh())
    #expect(try await ana.store.feed(digest: digest) != nil)
    let known = ana.store.readerVersions.version(of: ben.account)
    let removed = try #require(try await ana.mine.remove(ben.account, from: list).change)
    #expect(ana.store.readerVersions.version(of: ben.account) != known)
    #expect(try await ana.store.feed(digest: digest) == nil)
    #expect(try await ben.mine.calendarCollection("\(list)") == nil)
    await #expect(throws: StoreError.notFound) { try await self.ben.mine.list(self.list) }
    await #expect(throws: StoreError.notFound) { try await self.ben.mine.undo(removed) }
    await #expect(throws: StoreError.notFound) { try await self.ben.mine.change(removed) }
    try await ana.mine.undo(removed)
    #expect(try await roles() == ["Ana owner", "Ben editor"])
    #expect(try await ana.store.feed(digest: digest) != nil)
  }

  @Test func `nobody comes back by a late undo, and nobody but who has ended it`() async throws {
    try await join(ben)
    let left = try #require(try await ben.mine.leave(list).change)
    await #expect(throws: StoreError.conflict(.notUndoable(left))) { try await self.ana.mine.undo(left) }
    try await ben.mine.undo(left)
    let again = try #require(try await ben.mine.leave(list).change)
    ana.clock.advance(days: 1)
    await #expect(throws: StoreError.notFound) { try await self.ben.mine.undo(again) }
    try await join(carla)
    let removed = try #require(try await ana.mine.remove(carla.account, from: list).change)
    ana.clock.advance(days: 1)
    await #expect(throws: StoreError.conflict(.notUndoable(removed))) { try await self.ana.mine.undo(removed) }
  }

  @Test func `the last owner hands over first`() async throws {
    try await join(ben)
    for refused in [
      { try await self.ana.mine.leave(self.list) },
      { try await self.ana.mine.setRole(.editor, of: self.ana.account, in: self.list) },
      { try await self.ana.mine.remove(self.ana.account, from: self.list) },
    ] {
      await #expect(throws: StoreError.conflict(.lastOwner(self.list))) { try await refused() }
    }
    let promoted = try #require(try await ana.mine.setRole(.owner, of: ben.account, in: list).change)
    let resigned = try #require(try await ana.mine.setRole(.viewer, of: ana.account, in: list).change)
    await #expect(throws: StoreError.conflict(.lastOwner(self.list))) { try await self.ben.mine.undo(promoted) }
    ana.clock.advance(days: 1)
    // Who has handed a list over can't take it back.
    await #expect(throws: StoreError.forbidden(.lacking(.share))) { try await self.ana.mine.undo(resigned) }
    try await ana.mine.leave(list)
    #expect(try await ben.mine.sharing(of: list).members.map(\.name) == ["Ben"])
  }

  @Test func `a list that its owner deletes is in the trash of its members, with who deleted it`() async throws {
    try await join(ben)
    try await ana.mine.deleteList(list)
    let item = try #require(try await ben.mine.trash().first)
    #expect((item.name, item.by?.name, item.isRestorable) == ("Shopping", "Ana", false))
    let own = try #require(try await ana.mine.trash().first)
    #expect((own.by, own.isRestorable) == (nil, true))
    await #expect(throws: StoreError.forbidden(.lacking(.delete))) { try await self.ben.mine.restoreList(self.list) }
    try await ben.mine.emptyTrash(until: .distantFuture)
    try await ana.store.deleteRemoved()
    #expect(try await ana.mine.trash().count == 1)
  }

  // MARK: Two at once

  @Test func `an undo takes back what its author did and nothing of others', and tells what it leaves`() async throws {
    try await join(ben)
    let tasks = try await ana.add("A", "B", "C", to: list)
    let done = try #require(try await ana.mine.changeTasks(.open(in: list), .complete).change)
    try await ben.mine.reopen(tasks[0])
    let title = try await ben.mine.editTask(
      tasks[1], draft("B, brown"), version: ben.mine.task(tasks[1]).version)
    let undone = try #require(try await ana.mine.undo(done).change)
    #expect(try await ana.mine.task(tasks[0]).done == nil)
    #expect(try await ana.mine.task(tasks[1]).text.title == "B, brown")
    #expect(try await ana.mine.change(undone).leavesSome)
    let last = try await ana.mine.openPage(1, of: 9, in: list).rows.first { $0.id == tasks[0] }?.last
    #expect(last == LastChange(.changed, by: .person(Person(ben.account, "Ben"))))
    #expect(title.isNew)
    // Nothing was left of this one.
    let all = try #require(try await ana.mine.changeTasks(.open(in: list), .complete).change)
    #expect(try await ana.mine.change(#require(ana.mine.undo(all).change)).leavesSome == false)
  }

  @Test func `rows tell who did something last where that is another member`() async throws {
    try await join(ben)
    let own = try await ana.add("Own", to: list)
    try await ben.add("Theirs", to: list)
    try await ben.mine.complete(own[0])
    func last(_ world: World) async throws -> [LastChange?] {
      let rows = try await world.mine.openPage(1, of: 9, in: list).rows
      return try await (rows + world.mine.completedPage(1, of: 9, in: list).rows).map(\.last)
    }
    let person = Person(ben.account, "Ben")
    #expect(
      try await last(ana) == [LastChange(.added, by: .person(person)), LastChange(.completed, by: .person(person))])
    #expect(try await last(ben) == [nil, nil])
    try await ana.mine.remove(ben.account, from: list)
    #expect(try await last(ana) == [nil, nil])
  }

  // MARK: What counts to whom

  @Test func `a task counts to the owner of its list`() async throws {
    try await join(ben)
    try await ana.store.setQuotas(AccountQuotas(tasks: 2), of: ana.account)
    try await ben.add("Milk", "Oats", to: list)
    #expect(try await (ana.mine.usage().tasks, ben.mine.usage().tasks) == (2, 0))
    let full = StoreError.limit(.quotaOfOwner(.tasks))
    await #expect(throws: full) { try await self.ben.add("Salt", to: self.list) }
    let own = try await ben.list("Own")
    let task = try await ben.add("Salt", to: own)[0]
    await #expect(throws: full) { try await self.ben.mine.transferTask(task, to: self.list) }
    await #expect(throws: full) { try await self.ben.mine.changeTasks(.tasks([task], in: own), .move(to: self.list)) }
    await #expect(throws: StoreError.limit(.quota(.tasks, 2))) { try await self.ana.add("Salt", to: self.list) }
  }

  // MARK: What members see of each other

  @Test func `a list of one member is not named to the others`() async throws {
    try await join(ben)
    let diary = try await ben.list("Diary")
    let task = try await ben.add("Milk", to: diary)[0]
    try await ben.mine.transferTask(task, to: list)
    try await ben.mine.transferTask(task, to: diary)
    for (world, names) in [(ben, ["Diary", "Shopping"]), (ana, [nil, "Shopping"])] {
      let moves = try await world.mine.history(of: list, limit: 2)
      #expect(moves.map(\.otherName) == names)
      #expect(moves[1].fields.contains(.movedFrom("Diary")) == (world.account == ben.account))
    }
  }

  @Test func `where a member places the list is not told to the others`() async throws {
    try await join(ben)
    _ = try await ben.list("Other")
    try await ben.mine.moveList(list, .bottom)
    #expect(try await ana.mine.history(of: list, limit: 9).allSatisfy { $0.kind != .listMoved })
    #expect(try await ben.mine.history(of: list, limit: 1).map(\.kind) == [.listMoved])
  }

  @Test func `members of a followed list see its tasks, and not where they come from`() async throws {
    let (choir, source) = try await ana.follow("Choir", [.named("Alto")])
    try await ana.world(shares: choir, with: ben, as: .editor)
    let header = try await ben.mine.listHeader(choir, now: .first)
    let hidden = try #require(header.source)
    #expect((hidden.address.host, hidden.address.url, hidden.isHidden) == ("Choir", "", true))
    #expect(try await ben.mine.followedRows(open: 1, closed: 1, of: 9, in: choir).open.rows.map(\.title) == ["Alto"])
    await #expect(throws: StoreError.notFound) { try await self.ben.mine.source(source) }
    #expect(try await ben.store.exported(ben.account).lists.allSatisfy { $0.source == nil })
  }
}

extension World {
  fileprivate func world(shares list: ListID, with other: World, as role: Role) async throws {
    try await share(list, with: other.account, as: role)
  }
}
