/// The properties that the app adds to what the standard defines.
enum OwnProperty {
  /// The text of a ``Recurrence``: the rules of the standard can't say that they count from the completion.
  static let recurrence = "X-FOURFOLD-REPEATS"
  /// The name of a list: that of a to-do, and in the calendar those of all lists in their order, if there are several.
  static let list = "X-FOURFOLD-LIST"
  /// The start day, where the standard's DTSTART is that of a rule.
  static let start = "X-FOURFOLD-START"
}
