import StatePages
import Tasks

/// What a file leaves open, with the choices.
struct ImportQuestionsView: TemplateView {
  static let fields: [String: Field<ImportQuestionsView>] = [
    "date": .optional { $0.questions.ambiguousDate.map { ShortText.of($0) } },
    "monthFirst": .flag { ($0.choices.dateOrder ?? $0.choices.usualOrder) == .monthFirst },
    "hasSample": .flag { !$0.questions.sample.isEmpty },
    "lines": .rows { $0.questions.sample.map { Line(text: ShortText.of($0)) } },
    "encodings": .rows { view in
      TextEncoding.allCases.map { Option(encoding: $0, isSelected: $0 == view.choices.encoding ?? .western) }
    },
  ]
  private let questions: ImportQuestions
  private let choices: ImportChoices

  /// Nil if nothing is open.
  init?(_ questions: ImportQuestions, _ choices: ImportChoices) {
    if questions.isEmpty { return nil }
    (self.questions, self.choices) = (questions, choices)
  }

  struct Line: TemplateView {
    static let fields: [String: Field<Line>] = ["text": .text(\.text)]
    let text: String
  }

  struct Option: TemplateView {
    static let fields: [String: Field<Option>] = [
      "value": .text(\.encoding.rawValue), "name": .template(among: names) { name(of: $0.encoding) },
      "selected": .flag(\.isSelected),
    ]
    let encoding: TextEncoding
    let isSelected: Bool

    private static let names = TextEncoding.allCases.map(name)
    private static func name(of encoding: TextEncoding) -> String { "words/encoding.\(encoding.rawValue)" }
  }
}

/// The first tasks of a list, by which a reader notices a wrong reading.
struct ImportedTitles: TemplateView {
  static let fields: [String: Field<ImportedTitles>] = [
    "rows": .rows { view in view.list.first.map { Row($0, view.days) } },
    "others": .number(\.others.ifAny),
  ]
  private let list: ImportedList
  private let days: DayPrinter

  /// Nil if no task is added.
  init?(_ list: ImportedList, _ days: DayPrinter) {
    if list.first.isEmpty { return nil }
    (self.list, self.days) = (list, days)
  }

  private var others: Int { list.count - list.first.count }

  /// A task, with what the file says of it.
  struct Row: TemplateView {
    static let fields: [String: Field<Row>] = [
      "title": .text { ShortText.of($0.draft.title) },
      "due": .view(\.due),
      "recurs": .flag { $0.rule != nil },
      "recurrence": .pieces { $0.rule.map { [$0] } ?? [] },
      "high": .flag { $0.draft.priority == .high },
      "medium": .flag { $0.draft.priority == .medium },
      "low": .flag { $0.draft.priority == .low },
      "tags": .rows { $0.draft.tags.tags.map { Name(name: $0.name) } },
      "hasNotes": .flag { !$0.draft.notes.isEmpty },
      "completed": .flag(\.isCompleted), "trashed": .flag(\.isTrashed),
    ]
    private let draft: TaskDraft
    private let isCompleted, isTrashed: Bool
    /// The due date and the recurrence of an open task.
    private let due: DueView?
    private let rule: RecurrenceView?

    init(_ task: PortableTask, _ days: DayPrinter) {
      draft = task.draft
      (isTrashed, isCompleted) = (task.deleted != nil, task.deleted == nil && task.completed != nil)
      let isOpen = !isTrashed && !isCompleted
      due = isOpen ? task.draft.due.map { days.due($0, task.draft.time) } : nil
      rule = isOpen ? task.draft.repeats.map { RecurrenceView($0, days) } : nil
    }
  }

  struct Name: TemplateView {
    static let fields: [String: Field<Name>] = ["name": .text(\.name)]
    let name: String
  }
}
