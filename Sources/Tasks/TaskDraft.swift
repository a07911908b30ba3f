/// The input of a task's form, as typed.
package struct TaskInput: Hashable, Sendable {
  private var values: [TaskField: String] = [:]

  /// The typed text of each field; empty means none.
  package init(_ value: (TaskField) -> String) {
    for field in TaskField.all { values[field] = value(field) }
  }

  /// The texts that the form of a task with these fields contains.
  package init(_ draft: TaskDraft) { self.init { draft[$0] } }

  /// Creates an input. Fields that a form does not have are left out.
  package init(
    title: String, notes: String = "", due: String = "", time: String = "", repeats: String = "", start: String = "",
    tags: String = "", priority: String = "", assignee: String = "",
    reminders: String = ""
  ) {
    values = [
      .title: title, .notes: notes, .due: due, .time: time, .repeats: repeats, .start: start, .tags: tags,
      .priority: priority, .assignee: assignee, .reminders: reminders,
    ]
  }

  /// A text with each line break replaced by a space.
  package static func onOneLine(_ text: String) -> String {
    TypedText.withPlainLineBreaks(text).replacing("\n", with: " ")
  }

  /// The typed text of a field; empty means none.
  package subscript(field: TaskField) -> String { values[field] ?? "" }
}

/// The validated text of a task, for adding and editing.
package struct TaskDraft: Sendable {
  /// 1 to 500 characters without surrounding white space.
  package var title: String
  /// Text with LF line breaks; empty if there are no notes.
  package var notes: String
  package var due: Day?
  /// The time of the due day at which it is due; nil for the whole day.
  package var time: ClockTime?
  /// How it repeats; nil if it does not.
  package var repeats: Recurrence?
  /// The day from which on Today shows it; nil for any day.
  package var start: Day?
  /// The tags, at most ``Limits/tagsPerTask``.
  package var tags: TagSet
  package var priority: Priority
  /// Who is to do it; nil for no one.
  package var assignee: Assignee?
  /// When the reader is reminded of it.
  package var reminders: ReminderSet

  /// Validates input. Throws all of its problems.
  package init(validating input: TaskInput) throws(InvalidInput) {
    var problems: [FieldProblem] = []
    title = TypedText.line(input[.title])
    if let problem = Self.problem(withTitle: title) { problems.append(FieldProblem(.title, problem)) }

    let typedDue = TypedText.trimmed(input[.due])
    due = Self.day(typedDue, .due, &problems)

    let typedTime = TypedText.trimmed(input[.time])
    time = ClockTime(typedTime)
    if time == nil, !typedTime.isEmpty { problems.append(FieldProblem(.time, .notATime)) }
    if time != nil, typedDue.isEmpty { problems.append(FieldProblem(.time, .timeWithoutDate)) }

    repeats = Recurrence(input[.repeats])
    if repeats == nil, !input[.repeats].isEmpty { problems.append(FieldProblem(.repeats, .notARecurrence)) }

    start = Self.day(TypedText.trimmed(input[.start]), .start, &problems)
    if let start, let due, start > due { problems.append(FieldProblem(.start, .startAfterDue)) }

    do {
      tags = try TagSet(typed: input[.tags])
    } catch {
      tags = TagSet()
      problems.append(FieldProblem(.tags, Problem(error)))
    }

    let typedNotes = TypedText.withPlainLineBreaks(input[.notes])
    notes = typedNotes.allSatisfy(\.isWhitespace) ? "" : typedNotes
    if let problem = Self.problem(withNotes: notes) { problems.append(FieldProblem(.notes, problem)) }

    let typedPriority = input[.priority].isEmpty ? Priority.none : Priority(name: input[.priority])
    priority = typedPriority ?? Priority.none
    if typedPriority == nil { problems.append(FieldProblem(.priority, .unknownPriority)) }

    assignee = Assignee(input[.assignee])
    if assignee == nil, !input[.assignee].isEmpty { problems.append(FieldProblem(.assignee, .notAChoice)) }

    let typedReminders = ReminderSet(input[.reminders])
    reminders = typedReminders ?? ReminderSet()
    if typedReminders == nil { problems.append(FieldProblem(.reminders, .notAReminder)) }

    if let invalid = InvalidInput(problems) { throw invalid }
  }

  /// Creates a draft from trusted values, such as those of a stored task.
  package init(
    title: String, notes: String, due: Day?, time: ClockTime? = nil, repeats: Recurrence? = nil, start: Day? = nil,
    tags: TagSet = TagSet(), priority: Priority, assignee: Assignee? = nil,
    reminders: ReminderSet = ReminderSet()
  ) {
    (self.title, self.notes, self.due, self.assignee) = (title, notes, due, assignee)
    self.time = due == nil ? nil : time
    (self.repeats, self.start, self.tags, self.priority) = (repeats, start, tags, priority)
    self.reminders = reminders
  }

  /// The task, due on a day if it has no date of its own.
  package func withDefaultDue(_ day: Day) -> TaskDraft { with { $0.due = due ?? day } }

  /// Changes the due day. Without one, there is no time either.
  package mutating func setDue(_ day: Day?) {
    due = day
    if day == nil { time = nil }
  }

  /// The task without a tag.
  package func removing(_ tag: Tag) -> TaskDraft { with { $0.tags.remove(tag) } }

  /// The task with other values.
  package func with(_ change: (inout TaskDraft) throws -> Void) rethrows -> TaskDraft {
    var draft = self
    try change(&draft)
    return draft
  }

  private static func day(_ text: String, _ field: InputField, _ problems: inout [FieldProblem]) -> Day? {
    if text.isEmpty { return nil }
    do {
      return try Day(typed: text)
    } catch {
      problems.append(FieldProblem(field, error))
      return nil
    }
  }

  private static func problem(withTitle title: String) -> Problem? {
    TypedText.problem(withName: title, characters: Limits.titleCharacters, bytes: Limits.titleBytes)
  }

  private static func problem(withNotes notes: String) -> Problem? {
    if notes.utf8.count > Limits.notesBytes { return .tooLarge(bytes: Limits.notesBytes) }
    return TypedText.controlCharacter(in: notes, allowed: ["\t", "\n"]).map(Problem.controlCharacter)
  }
}

extension TaskDraft {
  /// Parses one title per line; blank lines are skipped.
  ///
  /// - Parameter context: what words at the ends of the lines are relative to. Marks of list items are taken off then, too. If it is
  ///   nil, lines are literal.
  /// - Throws: the problems of all lines with their numbers, `blank` if there is no title, or `tooMany`.
  package static func titles(from text: String, _ context: QuickAddContext? = nil) throws(InvalidInput) -> [TaskDraft] {
    try nested(from: text, context, levels: 1).map(\.draft)
  }

  /// The tasks of lines, with the indented ones as subtasks of those above them. Lines with a checked box, `- [x] `, are completed, unless
  /// a subtask of theirs is open.
  ///
  /// - Parameter levels: the number of levels. Lines that are indented further are on the last one.
  package static func nested(
    from text: String, _ context: QuickAddContext?, levels: Int = Limits.subtaskLevels
  ) throws(InvalidInput) -> [NestedDraft] {
    var indentation = LineIndentation(deepest: levels - 1)
    var drafts: [NestedDraft] = []
    var problems: [FieldProblem] = []
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      let title = TypedText.line(context == nil ? String(line) : ListMark.removed(from: line))
      if title.isEmpty || context != nil && ListMark.isAlone(line) { continue }
      let depth = indentation.depth(of: line)
      guard drafts.count + problems.count < Limits.tasksAtOnce else {
        throw InvalidInput(FieldProblem(.titles, .tooMany(limit: Limits.tasksAtOnce)))
      }
      if let problem = problem(withTitle: title) {
        problems.append(FieldProblem(.titles, line: index + 1, problem))
      } else if let context {
        let isDone = ListMark.isDone(line)
        // What is done does not repeat.
        let kinds = Set(QuickAddLine.Kind.allCases).subtracting(isDone ? [.repeats] : [])
        let draft = QuickAddLine(parsing: title, context, understanding: kinds)
          .draft(over: TaskDraft(title: title, notes: "", due: nil, priority: .none))
        if draft.tags.tags.count > Limits.tagsPerTask {
          problems.append(FieldProblem(.titles, line: index + 1, .tooManyTags(limit: Limits.tagsPerTask)))
        } else {
          drafts.append(NestedDraft(draft, depth: depth, isDone: isDone))
        }
      } else {
        drafts.append(NestedDraft(TaskDraft(title: title, notes: "", due: nil, priority: .none), depth: depth))
      }
    }
    if let invalid = InvalidInput(problems) { throw invalid }
    guard !drafts.isEmpty else { throw InvalidInput(FieldProblem(.titles, .blank)) }
    return drafts.openWithOpenSubtasks()
  }
}

extension TaskDraft {
  /// The text of a field as forms and exports show it; empty means none.
  package subscript(field: TaskField) -> String {
    switch field {
    case .title: title
    case .notes: notes
    case .due: due?.iso ?? ""
    case .time: time?.description ?? ""
    case .repeats: repeats?.description ?? ""
    case .start: start?.iso ?? ""
    case .tags: tags.text
    case .priority: priority.name
    case .assignee: assignee?.description ?? ""
    case .reminders: reminders.description
    }
  }
}

extension Problem {
  fileprivate init(_ problem: TagSet.TagProblem) {
    switch problem {
    case .notATag(let word): self = .notATag(word)
    case .tooMany: self = .tooManyTags(limit: Limits.tagsPerTask)
    }
  }
}

extension TaskDraft: Hashable {
  /// Compares texts byte by byte, so different spellings of an accent differ.
  package static func == (left: TaskDraft, right: TaskDraft) -> Bool {
    TaskField.all.allSatisfy { TypedText.same(left[$0], right[$0]) }
  }

  /// Hashes the title and the day, which distinguish most drafts.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(title)
    hasher.combine(due)
  }
}
