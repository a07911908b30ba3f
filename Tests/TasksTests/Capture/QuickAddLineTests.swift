import TestSupport
import Testing

@testable import Tasks

struct QuickAddLineTests {
  private func parse(_ line: String, today: String = "2026-11-25") throws -> QuickAddLine {
    QuickAddLine(parsing: line, QuickAddContext(today: try #require(Day(iso: today))))
  }

  @Test(arguments: QuickAddTable.understood)
  func `words at the end are understood`(line: QuickAddTable.Line) {
    let parsed = QuickAddLine(parsing: line.text, QuickAddTable.context(in: line.language))
    #expect(parsed.title == line.title)
    #expect(QuickAddTable.summary(parsed) == line.meaning)
  }

  @Test(arguments: QuickAddTable.literal)
  func `other words are a part of the title`(line: QuickAddTable.Line) {
    let parsed = QuickAddLine(parsing: line.text, QuickAddTable.context(in: line.language))
    #expect(parsed.title == line.text)
    #expect(parsed.understood.isEmpty)
    #expect(QuickAddTable.summary(parsed).isEmpty)
  }

  @Test(arguments: ["de", "ar"])
  func `English is understood, and left alone, beside another language`(language: String) {
    let own = Set(QuickAddTable.lines.filter { $0.language == language }.map(\.text))
    for line in QuickAddTable.lines where line.language == "en" && !own.contains(line.text) {
      let parsed = QuickAddLine(parsing: line.text, QuickAddTable.context(in: language))
      #expect(parsed.title == line.title ?? line.text)
      #expect(QuickAddTable.summary(parsed) == line.meaning)
    }
  }

  @Test func `each language has its table, in which about half of the lines are literal`() {
    for (language, _, least) in QuickAddTable.tables {
      let lines = QuickAddTable.lines.filter { $0.language == language }
      let literal = lines.filter { $0.title == nil }.count
      #expect(lines.count >= least && literal * 20 >= lines.count * 9, "\(language): \(literal) of \(lines.count)")
      #expect(Set(lines.map(\.text)).count == lines.count)
    }
  }

  /// Prints what is left out, and why.
  @Test func `what Todoist and Things publish is understood, or left out with a reason`() {
    let forms = QuickAddTable.read("published.tsv")
    for form in forms {
      let line = QuickAddLine(parsing: "Water the ferns \(form[1])", QuickAddTable.context)
      let isLeftOut = form[2].hasPrefix("left out: ")
      if isLeftOut { print(form.joined(separator: "  ")) }
      #expect(line.title == (isLeftOut ? "Water the ferns \(form[1])" : "Water the ferns"), "\(form)")
      #expect(QuickAddTable.summary(line) == (isLeftOut ? "" : form[2]), "\(form)")
    }
    #expect(forms.count >= 100)
  }

  @Test(arguments: [
    ("27/11", DateOrder.dayFirst, "2026-11-27"), ("11/27", .monthFirst, "2026-11-27"),
    ("on 3/12", .dayFirst, "2026-12-03"), ("on 3/12", .monthFirst, "2027-03-12"),
    ("3/12/2026", .dayFirst, "2026-12-03"), ("3/12/27", .monthFirst, "2027-03-12"),
    ("12-3-2026", .monthFirst, "2026-12-03"), ("3.12.26", .dayFirst, "2026-12-03"),
    // A number over twelve is the day in either order.
    ("27/11/2026", .monthFirst, "2026-11-27"), ("11/27/26", .dayFirst, "2026-11-27"),
  ])
  func `dates in digits are read in the reader's order`(text: String, order: DateOrder, due: String) {
    let context = QuickAddContext(today: QuickAddTable.today, order: order)
    #expect(QuickAddLine(parsing: "Order tiles \(text)", context).due?.iso == due)
  }

  @Test func `a language that is not known is read as English`() {
    for language in ["en-US", "en-GB", "fr", "", "pseudo", "DE_at", "ar-EG"] {
      let line = QuickAddLine(parsing: "Order tiles tomorrow", QuickAddTable.context(in: language))
      #expect(line.due?.iso == "2026-11-26")
    }
    #expect(QuickAddLine(parsing: "Ball am 6. Jänner", QuickAddTable.context(in: "de-AT")).due?.iso == "2027-01-06")
    #expect(QuickAddLine(parsing: "Order tiles morgen", QuickAddTable.context(in: "en-GB")).due == nil)
  }

  @Test func `the day is first, but in the United States`() {
    for zone in ["America/Chicago", "America/Indiana/Knox", "US/Pacific", "Pacific/Honolulu"] {
      #expect(DateOrder.usual(in: zone) == .monthFirst)
    }
    for zone in ["Europe/Berlin", "America/Mexico_City", "UTC"] { #expect(DateOrder.usual(in: zone) == .dayFirst) }
  }

  @Test func `the hours of the day are the reader's`() throws {
    let hours = try #require(DayHours("06:30 13:00 17:00 22:00"))
    let context = QuickAddContext(today: QuickAddTable.today, hours: hours)
    for (words, time) in [
      ("tomorrow morning", "06:30"), ("this afternoon", "13:00"), ("every evening", "17:00"), ("friday night", "22:00"),
      ("tomorrow noon", "12:00"),
    ] {
      #expect(QuickAddLine(parsing: "Order tiles \(words)", context).time?.description == time)
    }
    #expect(DayHours("06:30 13:00 13:00 22:00") == nil && DayHours("06:30 13:00") == nil && DayHours("") == nil)
  }

  @Test(arguments: [
    ("Tomorrow call mom", true), ("Call mom tomorrow maybe", true), ("Dinner on the 3rd of June at Anna's", true),
    ("Call mom tomorrow friday", true), ("Explain what happened today", true), ("Meet at 5pm sharp", true),
    ("Swim every monday with Anna", true), ("Order 12 tiles", false), ("Shop on Black Friday sale", false),
    ("Read The Day After Tomorrow", false), ("Call Sun about May", false), ("Take the second train", false),
    ("Good morning song", false), ("Finish (today!)", true), ("Read John 3:16", false),
    ("Gym mon wed fri", true), ("Call Sun", false), ("Sat in the sun", false),
  ])
  func `words of a date that were not understood are noticed`(title: String, isNoticed: Bool) {
    #expect(TaskDraft.mentionsDate(title, QuickAddTable.context) == isNoticed)
  }

  @Test func `the time grows with the length of the line, whatever is in it`() {
    func time(_ line: String) -> Duration {
      (0..<3).map { _ in threadTime { _ = QuickAddLine(parsing: line, QuickAddTable.context(in: "ar")) } }.min()
        ?? .zero
    }
    for unit in [
      "#a ", "monday ", "every monday and ", "5pm ", "1st and ", "the day after tomorrow ", "\\monday ", "كل يوم ",
      "وخميس ", "كانون الأول ",
    ] {
      let short = time("x " + String(repeating: unit, count: 4_000 / unit.count))
      let long = time("x " + String(repeating: unit, count: 40_000 / unit.count))
      #expect(long < short * 40 + .milliseconds(50), "\(unit)")
    }
  }

  @Test(
    arguments: [
      ("  Order the tiles \t tomorrow  ", "Order the tiles", "2026-11-26"),
      ("Order\u{a0}the tiles\u{a0}tomorrow", "Order\u{a0}the tiles", "2026-11-26"),
      ("\u{200b} tomorrow", "\u{200b} tomorrow", nil),
    ] as [(String, String, String?)])
  func `white space of any kind divides words, and a title can be seen`(line: String, title: String, due: String?)
    throws
  {
    let parsed = try parse(line)
    #expect(parsed.title == title)
    #expect(parsed.due?.iso == due)
  }

  @Test(arguments: [
    ("Watch The Day After \\Tomorrow", "Watch The Day After Tomorrow"), ("Order \\tomorrow", "Order tomorrow"),
    ("\\tomorrow", "tomorrow"), ("Call \\next friday", "Call next friday"), ("Call next \\friday", "Call next friday"),
    ("Call \\next \\friday", "Call next friday"), ("Meet by \\friday", "Meet by friday"), ("Say \\!high", "Say !high"),
    ("Call at \\17:00", "Call at 17:00"), ("Call \\at noon", "Call at noon"),
    ("Learn \\#swift", "Learn #swift"), ("Call \\Sun", "Call Sun"), ("In \\27 Nov", "In 27 Nov"),
  ])
  func `a backslash makes a phrase literal, and is taken off`(line: String, title: String) throws {
    let parsed = try parse(line)
    #expect(parsed.title == title)
    #expect(parsed.understood.isEmpty)
  }

  @Test func `phrases after an escaped one are understood`() throws {
    let parsed = try parse("Watch \\Tomorrow friday !low")
    #expect(parsed.title == "Watch Tomorrow")
    #expect(parsed.due?.iso == "2026-11-27")
    #expect(parsed.priority == .low)
  }

  @Test(arguments: ["Open C:\\temp", "Say \\hello", "\\\\server\\today", "Fix \\", "Order \\tiles tomorrow now"])
  func `other backslashes stay`(line: String) throws {
    #expect(try parse(line).title == line)
  }

  @Test func `kinds that a field does not take are literal`() {
    let context = QuickAddTable.context
    let line = QuickAddLine(parsing: "Order tiles #kitchen", context, understanding: [.due])
    #expect(line.title == "Order tiles #kitchen")
    let escaped = QuickAddLine(parsing: "Order tiles \\#kitchen", context, understanding: [.due])
    #expect(escaped.title == "Order tiles \\#kitchen")
    let dated = QuickAddLine(parsing: "Order tiles tomorrow !high", context, understanding: [.priority])
    #expect(dated.title == "Order tiles tomorrow")
    #expect(dated.due == nil)
    #expect(dated.priority == .high)
  }

  @Test(arguments: [
    // The ends of months and years, and leap days.
    ("2026-12-31", "tomorrow", "2027-01-01"), ("2028-02-28", "tomorrow", "2028-02-29"),
    ("2026-02-28", "tomorrow", "2026-03-01"), ("2026-12-28", "next week", "2027-01-04"),
    ("2026-12-31", "next month", "2027-01-01"), ("2026-01-31", "next month", "2026-02-01"),
    ("2026-12-31", "in 1 day", "2027-01-01"), ("2027-01-31", "in a month", "2027-02-28"),
    ("2028-01-31", "in a month", "2028-02-29"), ("2026-12-31", "in 2 months", "2027-02-28"),
    ("2026-10-31", "in 1 month", "2026-11-30"), ("2028-02-29", "in 12 months", "2029-02-28"),
    ("2028-02-29", "29 Feb", "2028-02-29"), ("2028-03-01", "29 Feb", "2032-02-29"),
    ("2096-03-01", "29 Feb", "2104-02-29"), ("2026-12-31", "1 Jan", "2027-01-01"),
    ("2026-12-31", "31 Dec", "2026-12-31"), ("2027-01-01", "31 Dec", "2027-12-31"),
    // Weekdays as seen from the ends of a week.
    ("2026-11-23", "monday", "2026-11-30"), ("2026-11-23", "this monday", "2026-11-23"),
    ("2026-11-23", "next monday", "2026-11-30"), ("2026-11-23", "next sunday", "2026-12-06"),
    ("2026-11-29", "monday", "2026-11-30"), ("2026-11-29", "next monday", "2026-11-30"),
    ("2026-11-29", "sunday", "2026-12-06"), ("2026-11-29", "next week", "2026-11-30"),
    ("9999-12-30", "tomorrow", "9999-12-31"),
  ])
  func `dates are days of the calendar`(today: String, words: String, due: String) throws {
    #expect(try parse("Order tiles \(words)", today: today).due?.iso == due)
  }

  @Test(arguments: ["in 3 days", "in 2 months", "1 Jan"])
  func `days after the last one are literal`(words: String) throws {
    #expect(try parse("Order tiles \(words)", today: "9999-12-30").understood.isEmpty)
  }

  @Test func `the title and the phrases give back the line`() async {
    var random = SystemRandomNumberGenerator()
    let words = [
      "order", "Tiles", "tomorrow", "today", "friday", "next", "week", "in", "3", "days", "27", "Nov", "2026", "by",
      "on",
      "!high", "!low", "#kitchen", "the", "fri", "Sat", "tonight", "yesterday", "from", "starts", "due", "Black", "sun",
      "2026-12-01", "\"a", "b\"", "Nov,", "27,", "é", "\u{200b}",
      "-", "am", "Montag", "3.12.", "um", "9", "Uhr", "jeden", "bis", "غداً", "كل", "وخميس", "كانون", "الأول،",
    ]
    for round in 0..<6_000 {
      if round % 200 == 0 { await Task.yield() }
      let line = (0..<Int.random(in: 0...8, using: &random)).compactMap { _ in words.randomElement(using: &random) }
        .joined(separator: [" ", "  ", "\t", "\u{a0}"].randomElement(using: &random) ?? " ")
      func parse(_ line: String) -> QuickAddLine {
        QuickAddLine(parsing: line, QuickAddTable.context(in: ["en", "de", "ar"][round % 3]))
      }
      let parsed = parse(line)
      let words = [parsed.title, parsed.understood].flatMap { $0.split(whereSeparator: TypedText.isSpace) }
      let typed = line.split(whereSeparator: TypedText.isSpace)
      // A comma before the phrases is left out.
      #expect(words.joined().filter { !",،".contains($0) } == typed.joined().filter { !",،".contains($0) }, "\(line)")
      #expect(parse(line) == parsed)
      if parsed.understood.isEmpty { #expect(parse(parsed.title) == parsed) }
    }
  }
}
