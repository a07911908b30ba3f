/// A new task of which the words at the end of the title were understood.
public struct QuickAdd: Sendable {
  /// The task to add.
  public let draft: TaskDraft
  /// The task as typed, with all words in the title; nil if no words were understood.
  public let literal: TaskDraft?

  /// Validates input and parses its title. A due date or a priority of its own wins: then such words are a part of the title.
  ///
  /// - Throws: the problems of the input as typed. The title as typed has to be valid, since it can be restored.
  public init(validating input: TaskInput, today: Day) throws(InvalidInput) {
    let typed = try TaskDraft(validating: input)
    var kinds: Set<QuickAddLine.Kind> = []
    if typed.due == nil { kinds.insert(.due) }
    if input[.priority].isEmpty { kinds.insert(.priority) }
    let line = QuickAddLine(parsing: typed.title, today: today, understanding: kinds)
    draft = TaskDraft(
      title: line.title, notes: typed.notes, due: line.due ?? typed.due, priority: line.priority ?? typed.priority)
    literal = line.phrases.isEmpty ? nil : typed
  }
}
