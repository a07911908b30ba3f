import Tasks
import Testing

@testable import TaskApp

/// What buttons and date fields send.
struct DueWordTests {
  private func date(_ text: String, _ order: DateOrder = .dayFirst, from first: Weekday = .monday) -> String {
    let today = Day(iso: "2026-11-25") ?? .first
    return DueWord.date(text, QuickAddContext(today: today, order: order, firstWeekday: first))
  }

  @Test func `a word is the day that it is now, by the reader's weeks`() {
    #expect(date("today") == "2026-11-25" && date("tomorrow") == "2026-11-26")
    #expect(date("next-week") == "2026-11-30" && date("next-week", from: .sunday) == "2026-11-29")
  }

  @Test func `a date is read in the reader's order where a browser has no field for dates`() {
    #expect(date("3/12/2026") == "2026-12-03" && date("3/12/2026", .monthFirst) == "2026-03-12")
    #expect(date("3.12.2026", .monthFirst) == "2026-12-03" && date("2026-12-03", .monthFirst) == "2026-12-03")
    #expect(date("0026-12-03") == "2026-12-03")
    for text in ["", "soon", "3.12.2026 14:00", "31.2.2026"] { #expect(date(text) == text) }
  }
}
