import Foundation
import Tasks
import Testing

struct DayTests {
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

struct DayStartTests {
  @Test(arguments: [
    "GMT", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Pacific/Kiritimati", "America/Sao_Paulo",
    "Africa/Cairo", "Asia/Beirut",
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

struct DueTimeTests {
  @Test func `due dates sort like their texts: times first, then the whole day`() throws {
    let days = [Day.first, try #require(Day(iso: "2026-11-26")), try #require(Day(iso: "2026-11-27")), Day.last]
    let times = [TimeOfDay("00:00"), TimeOfDay("09:59"), TimeOfDay("10:00"), TimeOfDay("23:59"), nil]
    let all = days.flatMap { day in times.map { DueTime(day, $0) } }
    #expect(all.sorted() == all)
    #expect(all.map(\.description).sorted() == all.map(\.description))
    for due in all { #expect(DueTime(due.description) == due) }
    for (before, due) in zip(all, all.dropFirst()) {
      #expect(before <= due.predecessor && due.predecessor < due, "\(due)")
    }
  }

  @Test func `a time of another zone is shown on the reader's clock, across midnight and changes of clocks`() throws {
    let new_york = try #require(TimeZone(identifier: "America/New_York"))
    let day = try #require(Day(iso: "2026-11-02"))
    let cases = [
      ("02:00 Europe/Berlin", "2026-11-01", "20:00"), ("14:30 Asia/Kolkata", "2026-11-02", "04:00"),
      ("14:30", "2026-11-02", "14:30"), ("14:30 America/New_York", "2026-11-02", "14:30"),
      ("23:00 Pacific/Honolulu", "2026-11-03", "04:00"),
    ]
    for (text, iso, time) in cases {
      let local = try #require(ClockTime(text)).local(on: day, in: new_york)
      #expect(local.day.iso == iso && local.time.description == time, "\(text)")
    }
  }

  @Test func `a time that the clocks skip is the one an hour later, and the first of two is taken`() throws {
    let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
    let (spring, autumn) = (try #require(Day(iso: "2026-03-29")), try #require(Day(iso: "2026-10-25")))
    let time = try #require(TimeOfDay("02:30"))
    #expect(spring.moment(at: time, in: berlin).formatted(.iso8601) == "2026-03-29T01:30:00Z")
    #expect(autumn.moment(at: time, in: berlin).formatted(.iso8601) == "2026-10-25T00:30:00Z")
  }

  @Test func `what is late follows the clock, and changes only when a due time has passed`() throws {
    let times = ["09:30", "14:00", "14:00"].compactMap { TimeOfDay($0) }
    let summary = DueSummary(late: 2, today: 5, hasDates: true, times: times)
    let expected = [
      ("00:00", 2, 5, "00:00"), ("09:30", 2, 5, "00:00"), ("09:31", 3, 4, "09:31"), ("14:00", 3, 4, "09:31"),
      ("14:01", 5, 2, "14:01"), ("23:59", 5, 2, "14:01"),
    ]
    for (now, late, today, since) in expected {
      let now = try #require(TimeOfDay(now))
      let counts = summary.counts(at: now)
      #expect((counts.late, counts.today, summary.since(now).description) == (late, today, since), "\(now)")
    }
  }
}
