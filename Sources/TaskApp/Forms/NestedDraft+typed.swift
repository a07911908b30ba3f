import StatePages
import Tasks

extension NestedDraft {
  /// The tasks that a form adds, and the single one as typed if words of its title were understood.
  /// - Parameters:
  ///   - several: the text with one title per line; nil for a single task.
  ///   - levels: the number of levels that lines can be indented to.
  static func typed(
    _ form: FormBody, several: String?, title: String, levels: Int = Limits.subtaskLevels,
    _ context: QuickAddContext
  ) throws(InvalidInput) -> ([NestedDraft], literal: TaskDraft?) {
    if let several { return (try TaskDraft.nested(from: several, context, levels: levels), nil) }
    let added = try QuickAdd(validating: TaskInput(form, title: title, today: context.today), context)
    return ([NestedDraft(added.draft)], added.literal)
  }
}
