import Testing

@testable import Tasks

/// Recurrences at the ends of lines, on Wednesday, 25 November 2026.
struct RecurrencePhraseTests {
  struct Line: CustomStringConvertible, Sendable {
    let text: String
    let title: String
    let recurrence: String
    var description: String { text }

    init(_ text: String, _ title: String, _ recurrence: String) {
      (self.text, self.title, self.recurrence) = (text, title, recurrence)
    }
  }

  static let understood: [Line] = [
    Line("Stretch daily", "Stretch", "2026-11-25 FREQ=DAILY"),
    Line("Stretch Daily", "Stretch", "2026-11-25 FREQ=DAILY"),
    Line("stretch every day", "stretch", "2026-11-25 FREQ=DAILY"),
    Line("Report weekly", "Report", "2026-11-25 FREQ=WEEKLY;BYDAY=WE"),
    Line("Report every week", "Report", "2026-11-25 FREQ=WEEKLY;BYDAY=WE"),
    Line("Clean the fridge monthly", "Clean the fridge", "2026-11-25 FREQ=MONTHLY;BYMONTHDAY=25"),
    Line("Insurance yearly", "Insurance", "2026-11-25 FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=25"),
    Line("Insurance annually", "Insurance", "2026-11-25 FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=25"),
    Line("Newsletter fortnightly", "Newsletter", "2026-11-25 FREQ=WEEKLY;INTERVAL=2;BYDAY=WE"),
    Line("Water the plants every 3 days", "Water the plants", "2026-11-25 FREQ=DAILY;INTERVAL=3"),
    Line("Bins every 2 weeks", "Bins", "2026-11-25 FREQ=WEEKLY;INTERVAL=2;BYDAY=WE"),
    Line("Haircut every 6 weeks", "Haircut", "2026-11-25 FREQ=WEEKLY;INTERVAL=6;BYDAY=WE"),
    Line("Filter every other month", "Filter", "2026-11-25 FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=25"),
    Line("Run every second day", "Run", "2026-11-25 FREQ=DAILY;INTERVAL=2"),
    Line("Bins every other Tuesday", "Bins", "2026-12-01 FREQ=WEEKLY;INTERVAL=2;BYDAY=TU"),
    Line("Water the plants every Friday", "Water the plants", "2026-11-27 FREQ=WEEKLY;BYDAY=FR"),
    Line("Water the plants every friday", "Water the plants", "2026-11-27 FREQ=WEEKLY;BYDAY=FR"),
    Line("Water the plants every fri", "Water the plants", "2026-11-27 FREQ=WEEKLY;BYDAY=FR"),
    Line("Meeting every Wednesday", "Meeting", "2026-11-25 FREQ=WEEKLY;BYDAY=WE"),
    Line("Run every Mon and Thu", "Run", "2026-11-26 FREQ=WEEKLY;BYDAY=MO,TH"),
    Line("Run every Monday, Wednesday and Friday", "Run", "2026-11-25 FREQ=WEEKLY;BYDAY=MO,WE,FR"),
    Line("Stand-up every weekday", "Stand-up", "2026-11-25 FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
    Line("Rent every 1st", "Rent", "2026-12-01 FREQ=MONTHLY;BYMONTHDAY=1"),
    Line("Rent every 15th of the month", "Rent", "2026-12-15 FREQ=MONTHLY;BYMONTHDAY=15"),
    Line("Rent every 31st", "Rent", "2026-11-30 FREQ=MONTHLY;BYMONTHDAY=-1"),
    Line("Club every second Tuesday", "Club", "2026-12-08 FREQ=MONTHLY;BYDAY=2TU"),
    Line("Club every 2nd Tuesday of the month", "Club", "2026-12-08 FREQ=MONTHLY;BYDAY=2TU"),
    Line("Drinks every last Friday", "Drinks", "2026-11-27 FREQ=MONTHLY;BYDAY=-1FR"),
    Line("Books every last day of the month", "Books", "2026-11-30 FREQ=MONTHLY;BYMONTHDAY=-1"),
    Line("Anna’s birthday every 27 Nov", "Anna’s birthday", "2026-11-27 FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=27"),
    Line("Tax every May 31st", "Tax", "2027-05-31 FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=31"),
    Line("Filter every 3 months after completion", "Filter", "2026-11-25 FREQ=MONTHLY;INTERVAL=3;FROM=COMPLETION"),
    Line("Mow every week after completion", "Mow", "2026-11-25 FREQ=WEEKLY;FROM=COMPLETION"),
    Line("Mow Weekly after completion tomorrow", "Mow", "2026-11-26 FREQ=WEEKLY;FROM=COMPLETION"),
    // With “on”, and the interval before the day.
    Line("Rent every month on the 1st", "Rent", "2026-12-01 FREQ=MONTHLY;BYMONTHDAY=1"),
    Line("Rent monthly on the 15th", "Rent", "2026-12-15 FREQ=MONTHLY;BYMONTHDAY=15"),
    Line("Rent every month on the last day", "Rent", "2026-11-30 FREQ=MONTHLY;BYMONTHDAY=-1"),
    Line("Club every month on the second Tuesday", "Club", "2026-12-08 FREQ=MONTHLY;BYDAY=2TU"),
    Line("Club every 2 months on the last Friday", "Club", "2026-11-27 FREQ=MONTHLY;INTERVAL=2;BYDAY=-1FR"),
    Line("Filter every 3 months on the 1st", "Filter", "2026-12-01 FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=1"),
    Line("Rent every other month on the 1st", "Rent", "2026-12-01 FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=1"),
    Line("Rent on the 1st of every month", "Rent", "2026-12-01 FREQ=MONTHLY;BYMONTHDAY=1"),
    Line("Club on the first Monday of every month", "Club", "2026-12-07 FREQ=MONTHLY;BYDAY=1MO"),
    Line("Bins every second week on Saturday", "Bins", "2026-11-28 FREQ=WEEKLY;INTERVAL=2;BYDAY=SA"),
    Line("Bins every other week on Tue and Fri", "Bins", "2026-11-27 FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,FR"),
    Line("Bins every 2 weeks on friday", "Bins", "2026-11-27 FREQ=WEEKLY;INTERVAL=2;BYDAY=FR"),
    Line("Bins every second Saturday of the month", "Bins", "2026-12-12 FREQ=MONTHLY;BYDAY=2SA"),
    Line("Bins weekly on Saturday", "Bins", "2026-11-28 FREQ=WEEKLY;BYDAY=SA"),
    Line("Bins every week on Saturday", "Bins", "2026-11-28 FREQ=WEEKLY;BYDAY=SA"),
    Line("Bins fortnightly on Saturday", "Bins", "2026-11-28 FREQ=WEEKLY;INTERVAL=2;BYDAY=SA"),
    Line("Tax every year on 31 May", "Tax", "2027-05-31 FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=31"),
    Line("Tax yearly on May 31st", "Tax", "2027-05-31 FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=31"),
    Line("Clean every weekend", "Clean", "2026-11-28 FREQ=WEEKLY;BYDAY=SA,SU"),
    Line("Bins every two weeks", "Bins", "2026-11-25 FREQ=WEEKLY;INTERVAL=2;BYDAY=WE"),
    Line("Filter every three months on the 1st", "Filter", "2026-12-01 FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=1"),
    Line("Swim every weds", "Swim", "2026-11-25 FREQ=WEEKLY;BYDAY=WE"),
    // With a date, in any order.
    Line("Rent monthly 31 Jan", "Rent", "2027-01-31 FREQ=MONTHLY;BYMONTHDAY=-1"),
    Line("Rent 15 Dec monthly", "Rent", "2026-12-15 FREQ=MONTHLY;BYMONTHDAY=15"),
    Line("Report tomorrow !high weekly", "Report", "2026-11-26 FREQ=WEEKLY;BYDAY=TH"),
  ]

  static let literal: [String] = [
    "Read the Daily", "Buy the weekly", "Renew the New York Weekly", "Read Daily", "Enjoy every day",
    "Make every day count", "Each and every day", "Every day", "daily", "monthly", "One Tree Every Day",
    "Price per month", "Biweekly", "Bimonthly", "A monthly", "Cancel the monthly", "Every Tuesday", "Tuesdays",
    "Check every box", "Reply to every guest", "Thank every one", "Count every 2 boxes", "Test every 0 days",
    "Test every 1 days", "Test every 1000 days", "Test every 2 day", "Meet every Tuesday week", "Test every 32nd",
    "Test every 5th Tuesday", "Test every 31 Feb", "Water every Mon Tue", "Water every and Tuesday",
    "Pay after completion", "Water every Tuesday after completion", "Test every 15th after completion",
    "Enjoy every day after completion", "Every day after completion",
    "Water every Monday and", "Label “every day”",
    // With “on”.
    "Enjoy every month on the 1st", "Test every month on the 32nd", "Test every week on the 1st",
    "Test every month on the 1st Mon of March", "Test every year on the 1st",
    "Test every year on 31 Feb", "Read The Month on the 1st", "A party on the 1st",
    "Dinner on the first Monday of the month",
    "Water every month on the 1st after completion", "Notes on weekends", "Closed on Tuesdays",
    "Every week on Saturday", "Test every 1 months on the 1st", "Rent of every month",
    "Reply on the last of every month", "Write a book on Weekdays", "Chart of the first of every month",
    "Test every thirteen weeks",
    "Test every month on the 1st of the year", "Meet on the 1st of a month",
  ]

  @Test(arguments: understood)
  func `a recurrence at the end is understood`(line: Line) {
    let parsed = QuickAddLine(parsing: line.text, today: QuickAddTable.today)
    #expect(parsed.title == line.title)
    let draft = parsed.draft(
      over: TaskDraft(title: line.text, notes: "", due: nil, priority: .none), today: QuickAddTable.today)
    #expect(draft.repeats?.description == line.recurrence)
    #expect(draft.due == draft.repeats?.current)
  }

  @Test(arguments: literal)
  func `other words are a part of the title`(line: String) {
    let parsed = QuickAddLine(parsing: line, today: QuickAddTable.today)
    #expect(parsed.title == line)
    #expect(parsed.repeats == nil)
  }

  @Test func `at least half of the lines are literal`() {
    #expect(Self.literal.count >= Self.understood.count)
  }

  @Test func `a backslash makes a recurrence literal`() {
    let parsed = QuickAddLine(parsing: "Sing \\every day", today: QuickAddTable.today)
    #expect(parsed.title == "Sing every day")
    #expect(parsed.phrases.isEmpty)
  }
}
