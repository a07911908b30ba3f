import Foundation
import Tasks
import Testing

struct DueTimeTests {
  @Test(arguments: ["00:00", "09:05", "14:30", "23:59"])
  func `a time is read as it is written`(text: String) throws {
    #expect(try #require(TimeOfDay(text)).description == text)
  }

  @Test(arguments: ["", "9:05", "24:00", "23:60", "12-00", "12:00:00", " 1:00", "1２:00", "+1:00"])
  func `other texts are no times`(text: String) {
    #expect(TimeOfDay(text) == nil)
  }

  @Test(arguments: ["14:05", "14:05 Europe/Berlin", "00:00 America/Argentina/Buenos_Aires", "08:00 UTC"])
  func `a time with its time zone is read as it is written`(text: String) throws {
    #expect(try #require(ClockTime(text)).description == text)
  }

  @Test(arguments: ["14:05 ", "14:05 Berlin/Europe", "14:05  Europe/Berlin", "14:05 GMT+0530", "Europe/Berlin"])
  func `an unknown time zone is refused`(text: String) {
    #expect(ClockTime(text) == nil)
  }

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

  @Test func `a time of another time zone is shown on the reader's clock, across midnight and changes of clocks`()
    throws
  {
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
