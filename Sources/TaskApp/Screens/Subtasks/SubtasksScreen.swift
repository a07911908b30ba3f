import StatePages
import StateViews
import TaskStore
import Tasks

/// The subtasks of a task, on its page.
enum SubtasksScreen: ListScreen {
  static let name: ViewName = "subtasks"
  static let emptyReasons = [Reason.nothingYet]

  struct Caption: TemplateView {
    static let fields: [String: Field<Caption>] = [
      "stepsDone": .numeral { $0.progress?.done ?? 0 },
      "stepsTotal": .number { $0.progress?.total },
    ]
    let progress: SubtaskProgress?
  }

  struct Content: ListContent, Sendable {
    let page: TaskRowPage
    let states: RowStates
    /// The page of the task, which the forms return to.
    let from: String
    /// Whether the form of the task is on the page.
    let isEditing: Bool

    init(_ page: TaskRowPage, _ states: RowStates, from: String, editing: Bool = false) {
      (self.page, self.states, self.from, isEditing) = (page, states, from, editing)
    }

    var count: Int { page.rows.count }
  }

  static let fields: [String: Field<ListView<SubtasksScreen>>] = [
    "rows": .pieces(\.rows), "inForm": .formOfRows(\.rows), "pages": .view(\.content.page.links),
  ]

  static func rows(of content: Content, for look: DisplaySettings) -> [TaskRowView] {
    let home = RowHome(from: content.from, listName: nil, hasEditForm: content.isEditing)
    return TaskRowView.rows(content.page.rows, content.states, home: home, for: look)
  }

  static var samples: [Sample<SubtasksScreen>] {
    let rows = Array(Samples.outline.dropFirst().prefix(5))
    let caption = Caption(progress: Samples.outline[0].progress)
    func sample(_ name: String, _ states: RowStates = RowStates()) -> Sample<SubtasksScreen> {
      let page = TaskRowPage(rows.map(\.raised), number: 1, paging: Paging(3, of: nil))
      return Sample(
        name, caption: caption, content: Content(page, states, from: Samples.from(.openTask(Samples.outline[0].id))))
    }
    return [
      sample("kitchen"),
      sample("completed", RowStates(RowNotice(rows[0].id, .completed, undo: .undo(Samples.changeID(40))))),
    ]
  }
}

extension TaskRow {
  fileprivate var raised: TaskRow {
    placed(at: OutlinePosition(depth: place.depth - 1, height: place.height), progress: progress, subtasks: subtasks)
  }
}

/// The fields that add subtasks to a task: a single one, or several, one per line. They belong to the form that edits the task, so that
/// each button of the page sends everything that was typed on it.
struct AddSubtasksForm: Piece {
  static let template = "subtasks/add"
  static let fields: [String: Field<AddSubtasksForm>] = [
    "action": .form { .task($0.task, .addSubtasks) },
    "revision": .text(\.revision), "one": .view(\.one), "several": .view(\.several),
    "expanded": .flag { !$0.several.value.isEmpty || $0.several.error != nil },
  ]
  let task: TaskID
  /// The list's revision, part of the idempotency key.
  let revision: String
  var one = SubtaskInput()
  var several = SubtaskInput()
}

/// What was typed into a field for subtasks, and why it was rejected.
struct SubtaskInput: TemplateView {
  static let fields: [String: Field<SubtaskInput>] = [
    "value": .text(\.value), "focus": .flag { $0.error != nil }, "error": .view(\.error),
  ]
  var value = ""
  var error: FieldError?
}
