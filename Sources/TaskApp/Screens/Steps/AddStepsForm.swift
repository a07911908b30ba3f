import StatePages
import Tasks

/// The forms that add steps to a task: a single one, or several, one per line.
struct AddStepsForm: Piece {
  static let template = "steps/add"
  static let fields: [String: Field<AddStepsForm>] = [
    "action": .address { TaskFlow.action(.addSteps($0.task)) },
    "version": .text(\.version),
    "one": .view { $0.takesSeveral ? StepInput() : $0.input },
    "several": .view { $0.takesSeveral ? $0.input : StepInput() },
    "expanded": .flag(\.takesSeveral),
  ]
  let task: TaskID
  /// The list's revision, part of the idempotency key.
  let version: String
  var takesSeveral = false
  var input = StepInput()
}

/// What was typed into a field for steps, and why it was rejected.
struct StepInput: TemplateView {
  static let fields: [String: Field<StepInput>] = [
    "value": .text(\.value), "focus": .flag { $0.error != nil }, "error": .view(\.error),
  ]
  var value = ""
  var error: FieldError?
}
