import StateViews
import Tasks

/// Two versions of a task for the reader to choose from: the one they sent, and the one that was saved in the meantime.
struct TaskConflict: Hashable, Sendable {
  let id: TaskID
  /// The change that saved `theirs`.
  let version: ChangeID
  let mine: TaskDraft
  let theirs: TaskDraft
  /// The list selected in the form, if any.
  let mineList: ListID?

  /// The reason of the failed state, with both versions as facts.
  var reason: Reason {
    var facts: [String: Fact] = [
      "action": .address(TaskFlow.action(.editTask(id))),
      "task": .address(TaskFlow.address(after: .openedTask(id, isOpen: false))),
      "version": .text(version.description),
    ]
    for (owner, text) in [("mine", mine), ("their", theirs)] {
      for field in TaskField.all { facts[Self.fact(owner, field)] = .text(text[field]) }
    }
    if let mineList { facts["mineList"] = .text(mineList.description) }
    return Reason("conflict", facts)
  }

  /// The name of a text's field, such as `mineTitle`.
  private static func fact(_ owner: String, _ field: TaskField) -> String {
    owner + field.name.prefix(1).uppercased() + field.name.dropFirst()
  }
}
