import Testing

@testable import StatePages

struct MomentTests {
  static let now = DisplaySettingsTests.midnight + 10 * 3600  // 2025-11-13T10:00:00Z

  @Test func `a moment has a date, a time and a machine-readable form`() throws {
    #expect(
      try printed("{{iso}} {{date}} {{time}}", DisplaySettingsTests.midnight + 3 * 3600 + 4 * 60)
        == "2025-11-13T03:04:00Z 13 Nov 03:04")
  }

  /// At ten in the morning: the last midnight was 36,000 seconds ago, and the one before it 122,400.
  @Test(
    arguments: [
      (0, "today"), (-36_000, "today"), (-36_001, "yesterday"), (-122_400, "yesterday"), (-122_401, "older"),
      (50_399, "today"),
    ] as [(Int64, String)])
  func `today, yesterday or older depends on the reader's days`(seconds: Int64, day: String) throws {
    let template = "{{#today}}today{{/today}}{{#yesterday}}yesterday{{/yesterday}}{{#older}}older{{/older}}"
    #expect(try printed(template, Self.now + seconds) == day)
  }

  @Test func `the reader's zone decides, also over a change of clocks`() throws {
    let template = "{{date}} {{time}}{{#today}} today{{/today}}{{#yesterday}} yesterday{{/yesterday}}"
    let new_york = DisplaySettings(timeZone: "America/New_York", now: 1_762_153_200)  // 2025-11-03, 02:00 there
    #expect(try printed(template, 1_762_146_000, new_york) == "3 Nov 00:00 today")
    #expect(try printed(template, 1_762_056_000, new_york) == "2 Nov 00:00 yesterday")
  }

  @Test func `another year is printed`() throws {
    #expect(try printed("{{date}}", 0) == "1 Jan 1970")
    #expect(try printed("{{date}}", -1) == "31 Dec 1969")
  }

  @Test(arguments: [
    ("en-GB", "28 Nov 09:05, 28 Nov 2024 14:30"), ("en-US", "Nov 28 9:05 AM, Nov 28, 2024 2:30 PM"),
    ("de", "28. Nov. 09:05, 28. Nov. 2024 14:30"), ("pseudo", "Nov 28 9:05 AM, Nov 28, 2024 2:30 PM"),
    ("ar", "28 نوفمبر 9:05 ص, 28 نوفمبر 2024 2:30 م"),
  ])
  func `days and times are written as in the language`(language: String, expected: String) throws {
    let look = DisplaySettings(language: language, timeZone: "GMT", now: Self.now)
    let moments: [Int64] = [1_764_320_700, 1_732_804_200]  // 2025-11-28T09:05:00Z, 2024-11-28T14:30:00Z
    let text = try moments.map { try printed("{{date}} {{time}}", $0, look) }.joined(separator: ", ")
    #expect(text.replacing(/[\u{A0}\u{202F}]/, with: " ") == expected)
  }

  @Test func `a full date has the order of the language`() {
    func text(_ language: String) -> String { DateStyle.of(language).text(weekday: 5, year: 2025, month: 11, day: 28) }
    #expect(DateStyle.of("ar").text(weekday: 5, month: 11, day: 28) == "الجمعة، 28 نوفمبر")
    #expect(text("en-GB") == "Friday 28 Nov 2025" && text("en-US") == "Friday, Nov 28, 2025")
    #expect(text("de") == "Freitag, 28. Nov. 2025" && text("pt-BR") == "sexta-feira, 28 de nov. de 2025")
    #expect(
      DateStyle.of("en-US").isMonthFirst && !DateStyle.of("en-GB").isMonthFirst && !DateStyle.of("de").isMonthFirst)
  }

  @Test(arguments: [
    ("en-GB", "1st 22nd"), ("de", "1. 22."), ("fr", "1 22"), ("es", "1 22"), ("fi", "1. 22."), ("ar", "1 22"),
  ])
  func `days of a month are written as in dates`(language: String, days: String) {
    let ordinals = DateStyle.of(language).ordinals
    #expect("\(ordinals[0]) \(ordinals[21])" == days && ordinals.count == 31)
  }

  private func printed(
    _ template: String, _ seconds: Int64, _ look: DisplaySettings = DisplaySettings(timeZone: "GMT", now: now)
  ) throws -> String {
    let catalogue = try Catalogue(
      texts: [Clockface.template: "{{#moment}}\(template){{/moment}}"], screens: [], pieces: [Clockface.self])
    return catalogue.render(Clockface(moment: Moment(seconds, for: look))).html
  }
}

private struct Clockface: Piece {
  static let template = "clockface"
  static let fields: [String: Field<Clockface>] = ["moment": .view(\.moment)]
  let moment: Moment
}
