/// Dates in calendar files.
enum CalendarDate {
  /// The parameters and the value of a date, or of a time in a zone or without one: `;VALUE=DATE:20260131`.
  static func value(_ day: Day, _ time: ClockTime?) -> String {
    let date = day.iso.filter { $0 != "-" }
    guard let time else { return ";VALUE=DATE:\(date)" }
    let text = "\(date)T\(time.time.description.filter { $0 != ":" })00"
    return time.zone.map { ";TZID=\($0):\(text)" } ?? ":\(text)"
  }
}
