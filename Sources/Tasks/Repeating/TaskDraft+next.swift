/// A repeating task on the next date of its series.
extension TaskDraft {
  /// The task after its current date was completed; nil if that was the last one, or if it does not repeat.
  package func next(completedOn today: Day) -> TaskDraft? { repeats?.advanced(completedOn: today, at: time).map(on) }

  /// The task without its current date; nil if that is the last one, or if it does not repeat.
  package func next(skippedOn today: Day) -> TaskDraft? { repeats?.advanced(skippedOn: today, at: time).map(on) }

  /// The date that the task stands for, if it repeats.
  package var current: Day? { repeats?.current ?? due }

  /// The draft on its next date, which starts as many days before as this one.
  private func on(_ advanced: Recurrence.Advance) -> TaskDraft {
    let next = advanced.recurrence
    let days = next.current.daysSince(current ?? next.current)
    return with { draft in
      draft.due = next.current
      draft.time = time.map { ClockTime(advanced.time ?? $0.time, zone: $0.zone) }
      // The last of single dates is no series.
      draft.repeats = next.rule == nil && next.added.isEmpty ? nil : next
      draft.reminders = reminders.ofEachDate
      draft.start = start?.adding(days: days)
    }
  }
}
