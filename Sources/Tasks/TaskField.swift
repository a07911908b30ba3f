/// The fields that a user enters for a task, in the order of the form.
///
/// Code that treats all fields alike iterates over ``all``. Code that does not has a switch without `default`, so that the compiler finds
/// what a new field needs.
package enum TaskField: String, CaseIterable, CodingKey, Sendable {
  case title, due, time, repeats, start, tags, notes, priority, assignee, reminders

  /// All fields.
  package static let all = Array(allCases)

  /// The name of the field in forms and exports, and of its column.
  package var name: String { rawValue }

  /// The kinds of form controls.
  package enum Control: Sendable {
    /// One line of text.
    case line
    /// Text of several lines.
    case text
    case day
    /// A time of day, with a time zone or without.
    case time
    /// One of a few values.
    case choice
    /// A recurrence, in several controls.
    case recurrence
    /// Times before a due date and moments, in several controls.
    case reminders
    /// Several words on one line.
    case words
  }

  /// The control that forms have for the field.
  package var control: Control {
    switch self {
    case .title: .line
    case .notes: .text
    case .due, .start: .day
    case .time: .time
    case .repeats: .recurrence
    case .tags: .words
    case .priority, .assignee: .choice
    case .reminders: .reminders
    }
  }

  /// Whether the value is typed: a page without the form shows it again after a failure.
  package var isTyped: Bool {
    switch control {
    case .line, .text, .day, .time, .words: true
    case .choice, .recurrence, .reminders: false
    }
  }

  /// The field in ``InvalidInput``.
  package var input: InputField {
    switch self {
    case .title: .title
    case .notes: .notes
    case .due: .due
    case .time: .time
    case .repeats: .repeats
    case .start: .start
    case .tags: .tags
    case .priority: .priority
    case .assignee: .assignee
    case .reminders: .reminders
    }
  }
}
