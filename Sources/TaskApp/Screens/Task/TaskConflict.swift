import StatePages
import StateViews
import Tasks

/// Two versions of a task for the reader to choose from: the one they sent, and the one that was saved in the meantime.
struct TaskConflict: Hashable, Sendable {
  let id: TaskID
  /// The change that saved `theirs`.
  let version: ChangeID
  let mine, theirs: TaskDraft
  /// The text that both are based on; nil if it is not known any more.
  var base: TaskDraft?
  /// The list selected in the form, if any.
  let mineList: ListID?
  /// The subtasks that were typed with it, which each choice adds.
  var subtasks: TypedSubtasks?
  /// The comment that was typed with it, which each choice adds.
  var comment: String?

  /// The reason of the failed state. The versions themselves are in the caption: ``ConflictField``. `step` and `steps` are the typed subtasks,
  /// `addStepsAction` the form that adds them to theirs.
  var reason: Reason {
    var facts: [String: Fact] = [
      "action": .form(.task(id, .edit)), "task": .link(.openTask(id)), "version": .text(version.description),
    ]
    if let subtasks, subtasks.isTyped {
      facts["addStepsAction"] = .form(.task(id, .addSubtasks))
      facts["step"] = .text(subtasks.one)
      facts["steps"] = .text(subtasks.several)
    }
    if let comment {
      // The form of the subtasks alone takes no comment.
      facts["addStepsAction"] = .form(.task(id, .edit))
      facts["comment"] = .text(comment)
      (facts["step"], facts["steps"]) = (facts["step"] ?? .text(""), facts["steps"] ?? .text(""))
    }
    if let mineList { facts["mineList"] = .text(mineList.description) }
    return Reason("conflict", facts)
  }
}

/// A field of a task of which there are two versions.
struct ConflictField: TemplateView {
  static let fields: [String: Field<ConflictField>] = [
    "name": .text(\.field.name), "value": .text { $0.conflict.mine[$0.field] },
    "label": .template(among: TaskField.all.map(\.label), \.field.label),
    "mine": .view(\.mine), "theirs": .view(\.theirs),
    "sends": .flag { $0.resolution == .mine || $0.resolution == .choice },
    "choice": .flag { $0.resolution == .choice },
  ]
  private let field: TaskField
  private let conflict: TaskConflict
  /// What is shown of each version; nil for a task that doesn't repeat.
  private let mine, theirs: ConflictText?

  init(_ field: TaskField, of conflict: TaskConflict, _ days: DayPrinter, _ people: [Person]) {
    (self.field, self.conflict) = (field, conflict)
    let difference = TextDifference(
      conflict.mine.text(of: field, days, people), conflict.theirs.text(of: field, days, people))
    mine = ConflictText(field, of: conflict.mine, difference.first, days)
    theirs = ConflictText(field, of: conflict.theirs, difference.second, days)
  }

  private enum Resolution {
    case same
    /// Only one side changed the field.
    case mine, theirs
    /// A field that both changed, or of which that is not known.
    case choice
  }

  private var resolution: Resolution {
    let (mine, theirs) = (conflict.mine[field], conflict.theirs[field])
    if mine.utf8.elementsEqual(theirs.utf8) { return .same }
    guard let base = conflict.base?[field] else { return .choice }
    if mine.utf8.elementsEqual(base.utf8) { return .theirs }
    return theirs.utf8.elementsEqual(base.utf8) ? .mine : .choice
  }
}

/// The value of a field for reading, divided into what is common to both versions and what differs.
struct ConflictText: TemplateView {
  static let fields: [String: Field<ConflictText>] = [
    "label": .template(among: TaskField.all.map(\.label), \.field.label), "long": .flag { $0.field == .notes },
    "rule": .pieces { $0.rule.map { [$0] } ?? [] }, "reminders": .pieces { $0.reminders.map { [$0] } ?? [] },
    "before": .text { $0.isPlain ? $0.part.before : "" }, "changed": .flag(\.isChanged),
    "mark": .text { $0.isPlain ? $0.part.changed : "" }, "after": .text { $0.isPlain ? $0.part.after : "" },
  ]
  private let field: TaskField
  private let part: TextDifference.Parts
  private let rule: RecurrenceView?
  private let reminders: RemindersView?

  fileprivate init?(_ field: TaskField, of draft: TaskDraft, _ part: TextDifference.Parts, _ days: DayPrinter) {
    (self.field, self.part) = (field, part)
    rule = field == .repeats ? draft.repeats.map { RecurrenceView($0, days) } : nil
    if field == .repeats, rule == nil { return nil }
    reminders = field == .reminders ? RemindersView(draft.reminders, days) : nil
    if field == .reminders, reminders == nil { return nil }
  }

  /// Whether the text of the field is what people read.
  private var isPlain: Bool { rule == nil && reminders == nil }
  private var isChanged: Bool { !part.changed.isEmpty }
}

extension TaskField {
  /// The message that names it.
  fileprivate var label: String { "words/common.\(name)" }
}

extension TaskDraft {
  fileprivate func text(of field: TaskField, _ days: DayPrinter, _ people: [Person]) -> String {
    switch field {
    case .assignee: people.first { .account($0.account) == assignee }?.name ?? ""
    case .due: due.map(days.date) ?? ""
    case .start: start.map(days.date) ?? ""
    case _: self[field]
    }
  }
}
