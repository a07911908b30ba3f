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
  var mine: AccountStore<StoreError> { world.mine }

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
    try await mine.complete(tasks[2])
    try await mine.complete(tasks[3])
    try await mine.deleteTask(deleted)
    try await mine.deleteList(trashed)
  }

  /// Makes the changes that `kind` depends on, and returns the state before it.
  func prepare(for kind: ChangeKind) async throws -> Snapshot {
    if kind == .undone { try await mine.complete(tasks[0]) }
    if kind == .taskSkipped { try await editToRepeat() }
    if kind == .filterChanged { _ = try await filter() }
    if [.sectionRenamed, .sectionMoved, .sectionDeleted].contains(kind) { _ = try await section() }
    if [.commentEdited, .commentDeleted].contains(kind) { _ = try await comment() }
    try await prepareSharing(for: kind)
    return try await store.snapshot()
  }

  /// The first section of the house, which has two.
  func section() async throws -> ListSection {
    let known = try await mine.listHeader(house, now: .last).sections
    if let first = known.first { return first }
    for name in ["Garden", "Cellar"] {
      try await mine.addSection(ListName(validating: name), to: house, submission: .fresh())
    }
    return try await section()
  }

  func undo(_ change: ChangeID) async throws(StoreError) -> Undone { try await mine.undo(change) }

  func perform(_ kind: ChangeKind) async throws -> ChangeID? {
    let version = try await mine.task(tasks[0]).version
    let listVersion = try await mine.list(house).version
    switch kind {
    case .listCreated:
      return try await mine.createList("New", submission: .fresh()).change
    case .filterSaved:
      return try await mine.saveFilter("due=week", as: "Due", submission: .fresh()).change
    case .filterChanged:
      return try await mine.changeFilter(filter(), to: "due=late").change
    case .listRenamed:
      return try await mine.renameList(house, to: "Home", version: listVersion)
        .change
    case .sectionAdded:
      return try await mine.addSection("Attic", to: house, submission: .fresh()).change
    case .sectionRenamed:
      let section = try await section()
      return try await mine.renameSection(section.id, to: "Hall", version: section.version, submission: .fresh()).change
    case .sectionMoved: return try await mine.moveSection(section().id, .bottom).change
    case .sectionDeleted: return try await mine.deleteSection(section().id).change
    case .listMoved: return try await mine.moveList(house, .bottom).change
    case .listDeleted: return try await mine.deleteList(house).change
    case .listFollowed:
      let draft = try await world.drafted(.at("https://band.example/"))
      return try await mine.follow(draft, as: "Band", submission: .fresh())
        .change
    case .sourceChanged:
      return try await mine.setAddress(.at("https://new.example/"), of: source)?.change
    case .tasksCopied:
      return try await mine.copyTasks(nil, from: choir, to: .list(house), submission: .fresh()).change
    case .listKept:
      return try await mine.keepList(choir, submission: .fresh()).change
    case .listsImported: return try await world.imports([.named("A", "1", "2"), .named("B", "3")]).change
    case .listRestored: return try await mine.restoreList(trashed).change
    case .taskAdded:
      return try await mine.addTasks([draft("New")], to: house, submission: .fresh()).change
    case .tasksAdded:
      return try await mine.addTasks([draft("N"), draft("M")], to: house, submission: .fresh())
        .change
    case .taskScheduled: return try await mine.setDue(tasks[0], to: Day(iso: "2026-03-02")).change
    case .taskSkipped: return try await mine.skip(tasks[0], on: Day.first).change
    case .taskEdited:
      let new = try draft("A'", notes: "n", due: "2026-03-01", priority: "high")
      return try await mine.editTask(tasks[0], new, version: version).change
    case .taskCompleted: return try await mine.complete(tasks[1]).change
    case .taskReopened: return try await mine.reopen(tasks[2]).change
    case .taskMoved: return try await mine.moveTask(tasks[0], .bottom).change
    case .taskTransferred:
      return try await mine.editTask(tasks[0], draft("A'"), list: garden, version: version).change
    case .taskDeleted: return try await mine.deleteTask(tasks[0]).change
    case .taskRestored: return try await mine.restoreTask(deleted).change
    case .tasksCompleted: return try await change(.complete)
    case .tasksReopened: return try await mine.startAgain(house).change
    case .tasksScheduled: return try await change(.due(Day(iso: "2026-03-01")))
    case .tasksAssigned: return try await change(.assign(to: mine.account))
    case .tasksPrioritized: return try await change(.priority(.high))
    case .tasksRepeated: return try await change(.repeats(RecurrenceDraft(.week), from: .first))
    case .tasksTagged:
      return try await change(.addTag(Tag(stored: "kitchen")))
    case .tasksTransferred: return try await change(.move(to: garden))
    case .tasksDeleted: return try await change(.delete)
    case .completedCleared: return try await mine.clearCompleted(in: house).change
    case .memberInvited, .invitationMade, .invitationEnded, .memberJoined, .invitationDeclined, .roleChanged,
      .memberRemoved, .memberLeft, .pageMade, .pageEnded:
      return try await share(kind)
    case .commentAdded, .commentEdited, .commentDeleted: return try await say(kind)
    case .undone:
      let last = try await mine.history(of: house, limit: 1)[0]
      return try await mine.undo(last.id).change
    case .purged:
      try await store.purge(deletedBefore: .distantFuture)
      return try await mine.history(of: house, limit: 1).first?.id
    }
  }

  private func say(_ kind: ChangeKind) async throws -> ChangeID? {
    let text = try CommentText(validating: "Why not?")
    if kind == .commentAdded { return try await mine.addComment(text, to: tasks[0], submission: .fresh()).change }
    let comment = try await comment()
    if kind == .commentDeleted { return try await mine.deleteComment(comment.id).change }
    return try await mine.editComment(comment.id, text, version: comment.version).change
  }

  /// The comment on the second task.
  func comment() async throws -> TaskComment {
    if let known = try await mine.comments(of: 9, on: tasks[1]).rows.first { return known }
    try await mine.addComment(CommentText(validating: "Soon."), to: tasks[1], submission: .fresh())
    return try await comment()
  }

  /// Lets a task repeat.
  private func editToRepeat() async throws {
    let version = try await mine.task(tasks[0]).version
    let weekly = try draft("A", due: "2026-03-03", repeats: "2026-03-03 FREQ=WEEKLY;BYDAY=TU")
    try await mine.editTask(tasks[0], weekly, version: version)
  }

  /// A saved filter.
  private func filter() async throws -> ListID {
    if let filter = try await mine.listsPage(of: 9).rows.first(where: { $0.filter != nil }) { return filter.id }
    return try await mine.saveFilter("due=week", as: "Due", submission: .fresh()).list
  }

  private func change(_ wanted: BulkChange) async throws -> ChangeID? {
    try await mine.changeTasks(.tasks([tasks[0], tasks[1]], in: house), wanted).change
  }
}

/// A suite each of whose tests has a scene of its own.
class SceneTests {
  let scene: Scene
  var mine: AccountStore<StoreError> { scene.mine }

  init() async throws { scene = try await Scene() }
}
