import StatePages
import Tasks

/// What a change did to a field, formatted for `history/field`. One of its tags is there; it has the old value, the new one, or both.
struct FieldChangeView: TemplateView {
  static let fields: [String: Field<FieldChangeView>] = [
    "title": .view { if case .title(let from, let to) = $0.change { TextPair(from: from, to: to) } else { nil } },
    "name": .view { if case .name(let from, let to) = $0.change { TextPair(from: from, to: to) } else { nil } },
    "notesAdded": .flag { $0.change == .notes(.added) },
    "notesRemoved": .flag { $0.change == .notes(.removed) },
    "notesChanged": .flag { $0.change == .notes(.changed) },
    "value": .view(\.value),
    "repeats": .view(\.repeats),
    "reminders": .view(\.reminders),
    "laterDates": .flag { $0.change == .laterDates },
    "priority": .view(\.priority),
    "tags": .view {
      if case .tags(let added, let removed) = $0.change { TagChange(added: added, removed: removed) } else { nil }
    },
    "quoted": .view { QuotedChange($0.change, $0.days) },
  ]
  let change: FieldChange
  let days: DayPrinter

  private var value: ValuePair? {
    switch change {
    case .due(let from, let to): ValuePair(field: .due, from: .some(from.map(days.date)), to: to.map(days.date))
    case .dueOfSeveral(let to): ValuePair(field: .due, from: nil, to: to.map(days.date))
    case .value(.reminders, _, _): nil
    case .value(let field, let from, let to):
      ValuePair(
        field: field, from: .some(from.map { days.text($0, of: field) }), to: to.map { days.text($0, of: field) })
    case .assigned(let from, let to): ValuePair(field: .assignee, from: .some(from?.name), to: to?.name)
    case .assignedOfSeveral(let to): ValuePair(field: .assignee, from: nil, to: to?.name)
    case _: nil
    }
  }

  private var repeats: RecurrencePair? {
    guard case .repeats(let from, let to) = change else { return nil }
    return RecurrencePair(from: from.map { RecurrenceView($0, days) }, to: to.map { RecurrenceView($0, days) })
  }

  private var reminders: RemindersPair? {
    guard case .value(.reminders, let from, let to) = change else { return nil }
    func view(_ text: String?) -> RemindersView? {
      text.flatMap { ReminderSet($0) }.flatMap { RemindersView($0, days) }
    }
    return RemindersPair(from: view(from), to: view(to))
  }

  private var priority: PriorityPair? {
    switch change {
    case .priority(let from, let to): PriorityPair(from: from, to: to)
    case .priorityOfSeveral(let to): PriorityPair(from: nil, to: to)
    case _: nil
    }
  }
}

/// A change that quotes one text, shortened.
struct QuotedChange: TemplateView {
  static let fields: [String: Field<QuotedChange>] = [
    "template": .template(among: ["left-out", "unknown-rule", "moved-from", "reopened", "completed"].map(template)) {
      template($0.name)
    },
    "text": .text(\.text),
  ]
  private let name, text: String

  /// Nil for another change.
  init?(_ change: FieldChange, _ days: DayPrinter) {
    let text: String
    switch change {
    case .leftOut(let names): (name, text) = ("left-out", names.joined(separator: ", "))
    case .unknownRule(let rule): (name, text) = ("unknown-rule", rule)
    case .movedFrom(let list): (name, text) = ("moved-from", list)
    case .reopened(let titles): (name, text) = ("reopened", days.list(titles))
    case .completed(let titles): (name, text) = ("completed", days.list(titles))
    case _: return nil
    }
    self.text = ShortText.of(text)
  }

  private static func template(_ name: String) -> String { "words/history.\(name)" }
}

/// A text and the one that replaced it, both shortened.
struct TextPair: TemplateView {
  static let fields: [String: Field<TextPair>] = ["from": .text(\.from), "to": .text(\.to)]
  let from, to: String

  init(from: String, to: String) {
    self.from = ShortText.of(from)
    self.to = ShortText.of(to)
  }
}

struct ValuePair: TemplateView {
  static let fields: [String: Field<ValuePair>] = [
    "label": .template(among: TaskField.all.filter(\.hasPlainHistory).map(label)) { label(of: $0.field) },
    "hadOne": .optional { $0.from ?? nil },
    "hadNone": .flag { if case .some(nil) = $0.from { true } else { false } },
    "to": .optional(\.to),
  ]
  let field: TaskField
  /// The old value, or nil for none; nil of the outer optional if several tasks had different ones.
  let from: String??
  let to: String?

  private static func label(of field: TaskField) -> String { "words/history.\(field.name)" }
}

extension TaskField {
  /// Whether a change of it is shown by its label and both values.
  fileprivate var hasPlainHistory: Bool {
    switch control {
    case .choice where self == .assignee: true
    case .line, .text, .choice, .recurrence, .reminders, .words: false
    case _: true
    }
  }
}

extension DayPrinter {
  fileprivate func text(_ text: String, of field: TaskField) -> String {
    field.control == .day ? Day(iso: text).map(date) ?? text : text
  }
}

/// A recurrence and the one that replaced it; nil for none.
struct RecurrencePair: TemplateView {
  static let fields: [String: Field<RecurrencePair>] = [
    "from": .pieces { $0.from.map { [$0] } ?? [] }, "hadOne": .flag { $0.from != nil },
    "to": .pieces { $0.to.map { [$0] } ?? [] }, "hasOne": .flag { $0.to != nil },
  ]
  let from, to: RecurrenceView?
}

/// The reminders of a task and those that replaced them; nil for none.
struct RemindersPair: TemplateView {
  static let fields: [String: Field<RemindersPair>] = [
    "from": .pieces { $0.from.map { [$0] } ?? [] }, "hadSome": .flag { $0.from != nil },
    "to": .pieces { $0.to.map { [$0] } ?? [] }, "hasSome": .flag { $0.to != nil },
  ]
  let from, to: RemindersView?
}

/// The tags that a task got and lost.
struct TagChange: TemplateView, Hashable {
  static let fields: [String: Field<TagChange>] = [
    "added": .optional { words($0.added) }, "removed": .optional { words($0.removed) },
  ]
  let added, removed: [Tag]

  private static func words(_ tags: [Tag]) -> String? {
    tags.isEmpty ? nil : tags.map { "#\($0.name)" }.joined(separator: " ")
  }
}

struct PriorityPair: TemplateView {
  static let fields: [String: Field<PriorityPair>] = [
    "from": .view { $0.from.map { PriorityWord(priority: $0) } }, "to": .view { PriorityWord(priority: $0.to) },
  ]
  /// The old priority; nil if several tasks had different ones.
  let from: Priority?
  let to: Priority
}

struct PriorityWord: TemplateView {
  static let fields: [String: Field<PriorityWord>] = Priority.allCases.reduce(into: [:]) { fields, priority in
    fields[priority.name] = .flag { $0.priority == priority }
  }
  let priority: Priority
}
