import Tasks
import Testing

struct MonthTests {
  @Test(arguments: [
    ("2026-12", Weekday.monday, "2026-11-30", "2027-01-03"), ("2026-12", .sunday, "2026-11-29", "2027-01-02"),
    ("2027-02", .monday, "2027-02-01", "2027-02-28"), ("2026-08", .saturday, "2026-08-01", "2026-09-04"),
    ("0001-01", .monday, "0001-01-01", "0001-02-04"),
  ])
  func `the weeks of a month are whole, from the first day of a week`(
    month: String, weekday: Weekday, first: String, last: String
  ) throws {
    let weeks = try #require(Month(month)).weeks(from: weekday)
    #expect(weeks.first?.first?.iso == first && weeks.last?.last?.iso == last)
    #expect(weeks.allSatisfy { $0.count == 7 && $0[0].weekday == weekday })
  }

  @Test func `a month is written with its year, and has neighbours within the supported days`() throws {
    let month = try #require(Month("2026-12"))
    #expect(month.description == "2026-12" && month.adding(1)?.description == "2027-01")
    #expect(Month("0001-01")?.adding(-1) == nil && Month("9999-12")?.adding(1) == nil)
    #expect(Month("9999-12")?.weeks(from: .monday).count == 5)
    for text in ["2026-13", "2026-00", "2026-1", "26-12", "2026-12-01", ""] { #expect(Month(text) == nil, "\(text)") }
  }
}
