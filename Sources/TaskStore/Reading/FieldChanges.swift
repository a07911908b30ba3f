import Foundation
import GRDB
import TaskFormats
import Tasks

extension Database {
  /// What a change did to each field, from its inverse; nil if that can't be read.
  /// - Parameter byteBudget: how many bytes of inverses may still be read. The history has details as long as it lasts, so that a
  ///   page with many long notes stays cheap.
  func fieldChanges(of change: Change, byteBudget: inout Int) throws -> [FieldChange]? {
    guard change.isReadable else { return nil }
    guard change.kind.hasFields || change.kind.mayMoveSubtasks || change.app != nil else { return [] }
    let inverse = try row(
      "SELECT inverse FROM changes WHERE id = ? AND length(inverse) <= ?", [change.id.value, byteBudget]
    ) { $0[0] as String }
    guard let inverse else { return [] }
    byteBudget -= inverse.utf8.count
    guard let patches = Patch.stored(inverse) else { return nil }
    var others = change.app == nil ? [] : try changes(ofTexts: patches, change, &byteBudget)
    if change.kind.mayMoveSubtasks { others += try statusChanges(patches, change) }
    guard change.kind.hasFields else { return others }
    guard let changed = patches.fieldChanges() else { return nil }
    let fields = try changed.map(named) + others
    // A skipped date also reduces the number of those that are left.
    if change.kind == .taskSkipped { return fields.filter { !$0.isOfRecurrence } }
    // The undone change may have been a skipped date.
    return change.kind == .undone ? fields.filter { $0 != .laterDates } : fields
  }

  /// The change with the names of the accounts that it is about; none of an account that is removed.
  private func named(_ change: FieldChange) throws -> FieldChange {
    func named(_ person: Person?) throws -> Person? {
      try person.flatMap { person in
        try row(PersonQuery.name, [person.account.value]) { Person(person.account, $0[0]) }
      }
    }
    return switch change {
    case .assigned(let from, let to): .assigned(from: try named(from), to: try named(to))
    case .assignedOfSeveral(let to): .assignedOfSeveral(try named(to))
    case _: change
    }
  }

  /// What the text of a CalDAV client says that the fields of its task don't.
  private func changes(ofTexts patches: [Patch], _ change: Change, _ byteBudget: inout Int) throws -> [FieldChange] {
    var (was, now): (CalendarObject?, CalendarObject?)
    for patch in patches {
      guard case .text(let text)? = patch.now[.object] else { continue }
      now = CalendarObject(stored: text)
      if case .text(let text)? = patch.was[.object] { was = CalendarObject(stored: text) }
    }
    if change.kind == .taskAdded, let task = change.task {
      let text = try row(FieldChangeQuery.addedText, [task.value, byteBudget]) { $0[0] as String? } ?? nil
      byteBudget -= text?.utf8.count ?? 0
      now = CalendarObject(stored: text)
    }
    guard let now else { return [] }
    let names = was.map { now.leftOut(of: $0) } ?? []
    var changes: [FieldChange] = names.isEmpty ? [] : [.leftOut(names)]
    if let rule = now.writtenRule, rule != was?.writtenRule, let task = change.task,
      try row(FieldChangeQuery.repeats, [task.value], { $0[0] as Bool }) == false
    {
      changes.append(.unknownRule(rule))
    }
    return changes
  }

  /// What happened to the status of other tasks, which subtasks and their parents have in common.
  private func statusChanges(_ patches: [Patch], _ change: Change) throws -> [FieldChange] {
    func titles(_ isMatch: (Stored) -> Bool) throws -> [String] {
      let ids = patches.filter { $0.table == .tasks && $0.now[.done].map(isMatch) == true }.flatMap(\.ids)
      let others = ids.filter { $0 != change.task?.value }
      return try others.isEmpty
        ? [] : rows(FieldChangeQuery.titles, [others.json, change.list.value, change.other?.value]) { $0[0] as String }
    }
    let (reopened, completed) = (try titles { $0 == .null }, try titles { $0 != .null })
    return (reopened.isEmpty ? [] : [.reopened(reopened)]) + (completed.isEmpty ? [] : [.completed(completed)])
  }

  /// The tasks among `tasks` that the account can open.
  func existing(_ tasks: Set<TaskID>, for account: AccountID) throws -> Set<TaskID> {
    if tasks.isEmpty { return [] }
    return try Set(rows(FieldChangeQuery.existing, [account.value, tasks.json]) { $0.id(0) })
  }
}

enum FieldChangeQuery {
  /// The titles of some tasks that are in the lists of a change.
  static let titles = """
    SELECT t.title FROM json_each(?1) j CROSS JOIN tasks t ON t.id = j.value
    WHERE t.list IN (?2, ?3) ORDER BY t.position LIMIT 10
    """

  /// The text of a task that a client has added.
  static let addedText = "SELECT object FROM tasks WHERE id = ? AND length(object) <= ?"

  /// A completed task does not repeat, whatever its rule.
  static let repeats = "SELECT repeats IS NOT NULL OR done IS NOT NULL FROM tasks WHERE id = ?"

  static let existing = """
    SELECT t.id FROM json_each(?2) j CROSS JOIN tasks t ON t.id = j.value CROSS JOIN lists l ON l.id = t.list
    WHERE t.deleted IS NULL AND l.deleted IS NULL
      AND EXISTS (SELECT 1 FROM memberships m WHERE m.account = ?1 AND m.list = t.list)
    """
}

extension ChangeKind {
  /// Whether changes of this kind may give a task other subtasks, without being about their status.
  fileprivate var mayMoveSubtasks: Bool {
    [.taskAdded, .tasksAdded, .taskEdited, .taskTransferred, .taskRestored, .taskMoved].contains(self)
  }

  /// Whether changes of this kind say more than their kind by the fields that they changed.
  fileprivate var hasFields: Bool {
    switch self {
    case .taskEdited, .taskScheduled, .taskSkipped, .taskTransferred, .tasksScheduled, .tasksPrioritized,
      .tasksAssigned,
      .tasksRepeated, .tasksTagged, .listRenamed, .undone:
      true
    case .sectionAdded, .sectionRenamed, .sectionMoved, .sectionDeleted, .listCreated, .filterSaved, .filterChanged,
      .listMoved, .listDeleted, .listRestored, .listFollowed, .sourceChanged, .taskAdded, .tasksAdded, .taskCompleted,
      .taskReopened, .taskMoved, .taskDeleted, .taskRestored, .completedCleared, .tasksCompleted, .tasksReopened,
      .tasksTransferred, .tasksDeleted, .tasksCopied, .listKept, .listsImported, .memberInvited, .invitationMade,
      .invitationEnded, .memberJoined, .invitationDeclined, .roleChanged, .memberRemoved, .memberLeft, .pageMade,
      .pageEnded, .commentAdded, .commentEdited, .commentDeleted, .purged:
      false
    }
  }
}

extension [Patch] {
  /// The changed fields that have the same new value in all rows; nil if a value can't be read.
  fileprivate func fieldChanges() -> [FieldChange]? {
    guard let first else { return [] }
    do {
      return try Patch.Column.shown.compactMap { column in
        if column == .tags { return tagChange() }
        guard let now = first.now[column], allSatisfy({ $0.now[column] == now }) else { return nil }
        let was = Set(map { $0.was[column] }).count == 1 ? first.was[column] : nil
        return try FieldChange(column, from: was, to: now)
      }
    } catch {
      return nil
    }
  }

  /// The tags that all rows have after the change and not all had before, and the other way round.
  fileprivate func tagChange() -> FieldChange? {
    let changes = compactMap { patch in
      if let was = patch.was[.tags], let now = patch.now[.tags] { (was: was.tags, now: now.tags) } else { nil }
    }
    guard !changes.isEmpty, changes.count == count else { return nil }
    let added = changes[0].now.tags.filter { tag in
      changes.allSatisfy { $0.now.tags.contains(tag) } && !changes.allSatisfy { $0.was.tags.contains(tag) }
    }
    let removed = changes[0].was.tags.filter { tag in
      changes.allSatisfy { $0.was.tags.contains(tag) } && !changes.allSatisfy { $0.now.tags.contains(tag) }
    }
    return added.isEmpty && removed.isEmpty ? nil : .tags(added: added, removed: removed)
  }
}

extension Patch.Column {
  /// The columns that the history tells of, in the order of a task's form.
  static let shown = [.name] + TaskField.all.map(\.column)
}

extension FieldChange {
  fileprivate var isOfRecurrence: Bool {
    switch self {
    case .repeats, .laterDates: true
    case _: false
    }
  }

  /// - Parameter was: the old value; nil if it differed between rows.
  init?(_ column: Patch.Column, from was: Stored?, to now: Stored) throws {
    switch (column, was, now) {
    case (.name, .text(let old), .text(let new)): self = .name(from: old, to: new)
    case (.title, .text(let old), .text(let new)): self = .title(from: old, to: new)
    case (.notes, .null, .text): self = .notes(.added)
    case (.notes, .text, .null): self = .notes(.removed)
    case (.notes, .text, .text): self = .notes(.changed)
    case (.due, let old?, let new): self = .due(from: try old.day, to: try new.day)
    case (.due, nil, let new): self = .dueOfSeveral(try new.day)
    case (.repeats, let old?, let new):
      let (old, new) = (old.recurrence, new.recurrence)
      if let old, let new, old.ruleText == new.ruleText {
        // Another current date only.
        self = .laterDates
        return
      }
      self = .repeats(from: old, to: new)
    case (.priority, let old?, let new): self = .priority(from: try old.priority, to: try new.priority)
    case (.priority, nil, let new): self = .priorityOfSeveral(try new.priority)
    case (.assignee, nil, let new): self = .assignedOfSeveral(new.account)
    case (.assignee, let old?, let new): self = .assigned(from: old.account, to: new.account)
    case (_, let old?, let new):
      guard let field = TaskField(rawValue: column.rawValue) else { return nil }
      self = .value(field, from: old.plain, to: new.plain)
    case (_, nil, _): return nil
    }
  }
}

extension Stored {
  var number: Int64? { if case .integer(let number) = self { number } else { nil } }

  /// The account, whose name is not known here; nil for none.
  fileprivate var account: Person? { number.map { Person(AccountID($0), "") } }

  /// The size of a text, in UTF-8 bytes.
  var bytes: Int { if case .text(let text) = self { text.utf8.count } else { 0 } }

  /// The text of the value; nil for none.
  var plain: String? {
    switch self {
    case .null, .timeOfUndo: nil
    case .integer(let number): String(number)
    case .text(let text): text
    }
  }

  var day: Day? {
    get throws {
      switch self {
      case .null: return nil
      case .text(let text):
        guard let day = Day(iso: text) else { throw StoreError.internal("a stored day that is none") }
        return day
      case .integer, .timeOfUndo: throw StoreError.internal("a stored day of an unforeseen type")
      }
    }
  }

  var time: ClockTime? {
    if case .text(let text) = self { ClockTime(stored: text) } else { nil }
  }

  /// Nil for none, and for a rule that this version doesn't know.
  var recurrence: Recurrence? {
    if case .text(let text) = self { Recurrence(text) } else { nil }
  }

  var tags: TagSet {
    if case .text(let text) = self { TagSet(stored: text) } else { TagSet() }
  }

  /// None if they can't be read.
  var reminders: ReminderSet {
    if case .text(let text) = self { ReminderSet(text) ?? ReminderSet() } else { ReminderSet() }
  }

  var priority: Priority {
    get throws {
      guard case .integer(let number) = self, let priority = Priority(rawValue: Int(number)) else {
        throw StoreError.internal("a stored priority that is none")
      }
      return priority
    }
  }
}
