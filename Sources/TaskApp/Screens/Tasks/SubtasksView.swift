import StatePages
import Tasks

/// How many steps of a task are done, with the button that folds or unfolds them.
struct SubtasksView: TemplateView {
  static let fields: [String: Field<SubtasksView>] = [
    "stepsDone": .numeral { $0.progress.done },
    "stepsTotal": .number { $0.progress.total },
    "foldable": .flag(\.isFoldable),
    "shown": .flag { $0.display == .shown },
    "foldAction": .form { .task($0.task, .fold) },
    "stepsHref": .link { .startSubtask(to: $0.task) },
  ]
  private let task: TaskID
  private let progress: SubtaskProgress
  private let display: SubtasksDisplay
  private let isFoldable: Bool

  /// - Parameter isUsed: whether the rows are for using the tasks. While they are arranged or selected, all steps are shown.
  init(_ row: TaskRow, _ progress: SubtaskProgress, isUsed: Bool) {
    (task, self.progress, display) = (row.id, progress, row.steps)
    isFoldable = isUsed && row.steps != .elsewhere
  }
}
