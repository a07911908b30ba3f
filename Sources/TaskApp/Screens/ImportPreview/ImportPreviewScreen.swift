import StatePages
import StateViews
import TaskFormats
import TaskStore
import Tasks

/// What would be imported of a file.
enum ImportPreviewScreen: ListScreen {
  static let name: ViewName = "import-preview"
  static let family: ViewName? = "import"
  static let emptyReasons: [Reason] = ["all-present", "nothing-to-import"]
  static let failures =
    UnreadableFile.allCases.map { .unreadable($0) } + Failure.usual + Failure.readingStore
    + [Failure(.unavailable, "not-now")]
  static let shownFailures = Array(failures.dropFirst(UnreadableFile.allCases.count - 1))
  static let stages: [Reason] = [Reason("reading", ["count": .number(1_000)]), "queued"]
  /// The maximum number of lists in a preview.
  static let listCount = 50
  /// The maximum number of sections that are named.
  private static let sectionCount = 12

  struct Caption: TemplateView {
    static let fields: [String: Field<Caption>] = [
      "action": .address(\.action), "choicesAction": .address(\.choicesAction),
    ]
    .merging(ImportAgain.fields(\.again)) { $1 }
    /// The address of the form that imports the file.
    let action: String
    /// The address of the form that has it read in another way.
    let choicesAction: String
    let again: ImportAgain
  }

  struct Content: ListContent {
    let format: PortableFormat
    /// The first lists of the file.
    let lists: [ImportedList]
    /// The number of further lists.
    let others: Int
    let added: (tasks: Int, lists: Int)
    /// The number of tasks that the account has.
    let present: Int
    let remarks: ImportRemarks
    let sections: [String]
    var questions: ImportQuestionsView?

    /// A file of which nothing is imported is shown with the remarks that say why.
    var count: Int { max(lists.count, remarks.isEmpty ? 0 : 1) }

    /// The first sections; nil if there are none.
    fileprivate var firstSections: String? {
      let first = sections.prefix(sectionCount).map { ShortText.of($0) }
      return first.isEmpty ? nil : first.joined(separator: ", ")
    }

    /// The content for a file; a reason if nothing of it would be imported.
    static func loaded(_ file: UploadReader.File, _ plan: ImportPlan) -> Loaded<Content> {
      let added = plan.entries.filter { $0.fate == .added }
      if added.isEmpty, plan.entries.contains(where: { $0.fate == .present }) { return .empty("all-present") }
      let hasContent = added.contains { !$0.list.tasks.isEmpty || $0.list.kind != .tasks }
      guard hasContent || plan.entries.contains(where: { $0.fate == .followed }) else {
        var remarks = file.remarks
        for list in file.lists { remarks.add(list.remarks) }
        guard !remarks.isEmpty else { return .empty("nothing-to-import") }
        return .content(
          Content(
            format: file.format, lists: [], others: 0, added: (0, 0), present: 0, remarks: remarks, sections: []))
      }
      return .content(
        Content(
          format: file.format, lists: plan.entries.prefix(listCount).map(ImportedList.init),
          others: max(0, plan.entries.count - listCount), added: (plan.tasks, plan.added.count), present: plan.present,
          remarks: file.remarks, sections: file.sections, questions: ImportQuestionsView(file.questions, file.choices)))
    }
  }

  static let fields: [String: Field<ListView<ImportPreviewScreen>>] = [
    "format": .template(among: PortableFormat.allCases.map { "words/format.\($0.rawValue)" }) {
      "words/format.\($0.content.format.rawValue)"
    },
    "tasks": .number { $0.content.added.tasks }, "listCount": .number { $0.content.added.lists },
    "importable": .flag { $0.content.added.lists > 0 },
    "present": .number(\.content.present.ifAny),
    "sections": .optional(\.content.firstSections),
    "otherSections": .number { ($0.content.sections.count - sectionCount).ifAny },
    "questions": .view(\.content.questions), "lists": .rows(\.rows), "more": .number(\.content.others.ifAny),
    "remarks": .view { RemarksView($0.content.remarks) },
  ]

  static func rows(of content: Content, for look: DisplaySettings) -> [ImportedListView] {
    let days = DayPrinter(look)
    return content.lists.map { ImportedListView(list: $0, days: days) }
  }

  static func rows(in content: Content) -> Int { content.lists.count * (4 + ImportedList.mostTitles) }

  static var samples: [Sample<ImportPreviewScreen>] { Samples.importPreviews }
}

struct ImportedList: Sendable {
  let name: String?
  let kind: PortableList.Kind
  let fate: ImportPlan.Fate
  /// The numbers of tasks that are added: open and completed ones, those in the trash, and those that are subtasks of others.
  let open: Int
  let completed, trashed, subtasks: Int
  /// The number of tasks that the account has.
  let present: Int
  let isInTrash: Bool
  let remarks: ImportRemarks
  /// The first tasks, at most ``mostTitles``.
  let first: [PortableTask]

  /// The maximum number of titles of a list.
  static let mostTitles = 5

  /// The number of tasks that are added.
  var count: Int { open + completed + trashed }
}

extension ImportedList {
  fileprivate init(_ entry: ImportPlan.Entry) {
    let (list, tasks) = (entry.list, entry.storedTasks)
    let trashed = tasks.count { $0.deleted != nil }
    let completed = tasks.count { $0.deleted == nil && $0.completed != nil }
    self.init(
      name: list.name, kind: list.kind, fate: entry.fate, open: tasks.count - completed - trashed,
      completed: completed, trashed: trashed, subtasks: tasks.count { $0.depth > 0 }, present: entry.present,
      isInTrash: list.deleted != nil, remarks: list.remarks, first: Array(tasks.prefix(Self.mostTitles)))
  }
}

struct ImportedListView: TemplateView {
  static let fields: [String: Field<ImportedListView>] = [
    "name": .optional { $0.list.name.map { ShortText.of($0) } },
    "open": .number(\.list.open.ifAny),
    "completed": .number(\.list.completed.ifAny),
    "trashed": .number { $0.list.isInTrash || $0.list.trashed == 0 ? nil : $0.list.trashed },
    "steps": .number(\.list.subtasks.ifAny),
    "added": .flag { $0.list.count > 0 },
    "none": .flag(\.isEmpty),
    "present": .number(\.list.present.ifAny),
    "isPresent": .flag { $0.list.fate == .present && $0.list.present == 0 },
    "filter": .flag { if case .filter = $0.list.kind { true } else { false } },
    "source": .optional(\.source), "trash": .flag(\.list.isInTrash),
    "remarks": .view { RemarksView($0.list.remarks) },
    "titles": .view { ImportedTitles($0.list, $0.days) },
  ]
  let list: ImportedList
  let days: DayPrinter

  /// Whether an empty list is added.
  private var isEmpty: Bool { list.kind == .tasks && list.fate == .added && list.count == 0 && list.present == 0 }

  private var source: String? {
    if case .source(let address) = list.kind { ShortText.of(address) } else { nil }
  }
}

/// What a file leaves open, with the choices.
struct ImportQuestionsView: TemplateView {
  static let fields: [String: Field<ImportQuestionsView>] = [
    "date": .optional { $0.questions.ambiguousDate.map { ShortText.of($0) } },
    "monthFirst": .flag { ($0.choices.dateOrder ?? $0.choices.usualOrder) == .monthFirst },
    "hasSample": .flag { !$0.questions.sample.isEmpty },
    "lines": .rows { $0.questions.sample.map { Line(text: ShortText.of($0)) } },
    "encodings": .rows { Choice.encodings($0.choices.encoding ?? .western) },
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
