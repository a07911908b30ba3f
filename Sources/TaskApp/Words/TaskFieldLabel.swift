import StatePages
import Tasks

/// The label of a task's field: the message `common.` and its name.
struct TaskFieldLabel: TemplateView {
  static let fields: [String: Field<TaskFieldLabel>] = [
    "template": .template(among: TaskField.all.map(message)) { message(of: $0.field) }
  ]
  let field: TaskField

  private static func message(of field: TaskField) -> String { "words/common.\(field.name)" }

  /// Nil for a form field that is none of a task's.
  init?(of name: String) {
    guard let field = TaskField(rawValue: name) else { return nil }
    self.field = field
  }
}
