/// A new task of which the words at the end of the title were understood.
public struct QuickAdd: Sendable {
  /// The task to add.
  public let draft: TaskDraft
  /// The task as typed, with all words in the title; nil if no words were understood.
  public let literal: TaskDraft?
  /// The words with a `#`, in their order: the draft's tags, of which some may be meant as the name of a list.
  public let tags: [Tag]

  /// Validates input and parses its title. A due date or a priority of its own wins: then such words are a part of the title.
  ///
  /// - Throws: the problems of the input as typed, or too many tags. The title as typed has to be valid, since it can be restored.
  public init(validating input: TaskInput, _ context: QuickAddContext) throws(InvalidInput) {
    let typed = try TaskDraft(validating: input)
    var kinds: Set<QuickAddLine.Kind> = [.due, .tag]
    if typed.start == nil { kinds.insert(.start) }
    if typed.time == nil { kinds.insert(.time) }
    if input[.priority].isEmpty { kinds.insert(.priority) }
    if typed.repeats == nil { kinds.insert(.repeats) }
    let line = QuickAddLine(parsing: typed.title, context, due: typed.due, understanding: kinds)
    draft = line.draft(over: typed)
    guard draft.tags.tags.count <= Limits.tagsPerTask else {
      throw InvalidInput(FieldProblem(.title, .tooManyTags(limit: Limits.tagsPerTask)))
    }
    tags = line.tags
    literal = line.understood.isEmpty ? nil : typed
  }
}

extension TaskDraft {
  /// Whether a title without a date has words of one that were not understood.
  public static func mentionsDate(_ title: String, _ context: QuickAddContext) -> Bool {
    CapturedTail.mentionsDate(title, context)
  }
}
