import Foundation
import Tasks
import Testing

struct DayStartTests {
  @Test(arguments: [
    "GMT", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Pacific/Kiritimati", "America/Sao_Paulo",
    "Africa/Cairo",
    "Asia/Beirut",
  ])
  func `a day begins at its first moment, also where the clocks change at midnight`(name: String) throws {
    let zone = try #require(TimeZone(identifier: name))
    let first = try #require(Day(iso: "2017-01-01"))
    for number in 0..<(10 * 366) {
      let day = first.adding(days: number)
      let start = day.start(in: zone)
      #expect(Day(of: start, in: zone) == day, "\(day) in \(name)")
      #expect(Day(of: start.addingTimeInterval(-1), in: zone) < day, "\(day) in \(name)")
    }
  }
}
