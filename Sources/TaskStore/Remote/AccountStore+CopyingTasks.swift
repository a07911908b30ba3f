package import Foundation
import GRDB
package import Tasks

extension AccountStore {
  /// Copies tasks of a remote list to the top of an own list, in their order and as one change. Completed and cancelled tasks
  /// become completed tasks, and the lists or headings of a source tags of their tasks.
  ///
  /// - Parameters:
  ///   - chosen: the tasks to copy.
  ///   - list: the remote list.
  ///   - target: the destination.
  ///   - zone: the time zone that converts moments to days.
  ///   - untitled: the title of tasks without one.
  ///   - submission: the idempotency key of the form.
  /// - Throws: ``Conflict/tasksGone(_:)`` if some of the tasks no longer exist, ``StoreError/forbidden`` if the target is a
  ///   remote list, ``StoreError/repeated(_:)`` and ``StoreError/limit(_:)``.
  @discardableResult package func copyTasks(
    _ chosen: ChosenTasks, from list: ListID, to target: CopyTarget, in zone: TimeZone,
    untitled: String = "Untitled", submission: SubmissionID
  ) async throws(Problem) -> Written {
    try await write { write in
      let origin = try write.anyList(list)
      try origin.requireThere()
      guard let source = origin.source else { throw StoreError.notFound }
      if case .list(let id) = target { _ = try write.ownList(id) }
      try write.requireNotRepeated(submission)

      let tasks = try write.tasks(chosen, of: source)
      guard tasks.count <= Limits.tasksAtOnce else { throw StoreError.limit(.tasksAtOnce(Limits.tasksAtOnce)) }
      let areMarked = try write.db.hasMarkedTags(source)
      let copies = tasks.nested {
        NewTask($0, in: zone, untitled: untitled, taggedByGroup: true, areTagsMarked: areMarked, now: write.now)
      }
      try write.requireQuota(for: Usage(adding: copies.map(\.draft)))
      var entry = ChangeEntry(
        kind: .tasksCopied, list: list, name: origin.name, count: copies.count, submission: submission)

      switch target {
      case .list(let id):
        entry.list = id
        try write.requireRoom(in: id, for: copies.count)
        let change = try write.record(entry)
        let ids = try write.insert(copies, into: id, at: write.ownList(id).adds, change)
        try write.setInverse([.added(.tasks, ids.map(\.value))], of: change)
        return Written(change: change, list: id, tasks: ids)
      case .new(let name):
        entry.list = try write.makeList(name)
        return try write.fillList(entry) { change in
          (try write.insert(copies, into: entry.list, at: ListPreferences.ofNewList.adds, change), [])
        }
      }
    }
  }
}

extension Database {
  func hasMarkedTags(_ source: SourceID) throws -> Bool {
    let format = PortableFormat.todoTxt.rawValue
    return try exists("SELECT 1 FROM sources WHERE id = ? AND format = ?", [source.value, format])
  }
}

extension Write {
  /// The chosen tasks in their order. Throws if one is missing.
  fileprivate func tasks(_ chosen: ChosenTasks, of source: SourceID) throws -> [ChosenTask] {
    let all = try db.rows(SourceQuery.tasks, [account.value, source.value, -1], RemoteTask.init(stored:))
    switch chosen {
    case .open:
      let found = ChosenTask.all(of: all) { $0.status.isOpen }
      if found.isEmpty { throw StoreError.conflict(.tasksGone(0)) }
      return found
    case .keys(let keys):
      // Compared by their bytes: `String` treats canonically equivalent spellings, as of é, as equal.
      var wanted = Set(keys.map { Array($0.utf8) })
      let found = ChosenTask.all(of: all) { wanted.remove(Array($0.key.utf8)) != nil }
      if found.isEmpty || !wanted.isEmpty { throw StoreError.conflict(.tasksGone(wanted.count)) }
      return found
    }
  }
}

/// A chosen task of a remote list.
private struct ChosenTask {
  let task: RemoteTask
  /// The index of the chosen task that it is a step of: its parent, or the next ancestor that was chosen.
  let parent: Int?

  /// The chosen ones of all tasks of a list, which are in preorder.
  static func all(of tasks: [RemoteTask], where isChosen: (RemoteTask) -> Bool) -> [ChosenTask] {
    var above: [(depth: Int, index: Int?)] = []
    var (chosen, levels): ([ChosenTask], [Int]) = ([], [])
    for task in tasks {
      while let last = above.last, last.depth >= task.depth { above.removeLast() }
      guard isChosen(task) else {
        above.append((task.depth, nil))
        continue
      }
      // Below the last level there is none.
      let parent = above.compactMap(\.index).last { levels[$0] + 1 < Limits.subtaskLevels }
      above.append((task.depth, chosen.count))
      levels.append(parent.map { levels[$0] + 1 } ?? 0)
      chosen.append(ChosenTask(task: task, parent: parent))
    }
    return chosen
  }
}

extension [ChosenTask] {
  /// The copies with their parents. A completed task with an open step is open.
  fileprivate func nested(_ copy: (RemoteTask) -> NewTask) -> [NewTask] {
    var copies = map { copy($0.task) }
    for (index, chosen) in enumerated() {
      copies[index].parent = chosen.parent.map { .inserted($0) }
      guard copies[index].done == nil else { continue }
      var next = chosen.parent
      while let parent = next {
        copies[parent].done = nil
        next = self[parent].parent
      }
    }
    return copies
  }
}

extension [RemoteTask] {
  func copies(_ copy: (RemoteTask) -> NewTask) -> [NewTask] { ChosenTask.all(of: self) { _ in true }.nested(copy) }
}

extension NewTask {
  /// - Parameters:
  ///   - taggedByGroup: whether the heading or list that contains the task becomes a tag.
  ///   - areTagsMarked: whether a mark precedes each tag, as in a todo.txt: `+project`, `@context`.
  init(
    _ task: RemoteTask, in zone: TimeZone, untitled: String, taggedByGroup: Bool = false, areTagsMarked: Bool,
    now: Milliseconds
  ) {
    let (due, time) = (task.due?.day(in: zone), task.due?.time(in: zone))
    let recurrence = due.flatMap { due in
      task.status.isOpen
        ? Recurrence(task.recurrence, due: due, start: task.start?.day(in: zone), at: time, in: zone) : nil
    }
    let names = areTagsMarked ? task.tags.map { String($0.dropFirst()) } : task.tags
    var tags = TagSet()
    let others = (names + (taggedByGroup ? [task.group].compactMap(\.self) : [])).filter { !tags.insert(named: $0) }
    draft = TaskDraft(
      title: task.title.isEmpty ? untitled : task.title, notes: Self.notes(of: task, tags: others, recurrence),
      due: due, time: time, repeats: recurrence, start: task.start?.day(in: zone), tags: tags, priority: task.priority)
    percent = task.status.percent
    done =
      switch task.status {
      case .open: nil
      case .done(let time): time.map { min(Milliseconds($0, in: zone), now) } ?? .unknown
      case .cancelled: .unknown
      }
  }

  /// The notes with what own tasks don't have appended if it fits: other tags, and a rule of another kind, as written.
  private static func notes(of task: RemoteTask, tags: [String], _ recurrence: Recurrence?) -> String {
    let tags = tags.joined(separator: ", ")
    var rules = ""
    if case .rules(let written) = task.recurrence, task.status.isOpen, recurrence == nil {
      rules = written.split(separator: "\n").map { "RRULE:\($0)" }.joined(separator: "\n")
    }
    let notes = [task.notes, tags, rules].filter { !$0.isEmpty }.joined(separator: "\n\n")
    return notes.utf8.count <= Limits.notesBytes ? notes : task.notes
  }
}

extension Milliseconds {
  /// A moment, or noon of a day in the time zone.
  fileprivate init(_ time: RemoteTime, in zone: TimeZone) {
    switch time {
    case .moment(let moment): self.init(moment)
    case .local(let day, let time): self.init(day.moment(at: time, in: zone))
    case .day(let day):
      let epoch = Day(of: Date(timeIntervalSince1970: 0), in: .gmt)
      let noon = Date(timeIntervalSince1970: Double(day.daysSince(epoch)) * 86_400 + 43_200)
      self.init(noon.addingTimeInterval(-Double(zone.secondsFromGMT(for: noon))))
    }
  }
}

/// The result of drafting a source: a draft for preview, or a list that exists already.
package enum DraftedSource: Hashable, Sendable {
  /// A draft of a source that the account does not follow yet.
  case draft(SourceID)
  /// A list of the account that follows the address already.
  case followed(ListID)
}

/// A source whose background refresh is due.
package struct DueSource: Hashable, Sendable {
  package let id: SourceID
  /// The account to fetch it for: the first of the list's owners.
  package let account: AccountID
}

package enum ChosenTasks: Hashable, Sendable {
  case open
  case keys([String])
}

package enum CopyTarget: Hashable, Sendable {
  /// The top of an existing own list.
  case list(ListID)
  case new(ListName)
}
