import Foundation
import Tasks
import Testing

struct DayTests {
  @Test(arguments: ["0001-01-01", "1582-10-10", "1970-01-01", "2000-02-29", "2024-02-29", "2026-12-31", "9999-12-31"])
  func `valid dates are parsed and formatted unchanged`(text: String) {
    #expect(Day(iso: text)?.iso == text)
  }

  @Test(arguments: [
    "", "2026", "2026-1-1", "2026-02-29", "1900-02-29", "2026-13-01", "2026-00-10", "2026-04-31", "2026-01-00",
    "0000-01-01", "10000-01-01", "20260101", "2026-01-01 ", "2026-01-01T00:00", "２０２６-01-01", "2026-0101",
    "202-601-01", "-2026-01-01", "2026-01-01-", "2026--101", "99999999999999999999",
  ])
  func `an invalid date is not parsed`(text: String) {
    #expect(Day(iso: text) == nil)
  }

  @Test func `every day follows the one before, from the first to the last`() {
    var day = Day.first
    var count = 0
    var weekday = day.weekday.rawValue
    #expect(day.weekday == .monday)
    while day != .last {
      let next = day.adding(days: 1)
      guard next.daysSince(day) == 1, next > day, next.weekday.rawValue == weekday % 7 + 1,
        Day(year: next.year, month: next.month, day: next.day) == next
      else {
        Issue.record("\(day) is not followed rightly by \(next)")
        return
      }
      weekday = next.weekday.rawValue
      day = next
      count += 1
    }
    #expect(count == 3_652_058)
    #expect(day.iso == "9999-12-31")
  }

  @Test func `days stay within the calendar`() {
    #expect(Day.last.adding(days: 1) == .last)
    #expect(Day.first.adding(days: -1) == .first)
    #expect(Day.first.adding(days: .max) == .last)
    #expect(Day.last.adding(days: .min) == .first)
  }

  @Test func `weekdays match the calendar`() throws {
    #expect(try #require(Day(iso: "1970-01-01")).weekday == .thursday)
    #expect(try #require(Day(iso: "1969-12-31")).weekday == .wednesday)
    #expect(try #require(Day(iso: "2024-02-29")).weekday == .thursday)
  }

  @Test func `a moment is on different days in different zones`() throws {
    let moment = Date(timeIntervalSince1970: 1_767_225_600 - 60)  // 2025-12-31, 23:59 UTC
    #expect(Day(of: moment, in: .gmt).iso == "2025-12-31")
    #expect(Day(of: moment, in: try #require(TimeZone(identifier: "Europe/Berlin"))).iso == "2026-01-01")
    #expect(Day(of: moment, in: try #require(TimeZone(identifier: "America/New_York"))).iso == "2025-12-31")
    #expect(Day(of: Date(timeIntervalSince1970: -1), in: .gmt).iso == "1969-12-31")
    #expect(Day(of: .distantFuture, in: .gmt).iso == "4001-01-01")
    #expect(Day(of: Date(timeIntervalSince1970: .infinity), in: .gmt).iso == "1970-01-01")
  }

  @Test func `a day is coded as its text`() throws {
    let days = try #require(Day(iso: "2026-02-03"))
    #expect(String(decoding: try JSONEncoder().encode([days]), as: UTF8.self) == #"["2026-02-03"]"#)
    #expect(try JSONDecoder().decode([Day].self, from: Data(#"["2026-02-03"]"#.utf8)) == [days])
    #expect(throws: DecodingError.self) { try JSONDecoder().decode([Day].self, from: Data(#"["2026-02-30"]"#.utf8)) }
  }
}
