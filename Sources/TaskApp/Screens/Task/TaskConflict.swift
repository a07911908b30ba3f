import StateViews
import Tasks

/// Two texts of one task, of which a person chooses: what they sent, and what was saved meanwhile.
struct TaskConflict: Hashable, Sendable {
  let id: TaskID
  /// The change that saved theirs.
  let version: ChangeID
  let mine: TaskDraft
  let theirs: TaskDraft
  /// The list that was chosen in the form, if one was.
  let mineList: ListID?

  /// The reason of the failed state, with both texts as facts.
  var reason: Reason {
    var facts: [String: Fact] = [
      "action": .address(TaskFlow.action(.editTask(id))),
      "task": .address(TaskFlow.address(after: .openedTask(id, isOpen: false))),
      "version": .text(version.description),
    ]
    for (whose, text) in [("mine", mine), ("their", theirs)] {
      facts["\(whose)Title"] = .text(text.title)
      facts["\(whose)Notes"] = .text(text.notes)
      facts["\(whose)Due"] = .text(text.due?.iso ?? "")
      facts["\(whose)Priority"] = .text(text.priority.name)
    }
    if let mineList { facts["mineList"] = .text(mineList.description) }
    return Reason("conflict", facts)
  }
}
