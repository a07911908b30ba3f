import Foundation
import Tasks
import Testing

struct RecurrenceSummaryTests {
  typealias Days = RecurrenceSummary.Days
  typealias Unit = Recurrence.Unit

  @Test(arguments: [
    ("FREQ=DAILY", Unit.day, 1, Days.first),
    ("FREQ=DAILY;INTERVAL=3", .day, 3, .first),
    ("FREQ=DAILY;BYDAY=MO,WE", .week, 1, .weekdays([.monday, .wednesday])),
    ("freq=weekly;wkst=su", .week, 1, .first),
    ("FREQ=WEEKLY;INTERVAL=2;BYDAY=FR,TU,FR", .week, 2, .weekdays([.tuesday, .friday])),
    ("FREQ=WEEKLY;BYDAY=TU;BYHOUR=18;BYMINUTE=30", .week, 1, .weekdays([.tuesday])),
    ("FREQ=MONTHLY", .month, 1, .first),
    ("FREQ=MONTHLY;BYMONTHDAY=-1,15,1", .month, 1, .monthDays([1, 15, -1])),
    ("FREQ=MONTHLY;BYDAY=2TU", .month, 1, .weekday(.tuesday, place: 2)),
    ("FREQ=MONTHLY;INTERVAL=6;BYDAY=FR;BYSETPOS=-1", .month, 6, .weekday(.friday, place: -1)),
    ("FREQ=YEARLY", .year, 1, .first),
    ("FREQ=YEARLY;BYMONTH=5", .year, 1, .first),
    ("FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=3", .year, 1, .date(month: 5, day: 3)),
    ("FREQ=YEARLY;BYMONTH=11;BYDAY=4TH", .year, 1, .weekdayOfMonth(.thursday, place: 4, month: 11)),
  ])
  func `rules that people use have a summary`(rule: String, unit: Unit, interval: Int, days: Days) throws {
    let summary = try #require(RecurrenceSummary(rule))
    #expect(summary.unit == unit && summary.interval == interval && summary.days == days)
    #expect(summary.end == .never)
  }

  @Test func `the end is a count, a day or a moment`() throws {
    let day = try #require(Day(iso: "2026-12-24"))
    #expect(RecurrenceSummary("FREQ=DAILY;COUNT=10")?.end == .count(10))
    #expect(RecurrenceSummary("FREQ=DAILY;UNTIL=20261224")?.end == .until(.day(day)))
    #expect(RecurrenceSummary("FREQ=DAILY;UNTIL=20261224T235959")?.end == .until(.day(day)))
    let moment = Date(timeIntervalSince1970: 1_798_153_200)
    #expect(RecurrenceSummary("FREQ=DAILY;UNTIL=20261224T230000Z")?.end == .until(.moment(moment)))
  }

  @Test(arguments: [
    "", "FREQ=HOURLY", "FREQ=WEEKLY;X-OWN=1", "FREQ=WEEKLY\nFREQ=DAILY", "FREQ=DAILY;INTERVAL=2;BYDAY=MO",
    "FREQ=DAILY;BYHOUR=7,18", "FREQ=WEEKLY;BYMONTH=5", "FREQ=MONTHLY;BYMONTHDAY=1,2,3,4,5,6",
    "FREQ=MONTHLY;BYMONTHDAY=-2", "FREQ=MONTHLY;BYDAY=MO", "FREQ=MONTHLY;BYDAY=1MO,3MO", "FREQ=MONTHLY;BYDAY=-2MO",
    "FREQ=MONTHLY;BYDAY=1MO;BYSETPOS=1", "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", "FREQ=YEARLY;BYWEEKNO=20",
    "FREQ=YEARLY;BYYEARDAY=100", "FREQ=YEARLY;BYMONTHDAY=3", "FREQ=YEARLY;BYDAY=20MO", "FREQ=YEARLY;BYMONTH=1,7",
    "FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=-1",
  ])
  func `a rule that a short sentence can't say has none`(rule: String) {
    #expect(RecurrenceSummary(rule) == nil)
  }
}
