import Foundation
import TaskFormats
import Tasks

/// The tasks of a list to import, with their parents.
///
/// The rules for subtasks hold: the subtasks of a completed task are completed, and those of a task in the trash are in the trash.
struct ImportedTasks {
  private(set) var tasks: [PortableTask]
  /// The index of the task that each is a subtask of.
  private(set) var parents: [Int?]
  private let headings: [String]

  init(_ list: PortableList) {
    (tasks, headings) = (list.tasks, list.sections)
    parents = []
    parents.reserveCapacity(tasks.count)
    var above: [Int] = []
    for index in tasks.indices {
      above.removeLast(max(0, above.count - min(tasks[index].depth, Limits.subtaskLevels - 1)))
      parents.append(above.last)
      // Set only where something changes: an array without changes is not copied.
      if let parent = above.last, tasks[index].deleted == nil {
        if let deleted = tasks[parent].deleted {
          tasks[index].deleted = deleted
        } else if tasks[index].completed == nil, let completed = tasks[parent].completed {
          (tasks[index].completed, tasks[index].percent) = (completed, nil)
        }
      }
      above.append(index)
    }
  }

  /// The section that begins with a task, after the sections above it that have no tasks; at the end, the remaining sections.
  func sections(before index: Int) -> [String] {
    let task = index < tasks.count ? tasks[index] : nil
    // A subtask has the section of its task, which is not searched for from each subtask.
    if let task, task.depth > 0 || task.section == nil { return [] }
    let last = tasks[..<index].last { $0.depth == 0 }?.section
    let rest = last.flatMap { headings.firstIndex(of: $0) }.map { headings[($0 + 1)...] } ?? headings[...]
    guard let section = task?.section else { return Array(rest) }
    if section == last { return [] }
    return rest.firstIndex(of: section).map { Array(rest[...$0]) } ?? [section]
  }

  /// The tasks of a subtask of the import, ready to insert.
  /// - Parameters:
  ///   - ids: the ids of the tasks that were inserted before.
  ///   - tags: the spellings of tags.
  ///   - now: the latest moment of anything that has happened.
  func slice(
    _ range: Range<Int>, after ids: [TaskID], spelling tags: TagSpelling, at now: Milliseconds
  ) -> [NewTask] {
    range.map { index in
      let parent = parents[index].map { parent -> NewTask.Parent in
        parent < range.lowerBound ? .task(ids[parent]) : .inserted(parent - range.lowerBound)
      }
      return task(index, under: parent, spelling: tags, at: now)
    }
  }

  /// One task, ready to insert.
  /// - Parameter source: the source of a followed task.
  func task(
    _ index: Int, under parent: NewTask.Parent?, spelling tags: TagSpelling, from source: SourceID? = nil,
    at now: Milliseconds
  ) -> NewTask {
    let task = tasks[index]
    func moment(_ date: Date?) -> Milliseconds? { date.map { min(Milliseconds($0), now) } }
    let (created, done) = (moment(task.created), moment(task.completed))
    return NewTask(
      draft: tags.spelled(task.draft), done: done, percent: done == nil ? task.percent : nil, parent: parent,
      imported: NewTask.Imported(
        uid: task.uid, created: created ?? now,
        changed: moment(task.changed) ?? moment(task.completed?.ifKnown) ?? created ?? now,
        deleted: moment(task.deleted), source: source,
        // Followed tasks take none.
        comments: source != nil
          ? []
          : task.comments.map {
            NewTask.Imported.Comment($0, written: min(Milliseconds($0.written), now), edited: moment($0.edited))
          }))
  }
}

/// One spelling for each tag: that of the account, or one of the file.
struct TagSpelling: Sendable {
  private var names: [String: Tag]
  /// The tags of the file, as they are spelled.
  private(set) var used = TagSet()

  /// - Parameter known: the names of the account's tags, each tag's preferred one first.
  init(known: [Tag], of lists: [PortableList]) {
    names = Dictionary(known.map { ($0.key, $0) }) { first, _ in first }
    var keys: [String: Tag] = [:]
    for tag in Set(lists.flatMap { $0.tasks.flatMap(\.draft.tags.tags) }).sorted(by: { $0.name < $1.name }) {
      let key = tag.key
      if names[key] == nil { names[key] = tag }
      keys[key] = names[key]
    }
    used = TagSet(stored: keys.values.map(\.name).sorted().joined(separator: " "))
  }

  func spelled(_ draft: TaskDraft) -> TaskDraft {
    draft.tags.isEmpty ? draft : draft.with { $0.tags = spelled($0.tags) }
  }

  func spelled(_ tags: TagSet) -> TagSet { TagSet(tags.tags.map { names[$0.key] ?? $0 }) }
}
