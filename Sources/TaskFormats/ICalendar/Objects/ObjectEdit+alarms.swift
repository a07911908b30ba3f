import Tasks

/// The alarms of a task in the text of its object.
extension CalendarObject {
  /// Whether the alarms of an edited text are other reminders than those of a task. They may count from a date that the edit has moved.
  func isReminded(otherwiseThan draft: TaskDraft, after edit: ObjectEdit) -> Bool {
    let wanted = draft.remindersInCalendars
    guard !alarms(in: componentOfCurrentInstance).isEmpty || !wanted.isEmpty else { return false }
    let read = edit.isNeeded ? CalendarObject(stored: edit.text)?.values() : values()
    return read.map { $0.task.draft.remindersInCalendars != wanted } ?? false
  }

  /// The text with the reminders of a task. Alarms that are no reminders of the app stay.
  func text(showing draft: TaskDraft) -> String {
    var edit = ObjectEdit(of: self)
    let component = componentOfCurrentInstance
    var todo = TodoComponent()
    for line in lines where line.component == component { todo.parse(line.property) }
    var zones = zones
    var missing = Set(draft.remindersInCalendars.reminders)
    for alarm in alarms(in: component) {
      guard let reminder = alarm.trigger.flatMap({ todo.reminder($0, in: &zones) }) else { continue }
      if missing.remove(reminder) == nil { edit.replace(Array(alarm.lines), by: [], after: alarm.lines.lowerBound) }
    }
    if !missing.isEmpty, let end = lastLine(of: component) {
      let isWholeDay = draft.time == nil
      let text = missing.sorted().flatMap { $0.alarm(draft.title, from: "END", isWholeDay: isWholeDay) }
      edit.replace([], by: edit.folded(text), after: end - 1)
    }
    return edit.text
  }

  /// The lines of each alarm in a component, with when it goes off.
  fileprivate func alarms(in component: Line.Component) -> [(lines: Range<Int>, trigger: AlarmTrigger?)] {
    let inner = component == .task ? Line.Component.inner : component
    var alarms: [(lines: Range<Int>, trigger: AlarmTrigger?)] = []
    var begin: Int?
    var trigger: AlarmTrigger?
    for (index, line) in lines.enumerated() where line.component == inner {
      let isOfAlarm = line.property.value.trimmed.equals("valarm")
      switch line.property.name {
      case "BEGIN" where isOfAlarm: (begin, trigger) = (index, nil)
      case "END" where isOfAlarm:
        if let begin { alarms.append((begin..<(index + 1), trigger)) }
        begin = nil
      case _: if begin != nil { trigger = trigger ?? AlarmTrigger(line.property) }
      }
    }
    return alarms
  }

  /// The line that ends a component.
  private func lastLine(of component: Line.Component) -> Int? {
    if component != .task { return lines.lastIndex { $0.component == component } }
    guard let first = lines.firstIndex(where: { $0.component == .task }) else { return nil }
    return lines[first...].firstIndex {
      $0.component == .inner && $0.property.name == "END" && $0.property.value.trimmed.equals("vtodo")
    }
  }
}

extension TaskDraft {
  /// The reminders that a calendar can tell: without a due date, none count from it.
  fileprivate var remindersInCalendars: ReminderSet {
    due == nil ? ReminderSet(reminders.reminders.filter { $0.moment != nil }) : reminders
  }
}
