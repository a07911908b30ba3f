import Foundation

/// What the values of a file are read with.
struct ImportContext {
  /// The time zone of moments without one.
  var zone: TimeZone
  var now: Date
  var limits: ImportLimits
  var choices: ImportChoices
  var limit = ReadingLimit(.seconds(20))
  /// The title of tasks without one.
  var untitled: String
  /// The name of the file without its ending, for formats that have no names of lists.
  var fileName: String?
  /// Whether the text was pasted: all of its list items are tasks.
  var hasPlainLines = false
  /// Whether lines without any mark are tasks, if there is nothing else.
  var takesPlainLines = false
  var progress: (Int) -> Void

  /// The day in the time zone.
  var today: Day { Day(of: now, in: zone) }
}
