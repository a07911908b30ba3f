import Testing

@testable import Tasks

struct QuickAddLineTests {
  private let today = QuickAddTable.today

  private func parse(_ line: String, today: String = "2026-11-25") throws -> QuickAddLine {
    QuickAddLine(parsing: line, today: try #require(Day(iso: today)), understanding: Set(QuickAddLine.Kind.allCases))
  }

  @Test(arguments: QuickAddTable.understood)
  func `words at the end are understood`(line: QuickAddTable.Line) throws {
    let parsed = try parse(line.text)
    #expect(parsed.title == line.title)
    #expect(parsed.due?.iso ?? "" == line.due)
    #expect(parsed.start?.iso ?? "" == line.start)
    #expect(parsed.time?.description ?? "" == line.time)
    #expect(parsed.priority ?? .none == line.priority)
    #expect(parsed.tags.map(\.name) == line.tags)
  }

  @Test(arguments: QuickAddTable.literal)
  func `other words are a part of the title`(line: String) throws {
    let parsed = try parse(line)
    #expect(parsed.title == TypedText.trimmed(line))
    #expect(parsed.phrases.isEmpty, "\(parsed.phrases)")
  }

  @Test func `the table has at least 200 lines, at least half of them literal`() {
    #expect(QuickAddTable.understood.count + QuickAddTable.literal.count >= 200)
    #expect(QuickAddTable.literal.count >= QuickAddTable.understood.count)
    #expect(Set(QuickAddTable.literal).count == QuickAddTable.literal.count)
    #expect(Set(QuickAddTable.understood.map(\.text)).count == QuickAddTable.understood.count)
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
    #expect(parsed.phrases.isEmpty)
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
    let line = QuickAddLine(parsing: "Order tiles #kitchen", today: today, understanding: [.due])
    #expect(line.title == "Order tiles #kitchen")
    let escaped = QuickAddLine(parsing: "Order tiles \\#kitchen", today: today, understanding: [.due])
    #expect(escaped.title == "Order tiles \\#kitchen")
    let dated = QuickAddLine(parsing: "Order tiles tomorrow !high", today: today, understanding: [.priority])
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
    #expect(try parse("Order tiles \(words)", today: "9999-12-30").phrases.isEmpty)
  }

  @Test func `the title and the phrases give back the line`() async throws {
    var random = SystemRandomNumberGenerator()
    let words = [
      "order", "Tiles", "tomorrow", "today", "friday", "next", "week", "in", "3", "days", "27", "Nov", "2026", "by",
      "on",
      "!high", "!low", "#kitchen", "the", "fri", "Sat", "tonight", "yesterday", "from", "starts", "due", "Black", "sun",
      "2026-12-01", "\"a", "b\"", "Nov,", "27,", "é", "\u{200b}",
      "-",
    ]
    for round in 0..<4_000 {
      if round % 200 == 0 { await Task.yield() }
      let line = (0..<Int.random(in: 0...8, using: &random)).compactMap { _ in words.randomElement(using: &random) }
        .joined(separator: [" ", "  ", "\t", "\u{a0}"].randomElement(using: &random) ?? " ")
      let parsed = try parse(line)
      let parts = [parsed.title] + parsed.phrases.map(\.text)
      #expect(parts.flatMap(LineWord.words).map(\.text) == LineWord.words(of: line).map(\.text), "\(line)")
      let others = parsed.phrases.map(\.meaning.kind).filter { $0 != .tag }
      #expect(Set(others).count == others.count)
      #expect(try parse(line) == parsed)
      if parsed.phrases.isEmpty { #expect(try parse(parsed.title) == parsed) }
    }
  }
}
