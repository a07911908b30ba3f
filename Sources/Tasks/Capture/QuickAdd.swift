/// A new task of which the words at the end of the title were understood.
public struct QuickAdd: Sendable {
  /// The task to add.
  public let draft: TaskDraft
  /// The task as typed, with all words in the title; nil if no words were understood.
  public let literal: TaskDraft?
  /// The name of the list that was understood, without `#`.
  public let list: String?

  /// Validates input and parses its title. A due date or a priority of its own wins: then such words are a part of the title.
  ///
  /// - Parameter understandsLists: whether the name of a list may be among those words.
  /// - Throws: the problems of the input as typed. The title as typed has to be valid, since it can be restored.
  public init(validating input: TaskInput, today: Day, understandsLists: Bool = false) throws(InvalidInput) {
    let typed = try TaskDraft(validating: input)
    var kinds: Set<QuickAddLine.Kind> = []
    if typed.due == nil { kinds.insert(.due) }
    if input[.priority].isEmpty { kinds.insert(.priority) }
    if understandsLists { kinds.insert(.list) }
    if typed.repeats == nil { kinds.insert(.repeats) }
    let line = QuickAddLine(parsing: typed.title, today: today, understanding: kinds)
    draft = line.draft(
      notes: typed.notes, due: typed.due, repeats: typed.repeats, priority: typed.priority, today: today)
    list = line.listName
    literal = line.phrases.isEmpty ? nil : typed
  }
}
