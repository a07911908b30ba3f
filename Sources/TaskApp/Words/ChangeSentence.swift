import StatePages
import Tasks

/// The sentence that describes a change, in its notice and in the history: a template and its values.
struct ChangeSentence: TemplateView, Hashable {
  static let sentences =
    (ChangeKind.allCases.map(\.rawValue) + [
      "undone-unnamed", "undone-tasks", "undone-partly", "redone-partly", "redone", "redone-unnamed", "redone-tasks",
      "next-trashed-unnamed",
      "filter-deleted", "filter-moved", "filter-renamed",
      "filter-restored", "task-undated", "tasks-undated", "tasks-tag-added", "tasks-tag-removed", "tasks-tag-replaced",
      "task-transferred-away", "tasks-transferred-away", "task-added-undone", "tasks-added-undone", "list-added-undone",
      "next-trashed", "task-due", "tasks-due", "task-added-due", "task-skipped-due", "tasks-added-dated",
      "task-completed-steps", "task-deleted-steps", "task-restored-steps", "task-transferred-steps",
      "task-transferred-away-steps", "lists-imported-several", "tasks-restored",
    ])
    .map { "words/change.\($0)" }

  static let fields: [String: Field<ChangeSentence>] = [
    "template": .template(among: sentences, \.template),
    "name": .optional(\.name),
    "count": .number { $0.count },
    "lists": .number { change in change.lists },
    "savedToo": .flag(\.isSavedToo),
    "undidToo": .flag(\.isUndoneToo),
    "dated": .numeral { $0.dated > 0 ? $0.dated : nil },
    "other": .optional(\.other), "day": .view(\.day), "tags": .view(\.tags), "app": .optional(\.app),
    "member": .optional(\.member),
    "undo": .optionalForm(\.undo),
  ]
  private(set) var template: String
  private(set) var name: String?
  private(set) var count: Int
  /// The number of lists with changed tasks; nil if it is one.
  let lists: Int?
  /// Whether what was typed on the page was saved together with it, and is undone together with it.
  let isWithSaved: Bool
  var isSavedToo: Bool { isWithSaved && (!isUndo || isRedo) }
  var isUndoneToo: Bool { isWithSaved && isUndo && !isRedo }
  let isUndo: Bool
  /// Whether it brings back what an undo has undone.
  let isRedo: Bool
  /// Whether its undo brings back what it has undone.
  var isRedoable: Bool { isUndo && !isRedo }
  /// The number of tasks that were added with a due date.
  let dated: Int
  private(set) var other: String?
  let day: NewDueDate?
  /// The account that it is about; nil for other changes, and for a removed account.
  let member: String?
  /// The name of the app password with which it was made.
  let app: String?
  /// The tag that tasks got, and the one that they lost.
  private(set) var tags: TagChange?
  /// The form of its undo; nil if the change cannot be undone.
  let undo: TaskCommand?

  /// - Parameter days: names the new due date in the sentence, relative to today; nil for the history of a list, which is read on
  ///   later days and tells the tasks of that list only.
  init(_ change: Change, naming days: DayPrinter? = nil) {
    let rescheduling = days.flatMap { Rescheduling(change, $0) }
    day = rescheduling?.day ?? Self.dueOfAdded(change, days)
    (app, member) = (change.app, change.member)
    name = change.name
    isWithSaved = change.batch?.isMixed == true
    isUndo = change.undoes != nil
    isRedo = change.undoneKind == .undone
    let batch = days == nil || isWithSaved ? nil : change.batch
    count = batch?.tasks ?? change.count
    let subtasks = change.task == nil ? 0 : max(0, change.count - 1)
    // An app deletes one task after the other.
    let isOneByOne = (change.undoneKind ?? change.kind) == .taskDeleted && (batch?.lists ?? 1) > 1
    lists = isOneByOne ? nil : batch.flatMap { $0.lists > 1 ? $0.lists : nil }
    dated = change.quickAdd?.dated ?? 0
    other = change.otherName
    if days != nil, change.kind == .tasksTagged, case .tags(let added, let removed)? = change.fields.first {
      tags = TagChange(added: added, removed: removed)
    }
    undo = change.undoable ? .undo(change.id) : nil
    template = ""
    let ofSeveral = change.undoes == nil ? ChangeKind.tasksDeleted.rawValue : "tasks-restored"
    template =
      "words/change.\(variant(of: rescheduling?.template ?? (isOneByOne ? ofSeveral : Self.name(of: change)), isOfFilter: change.isOfFilter))"
    if subtasks > 0, Self.sentences.contains("\(template)-steps") {
      (template, count) = ("\(template)-steps", subtasks)
    }
  }

  /// The sentence for what is known of the change, so that each is one message.
  private func variant(of sentence: String, isOfFilter: Bool) -> String {
    switch sentence {
    case "list-deleted", "list-moved", "list-renamed", "list-restored":
      isOfFilter ? "filter\(sentence.dropFirst(4))" : sentence
    case "undone", "redone": lists != nil ? "\(sentence)-tasks" : name == nil ? "\(sentence)-unnamed" : sentence
    case "next-trashed": name == nil ? "\(sentence)-unnamed" : sentence
    case "lists-imported": lists == nil ? sentence : "\(sentence)-several"
    case "task-added", "task-skipped": day == nil ? sentence : "\(sentence)-due"
    case "tasks-added": dated == 0 ? sentence : "\(sentence)-dated"
    case "task-transferred", "tasks-transferred": other == nil ? "\(sentence)-away" : sentence
    case "tasks-tagged":
      switch (tags?.added.isEmpty, tags?.removed.isEmpty) {
      case (_, true?): "tasks-tag-added"
      case (true?, _): "tasks-tag-removed"
      case (false?, false?): "tasks-tag-replaced"
      case (nil, _), (_, nil): sentence
      }
    case _: sentence
    }
  }

  /// The due date of an added task, because its row may be out of view.
  private static func dueOfAdded(_ change: Change, _ days: DayPrinter?) -> NewDueDate? {
    guard change.kind == .taskAdded, let days, let due = change.quickAdd?.due else { return nil }
    return NewDueDate(due, days)
  }

  /// The undo of a deletion is a restoration.
  private static func name(of change: Change) -> String {
    if change.leavesSome { return change.undoneKind == .undone ? "redone-partly" : "undone-partly" }
    return switch change.undoneKind {
    case .listDeleted: ChangeKind.listRestored.rawValue
    case .taskDeleted: ChangeKind.taskRestored.rawValue
    case .tasksDeleted, .completedCleared: "tasks-restored"
    case .undone: "redone"
    case .taskAdded: "task-added-undone"
    case .tasksAdded, .tasksCopied: "tasks-added-undone"
    case .listCreated: "list-added-undone"
    case .taskCompleted where change.leavesNext, .tasksCompleted where change.leavesNext: "next-trashed"
    case .filterSaved, .filterChanged, .listRenamed, .listMoved, .listRestored, .taskEdited, .taskScheduled,
      .taskSkipped, .taskCompleted, .taskReopened, .taskMoved, .taskTransferred, .taskRestored, .tasksCompleted,
      .tasksReopened, .tasksScheduled, .sectionAdded, .sectionRenamed, .sectionMoved, .sectionDeleted,
      .tasksPrioritized, .tasksAssigned, .tasksRepeated, .tasksTagged, .tasksTransferred, .listFollowed, .sourceChanged,
      .listKept,
      .listsImported, .memberInvited, .invitationMade, .invitationEnded, .memberJoined, .invitationDeclined,
      .roleChanged,
      .memberRemoved, .memberLeft, .pageMade, .pageEnded,
      .commentAdded, .commentEdited, .commentDeleted, .purged, nil:
      change.kind.rawValue
    }
  }

  /// A copy with names truncated for a label.
  var shortened: ChangeSentence {
    var short = self
    short.name = name.map { ShortText.of($0) }
    short.other = other.map { ShortText.of($0) }
    return short
  }
}

/// A change of nothing but due dates, for a sentence that names the new one.
private struct Rescheduling {
  private(set) var template: String
  let day: NewDueDate

  init?(_ change: Change, _ days: DayPrinter) {
    switch (change.kind, change.fields.first) {
    case (.taskEdited, .due(_, let to)?) where change.fields.count == 1:
      (template, day) = (to == nil ? "task-undated" : "task-due", NewDueDate(to, days))
    case (.taskSkipped, .due(_, let to?)?): (template, day) = ("task-skipped", NewDueDate(to, days))
    case (.taskScheduled, .due(_, let to)?):
      (template, day) = (to == nil ? "task-undated" : "task-due", NewDueDate(to, days))
    case (.tasksScheduled, .due(_, let to)?), (.tasksScheduled, .dueOfSeveral(let to)?):
      (template, day) = (to == nil ? "tasks-undated" : "tasks-due", NewDueDate(to, days))
    case (_, _): return nil
    }
  }
}

/// A new due date in a sentence: today, tomorrow, another day, or none.
struct NewDueDate: TemplateView, Hashable {
  static let fields: [String: Field<NewDueDate>] = [
    "today": .flag { $0.days == 0 },
    "tomorrow": .flag { $0.days == 1 },
    "weekday": .optional(\.weekday), "date": .optional(\.date),
  ]
  private let days: Int?
  private let weekday, date: String?

  init(_ day: Day?, _ printer: DayPrinter) {
    let due = day.map { printer.due($0) }
    days = due?.days
    let isOfWeek = due?.days.map { (2..<7).contains($0) } ?? false
    weekday = isOfWeek ? due?.text : nil
    date = isOfWeek || days == 0 || days == 1 ? nil : day.map { printer.date($0) }
  }
}
