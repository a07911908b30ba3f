import StatePages
import StateViews
import Tasks

/// Two versions of a task for the reader to choose from: the one they sent, and the one that was saved in the meantime.
struct TaskConflict: Hashable, Sendable {
  let id: TaskID
  /// The change that saved `theirs`.
  let version: ChangeID
  let mine, theirs: TaskDraft
  /// The text that both are based on; nil if it is not known any more.
  var base: TaskDraft?
  /// The list selected in the form, if any.
  let mineList: ListID?
  /// The steps that were typed with it, which each choice adds.
  var steps: TypedSteps?

  /// The reason of the failed state, with both versions as facts. For each field, they are:
  ///
  /// | Fact | Meaning |
  /// |---|---|
  /// | `mineTitle`, `theirTitle` | both values, as a form sends them |
  /// | `mineTitleBefore`, `mineTitleChanged`, `mineTitleAfter` | the value for reading, divided into what is common and what differs |
  /// | `titleVersions` | how many values there are: one if both are equal |
  /// | `titleChoices` | how many of them are to choose from: one if only one side changed the field |
  /// | `titleFromMine` | one if mine needs no choice |
  ///
  /// `step` and `steps` are typed steps, `addStepsAction` the form that adds them to theirs.
  ///
  /// - Parameter look: formats the days; nil for those of the form.
  func reason(for look: DisplaySettings? = nil) -> Reason {
    let days = look.map(DayPrinter.init)
    var facts: [String: Fact] = [
      "action": .form(.task(id, .edit)),
      "task": .link(.task(id)),
      "version": .text(version.description),
    ]
    for field in TaskField.all {
      let difference = TextDifference(mine.text(of: field, days), theirs.text(of: field, days))
      for (owner, value, part) in [("mine", mine, difference.first), ("their", theirs, difference.second)] {
        let name = owner + field.capitalized
        facts[name] = .text(value[field])
        facts[name + "Before"] = .text(part.before)
        facts[name + "Changed"] = .text(part.changed)
        facts[name + "After"] = .text(part.after)
      }
      let resolution = resolution(of: field)
      facts[field.name + "Versions"] = .number(resolution == .same ? 1 : 2)
      facts[field.name + "Choices"] = .number(resolution == .choice ? 2 : 1)
      facts[field.name + "FromMine"] = .number(resolution == .mine ? 1 : 0)
    }
    if let steps, steps.isTyped {
      facts["addStepsAction"] = .form(.task(id, .addSubtasks))
      facts["step"] = .text(steps.one)
      facts["steps"] = .text(steps.several)
    }
    if let mineList { facts["mineList"] = .text(mineList.description) }
    return Reason("conflict", facts)
  }

  private enum Resolution {
    case same
    /// Only one side changed the field.
    case mine, theirs
    /// Both changed it, or that is not known.
    case choice
  }

  private func resolution(of field: TaskField) -> Resolution {
    let (mine, theirs) = (mine[field], theirs[field])
    if mine.utf8.elementsEqual(theirs.utf8) { return .same }
    guard let base = base?[field] else { return .choice }
    if mine.utf8.elementsEqual(base.utf8) { return .theirs }
    return theirs.utf8.elementsEqual(base.utf8) ? .mine : .choice
  }
}

extension TaskDraft {
  fileprivate func text(of field: TaskField, _ days: DayPrinter?) -> String {
    switch field {
    case .due: days.flatMap { due.map($0.date) } ?? self[field]
    case .start: days.flatMap { start.map($0.date) } ?? self[field]
    case _: self[field]
    }
  }
}

extension TaskField {
  /// The name in the names of facts, such as `Title` in `mineTitle`.
  fileprivate var capitalized: String { name.prefix(1).uppercased() + name.dropFirst() }
}
