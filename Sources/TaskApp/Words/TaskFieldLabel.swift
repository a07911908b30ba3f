import StatePages
import Tasks

/// The label of a task's field, by `components/task-field-label`: one flag for each field.
struct TaskFieldLabel: TemplateView {
  static let fields: [String: Field<TaskFieldLabel>] = TaskField.all.reduce(into: [:]) { fields, field in
    fields[field.name] = .flag { $0.field == field }
  }
  let field: TaskField

  /// Nil for a form field that is none of a task's.
  init?(of name: String) {
    guard let field = TaskField(rawValue: name) else { return nil }
    self.field = field
  }
}
