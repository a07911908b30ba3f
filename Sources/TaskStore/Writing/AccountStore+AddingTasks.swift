import Foundation
import GRDB
import TaskFormats
package import Tasks

extension AccountStore {
  /// Adds tasks at the end of a list where the account adds them, in the given order.
  ///
  /// - Parameter literal: the single task as typed, if words of its title were understood.
  /// - Throws: ``StoreError/repeated(_:)`` and ``StoreError/limit(_:)``.
  @discardableResult package func addTasks(
    _ drafts: [TaskDraft], to list: ListID, literal: TaskDraft? = nil, submission: SubmissionID
  ) async throws(Problem) -> Written {
    try await addTasks(drafts.map { NestedDraft($0) }, to: list, literal: literal, submission: submission)
  }

  /// Adds tasks with their subtasks.
  ///
  /// - Parameter section: the section that they are added to; nil for the tasks before the first one.
  /// - Throws: ``StoreError/notFound`` if the list has no such section.
  @discardableResult package func addTasks(
    _ tasks: [NestedDraft], to list: ListID, section: SectionID? = nil, literal: TaskDraft? = nil,
    submission: SubmissionID
  ) async throws(Problem) -> Written {
    try await write { write in
      let stored = try write.ownList(list)
      return try write.add(tasks, to: stored, at: stored.adds, of: ShownSection(section), literal: literal, submission)
    }
  }

  /// Adds subtasks to a task, after those that it has. If it is completed, it is reopened.
  ///
  /// - Parameter once: whether a submission that is repeated among the last few changes of the list has no effect and is no error.
  /// - Throws: ``StoreError/repeated(_:)`` and ``StoreError/limit(_:)``.
  @discardableResult package func addSubtasks(
    _ subtasks: [NestedDraft], to task: TaskID, literal: TaskDraft? = nil, once: Bool = false, submission: SubmissionID
  ) async throws(Problem) -> Written {
    try await write { write in
      try write.addSubtasks(subtasks, to: task, literal: literal, once: once, submission: submission)
    }
  }
}

extension Write {
  /// See ``AccountStore/addSubtasks(_:to:literal:once:submission:)``.
  func addSubtasks(
    _ subtasks: [NestedDraft], to task: TaskID, literal: TaskDraft?, once: Bool, submission: SubmissionID
  ) throws -> Written {
    let parent = try self.task(task)
    let list = try ownList(parent.list)
    let levels = try db.parents(of: task).count + 2 + (subtasks.map(\.depth).max() ?? 0)
    if levels > Limits.subtaskLevels { throw StoreError.limit(.subtaskLevels(Limits.subtaskLevels)) }
    if once, let earlier = try recentEffect(of: submission, in: list) {
      return Written(change: earlier, isNew: false, list: list.id)
    }
    if parent.isFolded { try fold(parent, false) }
    return try add(subtasks, to: list, at: .bottom, under: task, literal: literal, submission)
  }

  /// Adds tasks to a list, as one change.
  /// - Parameter parent: the task that those at depth 0 are subtasks of.
  func add(
    _ tasks: [NestedDraft], to stored: WritableList, at end: ListEnd, of section: ShownSection = .all,
    under parent: TaskID? = nil, literal: TaskDraft?, _ submission: SubmissionID
  ) throws -> Written {
    let tasks = try assigned(tasks, in: stored.id)
    let (list, drafts) = (stored.id, tasks.map(\.draft))
    // Nothing was understood if only a name was that is none here.
    let literal = literal == drafts.first ? nil : literal
    guard drafts.count <= Limits.tasksAtOnce else { throw StoreError.limit(.tasksAtOnce(Limits.tasksAtOnce)) }
    try requireNotRepeated(submission, in: stored)
    try stored.requireRoom(for: drafts.count)
    try requireQuota(for: Usage(adding: drafts) + Usage(bytes: literal?.bytes ?? 0), in: stored.id)
    guard let first = drafts.first else { return Written(change: nil, isNew: false, list: list) }

    let isOne = drafts.count == 1
    let change = try nextChange()
    let ids = try insert(NewTask.nested(tasks, under: parent, now), into: list, at: end, of: section, change)
    try record(
      ChangeEntry(
        kind: isOne ? .taskAdded : .tasksAdded, list: list, task: isOne ? ids.first : nil,
        name: isOne ? first.title : stored.name, count: drafts.count, submission: submission),
      as: change,
      inverse: Patch.json(
        ofAdded: ids,
        StoredQuickAdd(literal: literal, dated: drafts.count { $0.due != nil }, day: isOne ? first.due : nil),
        and: parent == nil ? [] : settle(ids, in: [list], change)))
    return Written(change: change, list: list, tasks: ids)
  }
}

struct NewTask {
  let draft: TaskDraft
  var done: Milliseconds?
  /// The percentage that is completed, of a copied task.
  var percent: Int?
  var parent: Parent?
  /// What an imported task brings along; nil for others.
  var imported: Imported?

  /// What an imported task has instead of new values. Its tags are in the spellings of the account, and registered by the import.
  struct Imported {
    let uid: String
    let created, changed: Milliseconds
    let deleted: Milliseconds?
    /// The source of a followed task.
    var source: SourceID?
    var comments: [Comment] = []

    struct Comment {
      let author: PortableComment.Author
      let text: String
      let written: Milliseconds
      let edited: Milliseconds?

      init(_ comment: PortableComment, written: Milliseconds, edited: Milliseconds?) {
        (author, text, self.written, self.edited) = (comment.author, comment.text.text, written, edited)
      }
    }
  }

  enum Parent {
    case task(TaskID)
    /// The task at an index of the same insertion, before this one.
    case inserted(Int)
  }

  /// Tasks with their subtasks.
  /// - Parameters:
  ///   - parent: the task that those at depth 0 are subtasks of.
  ///   - now: when those that are done are completed.
  static func nested(_ tasks: [NestedDraft], under parent: TaskID?, _ now: Milliseconds) -> [NewTask] {
    var above: [Int] = []
    return tasks.enumerated().map { index, task in
      above.removeLast(max(0, above.count - task.depth))
      let parent = above.last.map(Parent.inserted) ?? parent.map(Parent.task)
      above.append(index)
      return NewTask(draft: task.draft, done: task.isDone ? now : nil, parent: parent)
    }
  }
}

extension Write {
  func insert(
    _ tasks: [NewTask], into list: ListID, at end: ListEnd, of section: ShownSection = .all, _ change: ChangeID
  ) throws -> [TaskID] {
    let free = try Order(of: list, db).positions(for: tasks.count, at: end, of: section)
    return try insert(tasks.enumerated().map { ($1, at: free.position($0)) }, into: list, change)
  }

  func insert(_ tasks: [(NewTask, at: Int64)], into list: ListID, _ change: ChangeID) throws -> [TaskID] {
    let insertion = try db.cachedStatement(
      sql: """
        INSERT INTO tasks (
          list, position, done, created, version, revision, uid, changed, percent, parent, deleted, source,
          \(TaskField.columns))
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?\(String(repeating: ", ?", count: TaskField.all.count)))
        """)
    var ids: [TaskID] = []
    for (task, position) in tasks {
      let parent: TaskID? =
        switch task.parent {
        case .task(let id): id
        case .inserted(let index): ids[index]
        case nil: nil
        }
      let imported = task.imported
      let draft = try imported == nil ? registered(task.draft) : task.draft
      let place: StatementArguments = [
        list.value, position, task.done?.value, (imported?.created ?? now).value, change.value,
        change.value,
        imported?.uid ?? UniqueID.text(at: now), (imported?.changed ?? now).value, task.percent, parent?.value,
        imported?.deleted?.value, imported?.source?.value,
      ]
      let fields = StatementArguments(TaskField.all.map { draft.stored($0).databaseValue })
      try insertion.execute(arguments: place + fields)
      let id = TaskID(db.lastInsertedRowID)
      ids.append(id)
      for comment in imported?.comments ?? [] { try insert(comment, on: id, change) }
    }
    return ids
  }

  /// The task with its tags in the spellings that the account has, which are registered.
  private func registered(_ draft: TaskDraft) throws -> TaskDraft {
    let draft = try spelled(draft)
    try requireRoom(for: draft.tags)
    try draft.tags.tags.forEach(register)
    return draft
  }
}

/// What a quick-add field understood, stored with the inverse of the change that added the tasks.
struct StoredQuickAdd: Codable {
  /// The single task as typed: its title, due day and priority.
  private var title: String?
  private var due: Day?
  private var priority: String?
  /// The number of tasks that were added with a due date.
  private var dated: Int?
  /// The due day of a single task that was added.
  private var day: Day?

  init(literal: TaskDraft?, dated: Int, day: Day? = nil) {
    self.day = day
    title = literal?.title
    due = literal?.due
    priority = literal?.priority.name
    self.dated = dated > 0 ? dated : nil
  }

  /// The stored JSON; nil if there is nothing to store.
  var json: String? {
    get throws {
      guard title != nil || dated != nil || day != nil else { return nil }
      return String(decoding: try JSONEncoder().encode(self), as: UTF8.self)
    }
  }

  /// The expression that selects the JSON of a change `c`.
  static let selection = """
    CASE WHEN c.kind IN ('task-added', 'tasks-added') THEN c.inverse ->> '$[0].quickAdd' END
    """

  /// Reads the value of ``selection``; nil if there is none.
  static func understood(_ json: String?) -> Change.Understood? {
    guard let stored = json?.decoded(as: StoredQuickAdd.self) else { return nil }
    let literal = stored.title.map {
      TaskDraft(
        title: $0, notes: "", due: stored.due, priority: stored.priority.flatMap { Priority(name: $0) } ?? .none)
    }
    return Change.Understood(literal: literal, dated: stored.dated ?? 0, due: stored.day)
  }
}
