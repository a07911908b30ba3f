import StatePages
import Tasks

/// The form of a new row that makes the understood words at the end of its title literal again. It is an edit of the task's text.
struct LiteralForm: TemplateView, Hashable {
  static let fields: [String: Field<LiteralForm>] = [
    "action": .form { .task($0.task, .keepAsTyped) },
    "version": .text(\.version.description),
    "isDated": .flag(\.isDated),
    "short": .text { ShortText.of($0.text.title) },
  ]
  private let task: TaskID
  /// The change that added the task.
  private let version: ChangeID
  private let text: TaskDraft
  /// Whether the row has a due date.
  private let isDated: Bool

  /// Nil if nothing was understood.
  init?(_ row: TaskRow, _ notice: RowNotice) {
    guard let text = notice.literal else { return nil }
    (task, version, self.text, isDated) = (row.id, row.version, text, row.due != nil)
  }
}
