import StatePages
import Tasks

/// The fields that add steps to a task: a single one, or several, one per line. They belong to the form that edits the task, so that
/// each button of the page sends everything that was typed on it.
struct AddSubtasksForm: Piece {
  static let template = "subtasks/add"
  static let fields: [String: Field<AddSubtasksForm>] = [
    "action": .form { .task($0.task, .addSubtasks) },
    "revision": .text(\.revision),
    "one": .view(\.one),
    "several": .view(\.several),
    "expanded": .flag { !$0.several.value.isEmpty || $0.several.error != nil },
  ]
  let task: TaskID
  /// The list's revision, part of the idempotency key.
  let revision: String
  var one = SubtaskInput()
  var several = SubtaskInput()
}

/// What was typed into a field for steps, and why it was rejected.
struct SubtaskInput: TemplateView {
  static let fields: [String: Field<SubtaskInput>] = [
    "value": .text(\.value), "focus": .flag { $0.error != nil }, "error": .view(\.error),
  ]
  var value = ""
  var error: FieldError?
}
