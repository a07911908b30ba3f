import Foundation
import GRDB
import TaskFormats
import Tasks
import TestSupport
import Testing

@testable import TaskStore

/// A list that Ana shares with Ben, and Carla, who has nothing to do with it.
final class AssigningTests {
  let ana, ben, carla: World
  let list, own: ListID
  let task: TaskID

  init() async throws {
    let world = try World()
    (ana, ben) = (try await world.register("Ana"), try await world.register("Ben"))
    carla = try await world.register("Carla")
    (list, own) = (try await ana.list("Shopping"), try await ana.list("Own"))
    try await world.share(list, with: ben.account, as: .editor)
    task = try await ana.add("Oats", to: list)[0]
  }

  @discardableResult
  private func assign(
    _ task: TaskID, to assignee: Assignee?, by world: World? = nil
  ) async throws -> ChangeID? {
    let mine = (world ?? ana).mine
    let found = try await mine.task(task)
    return try await mine.editTask(task, found.text.with { $0.assignee = assignee }, version: found.version).change
  }

  private func person(_ task: TaskID, seenBy world: World? = nil) async throws -> String? {
    try await (world ?? ana).mine.task(task).assigned?.name
  }

  private func add(_ title: String, _ assignee: Assignee, to list: ListID) async throws -> TaskID {
    let draft = try draft(title).with { $0.assignee = assignee }
    return try await ana.mine.addTasks([draft], to: list, submission: .fresh()).tasks[0]
  }

  // MARK: Assigning

  @Test func `a task is assigned to a member, told in its row and its history, and undone`() async throws {
    let change = try #require(try await assign(task, to: .account(ben.account)))
    #expect(try await person(task) == "Ben")
    let row = try await ben.mine.openPage(1, of: 9, in: list).rows[0]
    #expect(row.assigned == Person(ben.account, "Ben"))
    let fields = try await ana.mine.change(change).fields
    #expect(fields == [.assigned(from: nil, to: Person(ben.account, "Ben"))])
    let undone = try await ana.mine.undo(change)
    #expect(undone.target == .row(task, in: list))
    #expect(try await person(task) == nil)
  }

  @Test func `no account but a member can be assigned, and nothing tells which accounts there are`() async throws {
    for stranger in [carla.account, AccountID(999)] {
      await #expect(throws: StoreError.conflict(.noMember(list, name: nil))) {
        try await self.assign(self.task, to: .account(stranger))
      }
    }
    await #expect(throws: StoreError.conflict(.noMember(own, name: nil))) {
      _ = try await self.add("Rice", .account(self.ben.account), to: self.own)
    }
    #expect(try await person(task) == nil)
  }

  @Test func `an edit that another member has made meanwhile is a conflict, like that of a text`() async throws {
    let stale = try await ana.mine.task(task)
    try await assign(task, to: .account(ana.account), by: ben)
    await #expect(throws: StoreError.self) {
      try await self.ana.mine.editTask(
        self.task, stale.text.with { $0.assignee = .account(self.ben.account) }, version: stale.version)
    }
    #expect(try await person(task) == "Ana")
  }

  // MARK: By name

  @Test(arguments: ["ben", "BEN", "Benedikt", "benediktder12te"])
  func `a typed name is that of a member, in any case`(name: String) async throws {
    let input = AccountSettingsInput(displayName: "Benedikt der 12te", timeZone: "", theme: "system", rows: "100")
    try await ben.mine.setSettings(AccountSettings(validating: input))
    #expect(try await person(add("Rice", .named(name), to: list)) == "Benedikt der 12te")
  }

  @Test func `a name of nobody, or of two, is an error in a shared list, and a word of the title elsewhere`()
    async throws
  {
    let input = AccountSettingsInput(displayName: "Ben Zwei", timeZone: "", theme: "system", rows: "100")
    try await ana.mine.setSettings(AccountSettings(validating: input))
    try await ana.store.share(list, carla.account)
    let other = AccountSettingsInput(displayName: "Ben Drei", timeZone: "", theme: "system", rows: "100")
    try await carla.mine.setSettings(AccountSettings(validating: other))
    // The name of the account comes before a first name.
    #expect(try await person(add("Rice", .named("ben"), to: list)) == "Ben")
    try await ben.mine.leave(list)
    for name in ["ben", "tom"] {
      await #expect(throws: StoreError.conflict(.noMember(list, name: name))) {
        _ = try await self.add("Rice", .named(name), to: self.list)
      }
    }
    #expect(try await ana.mine.task(add("Rice", .named("tom"), to: own)).text == draft("Rice +tom"))
    let made = try await ana.mine.createList(
      "New", open: [draft("Rice").with { $0.assignee = .named("ana") }], submission: .fresh())
    #expect(try await ana.open(made.list) == ["Rice +ana"])
  }

  // MARK: Leaving

  @Test func `the tasks of a member who is removed are nobody's, until that is undone`() async throws {
    try await assign(task, to: .account(ben.account))
    let removed = try #require(try await ana.mine.remove(ben.account, from: list).change)
    #expect(try await person(task) == nil)
    #expect(try await ana.mine.task(task).text.assignee == nil)
    _ = try await ana.mine.undo(removed)
    #expect(try await person(task) == "Ben")
  }

  @Test func `a member who comes back by an invitation has none of its former tasks`() async throws {
    try await assign(task, to: .account(ben.account))
    try await ana.store.share(list, carla.account)
    try await ben.mine.leave(list)
    try await ana.mine.invite(Username(validating: "Ben"), as: .editor, to: list)
    let offer = try #require(try await ben.mine.offers().first)
    try await ben.mine.accept(offer.id)
    #expect(try await person(task) == nil)
    #expect(try await ana.mine.history(of: list, task: task, limit: 9).count == 2)
    // A refused answer leaves what a member has, and many tasks are taken in several transactions.
    try await assign(task, to: .account(ben.account))
    await #expect(throws: StoreError.notFound) { try await self.ben.mine.accept(offer.id) }
    #expect(try await person(task) == "Ben")
    let drafts = try (1...1_000).map { try draft("\($0)") }
    for _ in 0..<2 { try await ana.mine.addTasks(drafts, to: list, submission: .fresh()) }
    try await ana.store.execute("UPDATE tasks SET assignee = ? WHERE list = ?", [ben.account.value, list.value])
    try await ana.mine.remove(ben.account, from: list)
    try await ana.mine.invite(Username(validating: "Ben"), as: .editor, to: list)
    try await ben.mine.accept(#require(ben.mine.offers().first).id)
    #expect(try await ana.store.number("SELECT count(*) FROM tasks WHERE assignee IS NOT NULL") == 0)
  }

  @Test func `a task that is moved to a list of others is nobody's there, and its undo takes it back`() async throws {
    try await assign(task, to: .account(ben.account))
    let found = try await ana.mine.task(task)
    let moved = try #require(
      try await ana.mine.editTask(task, found.text, list: own, version: found.version).change)
    #expect(try await ana.mine.task(task).text.assignee == nil)
    _ = try await ana.mine.undo(moved)
    #expect(try await person(task) == "Ben")
  }

  @Test func `the next date of a task is for the same member`() async throws {
    let draft = try draft("Water", due: "2026-02-03", repeats: "2026-02-03 FREQ=DAILY")
    let task = try await ana.mine.addTasks(
      [draft.with { $0.assignee = .account(ben.account) }], to: list, submission: .fresh()
    ).tasks[0]
    try await ana.mine.complete(task)
    let next = try #require(try await ana.mine.openTasks(in: list).first { $0.title == "Water" })
    #expect(try await person(next.id) == "Ben")
  }

  @Test func `a calendar client that edits a task leaves it to whom it is`() async throws {
    let text = ObjectTests.text("a", "SUMMARY:Milk")
    let object = try #require(ReadObject(stored: text))
    _ = try await ana.mine.putObject(object, at: "a.ics", in: list, if: ObjectCondition())
    let task = try #require(try await ana.mine.openTasks(in: list).first { $0.title == "Milk" }).id
    try await assign(task, to: .account(ben.account))
    let edited = try #require(ReadObject(stored: text.replacing("SUMMARY:Milk", with: "SUMMARY:Oat milk")))
    _ = try await ana.mine.putObject(edited, at: "a.ics", in: list, if: ObjectCondition())
    #expect(try await ana.mine.task(task).text.title == "Oat milk")
    #expect(try await person(task) == "Ben")
    let before = try await ana.mine.history(of: list, task: task, limit: 9).count
    _ = try await ana.mine.putObject(edited, at: "a.ics", in: list, if: ObjectCondition())
    #expect(try await ana.mine.history(of: list, task: task, limit: 9).count == before)
  }

  // MARK: Finding

  @Test func `Today has what is mine or nobody's, on its page and in its count, and all that others have by a press`()
    async throws
  {
    let due = try draft("x", due: "2026-02-02")
    for (title, assignee) in [("Mine", ana.account), ("Ben's", ben.account), ("Nobody's", nil)] {
      let draft = due.with { ($0.title, $0.assignee) = (title, assignee.map { .account($0) }) }
      try await ana.mine.addTasks([draft], to: list, submission: .fresh())
    }
    let day = try #require(Day(iso: "2026-02-02"))
    let now = ZonedTime(DueTime(startOf: day), in: "GMT")
    func shown(_ world: World, _ whose: DueOwner = .mine) async throws -> Set<String> {
      let page = try await world.mine.duePage(.today, 1, of: 9, now: now, of: whose)
      let header = try await world.mine.todayHeader(now: now, of: whose)
      #expect(header.counts.today == page.rows.count && header.hasOthers)
      return Set(page.rows.map(\.row.title))
    }
    #expect(try await shown(ana) == ["Mine", "Nobody's"])
    #expect(try await shown(ben) == ["Ben's", "Nobody's"])
    #expect(try await shown(ana, .all) == ["Mine", "Ben's", "Nobody's"])
    let badge = try await ana.mine.dueSummary(today: now.day).counts(at: .midnight)
    #expect(badge.today == 2)
    try await ana.mine.remove(ben.account, from: list)
    #expect(try await ana.mine.duePage(.today, 1, of: 9, now: now).rows.count == 3)
    #expect(try await ana.mine.todayHeader(now: now).hasOthers == false)
  }

  @Test func `a search finds what is for somebody, with words and without, open and completed`() async throws {
    let rice = try await add("Rice", .named("ben"), to: list)
    let soap = try await add("Rice soap", .named("ana"), to: list)
    try await ana.mine.complete(rice)
    func found(_ text: String?, _ assignee: AssigneeFilter, _ status: TaskStatus = .all) async throws -> [TaskID] {
      let filter = TaskFilter(status: status, assignee: assignee)
      let order: SearchOrder = text == nil ? .date : .newest
      guard case .found(let found) = try await ana.mine.search(text, in: filter, by: order, of: 9) else { return [] }
      return found.tasks.map(\.row.id)
    }
    for text in [nil, "rice"] {
      #expect(try await found(text, .account(ben.account)) == [rice])
      #expect(try await found(text, .account(ben.account), .open) == [])
      #expect(try await found(text, .account(ana.account)) == [soap])
      #expect(try await found(text, .account(carla.account)) == [])
    }
    #expect(try await Set(found(nil, .accountOrNobody(ana.account))) == [soap, task])
    #expect(try await ana.mine.people().map(\.name) == ["Ana", "Ben"])
    #expect(try await carla.mine.people() == [])
    try await ana.mine.remove(ben.account, from: list)
    #expect(try await found(nil, .account(ben.account)) == [])
  }

  @Test func `several tasks are given to a member or to nobody at once, with one undo`() async throws {
    let other = try await ana.add("Milk", to: list)[0]
    try await assign(other, to: .account(ben.account))
    let all = TaskSelection.tasks([task, other], in: list)
    let given = try await ana.mine.changeTasks(all, .assign(to: ana.account), submission: .fresh())
    #expect(try await [person(task), person(other)] == ["Ana", "Ana"])
    let told = try await ben.mine.change(#require(given.change))
    #expect((told.kind, told.count) == (.tasksAssigned, 2))
    let fields = try await ben.mine.history(of: list, limit: 1).first?.fields
    #expect(fields == [.assignedOfSeveral(Person(ana.account, "Ana"))])
    try await ana.mine.undo(#require(given.change))
    #expect(try await [person(task), person(other)] == [nil, "Ben"])
    let freed = try await ben.mine.changeTasks(.open(in: list), .assign(to: nil), submission: .fresh())
    #expect(try await [person(task), person(other)] == [nil, nil])
    // Of one task it is told like an edit.
    #expect(try await ben.mine.change(#require(freed.change)).kind == .taskEdited)
    let again = try await ben.mine.changeTasks(.open(in: list), .assign(to: nil), submission: .fresh())
    #expect(again.change == nil && !again.isNew)
  }

  @Test func `no task is given to somebody who is no member of its list`() async throws {
    let elsewhere = try await ana.add("Paint", to: own)[0]
    for (selection, account, list) in [
      (TaskSelection.open(in: list), carla.account, list),
      (.tasks([task, elsewhere], in: nil), ben.account, own),
    ] {
      await #expect(throws: StoreError.conflict(.noMember(list, name: nil))) {
        try await self.ana.mine.changeTasks(selection, .assign(to: account), submission: .fresh())
      }
    }
    #expect(try await person(task) == nil)
    await #expect(throws: StoreError.notFound) {
      try await self.carla.mine.changeTasks(.open(in: self.list), .assign(to: nil), submission: .fresh())
    }
  }
}

extension TaskStore {
  fileprivate func share(_ list: ListID, _ account: AccountID) async throws {
    try await execute(
      "INSERT INTO memberships (account, list, role, position) VALUES (?, ?, 'editor', 9)", [account.value, list.value])
  }
}
