import Foundation
import Tasks

@testable import TaskStore

/// Two lists with tasks of every kind, and a followed one, in which any change is possible.
struct Scene {
  let world: World
  let house: ListID
  let garden: ListID
  let trashed: ListID
  let tasks: [TaskID]
  let deleted: TaskID
  let choir: ListID
  let source: SourceID

  var store: TaskStore { world.store }
  var account: AccountID { world.account }

  init() async throws {
    world = try World()
    house = try await world.list("House")
    garden = try await world.list("Garden")
    trashed = try await world.list("Attic")
    tasks = try await world.add("A", "B", "C", "D", "E", to: house)
    deleted = tasks[4]
    (choir, source) = try await world.follow("Choir", [.named("Alto"), .named("Bass")])
    try await world.add("X", to: garden)
    try await world.add("Old", to: trashed)
    try await store.complete(tasks[2], for: account)
    try await store.complete(tasks[3], for: account)
    try await store.deleteTask(deleted, for: account)
    try await store.deleteList(trashed, for: account)
  }

  /// Makes the changes that `kind` depends on, and returns the state before it.
  func prepare(for kind: ChangeKind) async throws -> Snapshot {
    if kind == .undone { try await store.complete(tasks[0], for: account) }
    if kind == .taskSkipped { try await editToRepeat() }
    if kind == .filterChanged { _ = try await filter() }
    return try await store.snapshot()
  }

  func undo(_ change: ChangeID) async throws(StoreError) -> Undone {
    try await store.undo(change, for: account)
  }

  func perform(_ kind: ChangeKind) async throws -> ChangeID? {
    let version = try await store.task(tasks[0], for: account).version
    let listVersion = try await store.list(house, for: account).version
    switch kind {
    case .listCreated:
      return try await store.createList(ListName(validating: "New"), submission: .fresh(), for: account).change
    case .filterSaved:
      return try await store.saveFilter(
        "due=week", as: ListName(validating: "Due"), submission: .fresh(), for: account
      ).change
    case .filterChanged:
      return try await store.changeFilter(filter(), to: "due=late", for: account).change
    case .listRenamed:
      return try await store.renameList(house, to: ListName(validating: "Home"), version: listVersion, for: account)
        .change
    case .listMoved: return try await store.moveList(house, .down, for: account).change
    case .listDeleted: return try await store.deleteList(house, for: account).change
    case .listFollowed:
      let draft = try await world.drafted(.at("https://band.example/"))
      return try await store.follow(draft, as: ListName(validating: "Band"), submission: .fresh(), for: account)
        .change
    case .sourceChanged:
      return try await store.setAddress(.at("https://new.example/"), of: source, for: account)?.change
    case .tasksCopied:
      return try await store.copyTasks(
        .open, from: choir, to: .list(house), in: .gmt, submission: .fresh(), for: account
      ).change
    case .listKept:
      return try await store.keepList(choir, in: .gmt, submission: .fresh(), for: account).change
    case .listsImported: return try await world.imports([.named("A", "1", "2"), .named("B", "3")]).change
    case .listRestored: return try await store.restoreList(trashed, for: account).change
    case .taskAdded:
      return try await store.addTasks([draft("New")], to: house, submission: .fresh(), for: account).change
    case .tasksAdded:
      return try await store.addTasks([draft("N"), draft("M")], to: house, submission: .fresh(), for: account)
        .change
    case .taskScheduled: return try await store.setDue(tasks[0], to: Day(iso: "2026-03-02"), for: account).change
    case .taskSkipped: return try await store.skip(tasks[0], on: Day.first, for: account).change
    case .taskEdited:
      let new = try draft("A'", notes: "n", due: "2026-03-01", priority: "high")
      return try await store.editTask(tasks[0], new, version: version, for: account).change
    case .taskCompleted: return try await store.complete(tasks[1], for: account).change
    case .taskReopened: return try await store.reopen(tasks[2], for: account).change
    case .taskMoved: return try await store.moveTask(tasks[0], .down, for: account).change
    case .taskTransferred:
      return try await store.editTask(tasks[0], draft("A'"), list: garden, version: version, for: account).change
    case .taskDeleted: return try await store.deleteTask(tasks[0], for: account).change
    case .taskRestored: return try await store.restoreTask(deleted, for: account).change
    case .tasksCompleted: return try await change(.complete)
    case .tasksScheduled: return try await change(.due(Day(iso: "2026-03-01")))
    case .tasksPrioritized: return try await change(.priority(.high))
    case .tasksRepeated: return try await change(.repeats(RecurrenceDraft(.week), from: .first))
    case .tasksTagged:
      return try await change(.addTag(Tag(stored: "kitchen")))
    case .tasksTransferred: return try await change(.move(to: garden))
    case .tasksDeleted: return try await change(.delete)
    case .completedCleared: return try await store.clearCompleted(in: house, for: account).change
    case .undone:
      let last = try await store.history(of: house, for: account, limit: 1)[0]
      return try await store.undo(last.id, for: account).change
    case .purged:
      try await store.purge(deletedBefore: .distantFuture)
      return try await store.history(of: house, for: account, limit: 1).first?.id
    }
  }

  /// Lets a task repeat.
  private func editToRepeat() async throws {
    let version = try await store.task(tasks[0], for: account).version
    let weekly = try draft("A", due: "2026-03-03", repeats: "2026-03-03 FREQ=WEEKLY;BYDAY=TU")
    try await store.editTask(tasks[0], weekly, version: version, for: account)
  }

  /// A saved filter.
  private func filter() async throws -> ListID {
    if let filter = try await store.listsPage(of: 9, for: account).lists.first(where: { $0.filter != nil }) {
      return filter.id
    }
    return try await store.saveFilter(
      "due=week", as: ListName(validating: "Due"), submission: .fresh(), for: account
    ).list
  }

  private func change(_ wanted: BulkChange) async throws -> ChangeID? {
    try await store.changeTasks(.tasks([tasks[0], tasks[1]], in: house), wanted, for: account).change
  }
}
