/// The value of the key `rec` in a todo.txt: `1w`, `+2m`. Without a plus, it counts from the completion.
struct TodoTxtRecurrence: CustomStringConvertible {
  let count: Int
  let unit: Recurrence.Unit
  let isAfterCompletion: Bool

  /// Nil for anything else.
  init?(_ value: Bytes) {
    isAfterCompletion = value.first != UInt8(ascii: "+")
    let rest = isAfterCompletion ? value : value.dropFirst()
    guard let count = rest.dropLast().number, Recurrence.intervals.contains(count), let letter = rest.last?.lowercased,
      let unit = Recurrence.Unit.allCases.first(where: { $0.rawValue.utf8.first == letter })
    else { return nil }
    (self.count, self.unit) = (count, unit)
  }

  /// Nil if the format can't say it: the rule has an end, or other dates than those of its interval from the due date.
  init?(_ recurrence: Recurrence, due: Day?) {
    guard let due, recurrence.end == .never, recurrence.current == due else { return nil }
    (count, unit, isAfterCompletion) = (recurrence.interval, recurrence.unit, recurrence.isAfterCompletion)
    guard self.recurrence(due: due) == recurrence else { return nil }
  }

  /// The recurrence from a due date.
  func recurrence(due: Day) -> Recurrence {
    RecurrenceDraft(unit, interval: count, isAfterCompletion: isAfterCompletion).recurrence(due: due, today: due)
  }

  var description: String { (isAfterCompletion ? "" : "+") + "\(count)\(unit.rawValue.prefix(1))" }
}
