/// The properties that the app adds to what the standard defines.
enum OwnProperty {
  /// The text of a ``Recurrence``: the rules of the standard can't say that they count from the completion.
  static let recurrence = "X-FOURFOLD-REPEATS"
  /// The start day, where the standard's DTSTART is that of a rule.
  static let start = "X-FOURFOLD-START"
}
