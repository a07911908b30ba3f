import Foundation
import Tasks

/// Descriptions of time zones in calendar files (RFC 5545, section 3.6.5).
enum CalendarZoneText {
  /// The lines of a VTIMEZONE with the changes of the clocks from 1970 to 2050; none for an unknown zone. Programs that know the IANA
  /// name use their own tables.
  static func lines(_ name: String) -> [String] {
    guard let zone = TimeZone(identifier: name) else { return [] }
    var lines = ["BEGIN:VTIMEZONE", "TZID:\(name)"]
    lines += observance(isDaylight: false, from: offset(of: zone, at: first), to: offset(of: zone, at: first), [first])
    for change in changes(of: zone) {
      lines += observance(isDaylight: change.isDaylight, from: change.from, to: change.to, change.moments)
    }
    return lines + ["END:VTIMEZONE"]
  }

  /// Changes between the same offsets.
  private struct Changes {
    let isDaylight: Bool
    let from: Int
    let to: Int
    var moments: [Date]
  }

  private static let first = Date(timeIntervalSince1970: 0)
  private static let last = Date(timeIntervalSince1970: 2_524_608_000)

  private static func changes(of zone: TimeZone) -> [Changes] {
    var all: [Changes] = []
    var moment = first
    while let next = zone.nextDaylightSavingTimeTransition(after: moment), next > moment, next < last {
      let (from, to) = (offset(of: zone, at: next.addingTimeInterval(-1)), offset(of: zone, at: next))
      let isDaylight = zone.isDaylightSavingTime(for: next)
      if let place = all.firstIndex(where: { $0.from == from && $0.to == to && $0.isDaylight == isDaylight }) {
        all[place].moments.append(next)
      } else {
        all.append(Changes(isDaylight: isDaylight, from: from, to: to, moments: [next]))
      }
      moment = next
    }
    return all
  }

  /// The first moment is DTSTART, the others are RDATE. Both are in local time before the change. Each has a line of its own: vobject keeps
  /// only the first date of a list.
  private static func observance(isDaylight: Bool, from: Int, to: Int, _ moments: [Date]) -> [String] {
    let times = moments.map { String(CalendarMoment.text($0.addingTimeInterval(Double(from))).dropLast()) }
    var lines = ["BEGIN:" + (isDaylight ? "DAYLIGHT" : "STANDARD"), "DTSTART:\(times.first ?? "")"]
    lines += times.dropFirst().map { "RDATE:\($0)" }
    lines += ["TZOFFSETFROM:\(text(from))", "TZOFFSETTO:\(text(to))", "END:" + (isDaylight ? "DAYLIGHT" : "STANDARD")]
    return lines
  }

  private static func offset(of zone: TimeZone, at moment: Date) -> Int { zone.secondsFromGMT(for: moment) }

  /// The form `+0530`, with seconds if there are any.
  private static func text(_ offset: Int) -> String {
    let seconds = abs(offset)
    let parts = [seconds / 3_600, seconds / 60 % 60] + (seconds % 60 == 0 ? [] : [seconds % 60])
    return (offset < 0 ? "-" : "+") + parts.map { ($0 < 10 ? "0" : "") + String($0) }.joined()
  }
}
