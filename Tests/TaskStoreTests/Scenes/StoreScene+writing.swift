import Foundation
import Tasks
import Testing

@testable import TaskStore

/// Steps that change lists.
extension StoreScene {
  /// Takes such a step; nil if it is another one.
  func write(_ step: Step) async throws -> Written? {
    switch step.name {
    case "list": try await mine.createList(ListName(validating: step[0]), submission: step.submission)
    case "filter": try await mine.saveFilter(step[1], as: ListName(validating: step[0]), submission: step.submission)
    case "refilter": try await mine.changeFilter(list(step[0]), to: step[1])
    case "rename-list":
      try await mine.renameList(
        list(step[0]), to: ListName(validating: step[1]), version: version(step, mine.list(list(step[0])).version))
    case "move-list": try await mine.moveList(list(step[0]), listMove(step))
    case "delete-list": try await mine.deleteList(list(step[0]))
    case "restore-list": try await mine.restoreList(list(step[0]))
    case "clear": try await mine.clearCompleted(in: list(step[0]))
    case "start-again": try await mine.startAgain(list(step[0]), on: step.day("on"))
    case "copy-list": try await mine.copyList(list(step[0]), submission: step.submission)
    case "add":
      try await mine.addTasks(
        drafts(step), to: list(step[0]), section: section(step["section"]), submission: step.submission)
    case "steps": try await mine.addSubtasks(drafts(step), to: task(step[0]), submission: step.submission)
    case "edit": try await edit(step)
    case "complete": try await mine.complete(task(step[0]), on: step.day("on") ?? Day(daysSince1970: 0))
    case "skip": try await mine.skip(task(step[0]), step.day("date"), on: #require(step.day("on")))
    case "reopen": try await mine.reopen(task(step[0]))
    case "due": try await mine.setDue(task(step[0]), to: step.day("due"))
    case "move": try await mine.moveTask(task(step[0]), move(step))
    case "transfer": try await mine.transferTask(task(step[0]), to: list(step[1]), submission: step.submission)
    case "delete": try await mine.deleteTask(task(step[0]))
    case "restore": try await mine.restoreTask(task(step[0]))
    case "change": try await mine.changeTasks(selection(step), bulkChange(step), submission: step.submission)
    case "section":
      try await mine.addSection(ListName(validating: step[1]), to: list(step[0]), submission: step.submission)
    case "rename-section":
      try await mine.renameSection(
        namedSection(step[0]), to: ListName(validating: step[1]), version: change(step["version"] ?? ""),
        submission: step.submission)
    case "move-section":
      try await mine.moveSection(
        namedSection(step[0]), section(step["before"]).map { SectionMove.before($0) } ?? .bottom)
    case "delete-section": try await mine.deleteSection(namedSection(step[0]))
    case "rename-tag":
      try await mine.renameTag(tag(step[0]), to: Tag(stored: step[1]), submission: step.submission)
        ?? Self.nothingWritten
    case "remove-tag": try await mine.removeTag(tag(step[0]), submission: step.submission) ?? Self.nothingWritten
    case "undo": try await undo(change(step[0]), step)
    case "undo-last": try await undo(newest(of: step[0]).id, step)
    default: try await writeElsewhere(step)
    }
  }

  static let nothingWritten = Written(change: nil, list: ListID(0))

  /// The last change of a list.
  func newest(of name: String) async throws -> Change {
    guard let change = try await mine.history(of: list(name), limit: 1).first else { throw StoreError.notFound }
    return change
  }

  private func undo(_ change: ChangeID, _ step: Step) async throws -> Written {
    let undone = try await mine.undo(change)
    switch undone.target {
    case .overview: step.place = "the overview"
    case .list(let list): step.place = try await "list \(mine.list(list).name)"
    case .row(let task, _): step.place = try await "row \(title(of: task))"
    case .task(let task, _): step.place = try await "task \(title(of: task))"
    case .trash: step.place = "the trash"
    case .sharing(let list): step.place = try await "sharing \(mine.list(list).name)"
    }
    return Written(change: undone.change, list: ListID(0))
  }

  /// The version that a form of the step shows: the named one, or the one of now.
  private func version(_ step: Step, _ now: ChangeID) async throws -> ChangeID {
    let version = try step["version"].map { try change($0) } ?? step.version ?? now
    step.version = version
    return version
  }

  /// The tasks that a step adds, with all of its fields; `>` before a title is a level.
  func drafts(_ step: Step) throws -> [NestedDraft] {
    try step.words.dropFirst().flatMap { $0.split(separator: "\n") }.map { word in
      let depth = word.prefix { $0 == ">" }.count
      return NestedDraft(
        try TaskDraft(validating: TaskInput { $0 == .title ? String(word.dropFirst(depth)) : step[$0.name] ?? "" }),
        depth: depth)
    }
  }

  private func edit(_ step: Step) async throws -> Written {
    let task = try await task(step[0])
    let stored = try await mine.task(task)
    let text = try TaskDraft(validating: TaskInput { step[$0.name] ?? stored.text[$0] })
    return try await mine.editTask(
      task, text, list: list(ifAny: step["list"]), version: version(step, stored.version), submission: step.submission)
  }

  private func move(_ step: Step) async throws -> TaskMove {
    if let other = step["before"] { return try await .before(task(other)) }
    if let other = step["into"] { return try await .into(task(other)) }
    if let other = step["end"] { return try await .endOf(section(other)) }
    return step[1] == "top" ? .top : .bottom
  }

  private func listMove(_ step: Step) async throws -> ListMove {
    if let other = step["before"] { return try await .before(list(other)) }
    return step[1] == "top" ? .top : .bottom
  }

  /// `open=list`, `matches=words`, or tasks by their titles, with `in=list` if they are chosen there.
  private func selection(_ step: Step) async throws -> TaskSelection {
    if let open = step["open"] { return try await .open(in: list(open)) }
    if let text = step["matches"] {
      let filter = TaskFilter(list: try await list(ifAny: step["in"]))
      return .matches(of: text.isEmpty ? nil : text, in: filter)
    }
    var tasks: [TaskID] = []
    for word in step.words where !["complete", "delete"].contains(word) { tasks.append(try await task(word)) }
    return try await .tasks(tasks, in: list(ifAny: step["in"]))
  }

  private func bulkChange(_ step: Step) async throws -> BulkChange {
    if let target = step["to"] { return try await .move(to: list(target)) }
    if step["due"] != nil { return .due(step.day("due")) }
    if let priority = step["priority"] { return .priority(Priority(name: priority) ?? .none) }
    if let tag = step["tag"] { return .addTag(Tag(stored: tag)) }
    if let tag = step["untag"] { return .replaceTag(Tag(stored: tag), by: step["by"].map { Tag(stored: $0) }) }
    if let unit = step["repeats"] {
      return .repeats(unit == "week" ? RecurrenceDraft(.week) : nil, from: step.day("from") ?? .first)
    }
    return step[0] == "delete" ? .delete : .complete(on: step.day("on") ?? Day(daysSince1970: 0))
  }
}
