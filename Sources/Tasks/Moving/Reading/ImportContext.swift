import Foundation

/// What the values of a file are read with.
struct ImportContext {
  /// The time zone of moments without one.
  var zone: TimeZone
  var now: Date
  var limits: ImportLimits
  /// The title of tasks without one.
  var untitled: String
  /// The name of the file without its ending, for formats that have no names of lists.
  var fileName: String?
  /// Whether lines without any mark are tasks.
  var hasPlainLines = false
  var progress: (Int) -> Void

  /// The day in the time zone.
  var today: Day { Day(of: now, in: zone) }
}
