import StatePages
import Tasks

/// The forms that add steps to a task: a single one, or several, one per line.
struct AddSubtasksForm: Piece {
  static let template = "subtasks/add"
  static let fields: [String: Field<AddSubtasksForm>] = [
    "action": .address { TaskFlow.action(.addSubtasks($0.task)) },
    "version": .text(\.version),
    "one": .view { $0.takesSeveral ? SubtaskInput() : $0.input },
    "several": .view { $0.takesSeveral ? $0.input : SubtaskInput() },
    "expanded": .flag(\.takesSeveral),
  ]
  let task: TaskID
  /// The list's revision, part of the idempotency key.
  let version: String
  var takesSeveral = false
  var input = SubtaskInput()
}

/// What was typed into a field for steps, and why it was rejected.
struct SubtaskInput: TemplateView {
  static let fields: [String: Field<SubtaskInput>] = [
    "value": .text(\.value), "focus": .flag { $0.error != nil }, "error": .view(\.error),
  ]
  var value = ""
  var error: FieldError?
}
