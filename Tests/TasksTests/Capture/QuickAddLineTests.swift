import TestSupport
import Testing

@testable import Tasks

struct QuickAddLineTests {
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

  @Test func `the next week begins on the first day of the reader's weeks`() {
    func due(_ words: String, from first: Weekday, on today: String = "2026-11-25") -> String? {
      let context = QuickAddContext(today: Day(iso: today) ?? .first, firstWeekday: first, language: "ar")
      return QuickAddLine(parsing: "Order tiles \(words)", context).due?.iso
    }
    #expect(due("next week", from: .monday) == "2026-11-30")
    #expect(due("next week", from: .sunday) == "2026-11-29")
    #expect(due("الأسبوع القادم", from: .saturday) == "2026-11-28")
    #expect(due("next week", from: .sunday, on: "2026-11-29") == "2026-12-06")
    #expect(due("next friday", from: .sunday) == "2026-12-04")
    #expect(due("friday next week", from: .saturday) == "2026-12-04")
  }

  @Test(arguments: [
    ("en", "Call Anna", "Mon tomorrow"), ("en", "Call Anna", "tomorrow, Monday"), ("de", "Anruf", "morgen Montag"),
    ("ar", "اتصال", "غدا الاثنين"),
  ])
  func `a weekday beside a day is understood where it is true`(language: String, title: String, words: String) {
    for (today, due) in [("2026-11-29", "2026-11-30"), ("2026-11-28", nil)] {
      let context = QuickAddContext(today: Day(iso: today) ?? .first, language: language)
      let line = QuickAddLine(parsing: "\(title) \(words)", context)
      #expect(line.due?.iso == due)
      #expect(line.title == (due == nil ? "\(title) \(words)" : title))
    }
  }

  @Test func `the hours of the day are the reader's`() throws {
    let hours = try #require(DayHours("06:30 13:00 17:00 22:00"))
    let context = QuickAddContext(today: QuickAddTable.today, hours: hours)
    for (words, time) in [
      ("tomorrow morning", "06:30"), ("this afternoon", "13:00"), ("every evening", "17:00"), ("friday night", "22:00"),
      ("tomorrow noon", "12:00"),
    ] { #expect(QuickAddLine(parsing: "Order tiles \(words)", context).time?.description == time) }
    #expect(DayHours("06:30 13:00 13:00 22:00") == nil && DayHours("06:30 13:00") == nil && DayHours("") == nil)
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
