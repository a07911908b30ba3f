import HTTPTypes
import StatePages
import StatePagesTesting
import Tasks
import Testing

@testable import TaskApp

struct LanguagesTests {
  @Test func `a time is in 12 or 24 hours`() {
    func time(_ language: String) -> String {
      DayPrinter(DisplaySettings(language: language, timeZone: "GMT", now: Samples.now)).time(
        TimeOfDay(minutes: 870) ?? .midnight)
    }
    #expect(time("en-GB") == "14:30" && time("en-US") == "2:30\u{202F}PM" && time("de") == "14:30")
  }

  private let languages = Languages(["en", "ar", "de"], server: "de")

  @Test(arguments: [
    (nil, "de"), ("", "de"), ("en-US,en;q=0.9", "en-US"), ("en-GB,en-US;q=0.9,en;q=0.8", "en-GB"), ("en-AU", "en-GB"),
    ("en-CA", "en-US"), ("en", "en-GB"), ("de-AT,de;q=0.9,en;q=0.5", "de"), ("fr-FR, ar;q=0.5", "ar"),
    ("ar-EG-u-nu-arab", "ar"), ("fr", "de"), ("*", "de"), ("fr, *;q=0.1", "de"), ("en;q=0.2, ar ; q=0.7", "ar"),
    ("en;q=0, ar;q=0.1", "ar"), ("AR", "ar"), ("ar-SA", "ar-SA"), ("ar-YE", "ar-SA"), ("ar-AE", "ar-AE"),
    ("ar-LB,ar", "ar-AE"), ("ar-MA", "ar-MA"),
    ("ar-EG", "ar"), ("en;q=nan, ar;q=2, de;q=-1", "de"), (";;,,;q=1,ar", "ar"),
    ("\u{0}é—,ar", "ar"),
  ])
  func `the language that a browser likes best is used, and the server's if it accepts none`(
    header: String?, language: String
  ) { #expect(languages.accepted(header) == language) }

  @Test func `a long header is read in part`() {
    let many = Array(repeating: "fr;q=0.9", count: 20).joined(separator: ",")
    #expect(languages.accepted(many + ",ar") == "de")
    #expect(languages.accepted(String(repeating: "-", count: 1_000_000) + ",ar") == "de")
  }

  @Test func `languages are offered by their own names, English with its variants`() {
    #expect(languages.choices.map(\.tag) == ["en-GB", "en-US", "ar", "ar-SA", "ar-AE", "ar-MA", "de"])
    #expect(
      languages.choices.map(\.name) == [
        "English (United Kingdom)", "English (United States)", "العربية", "العربية (المملكة العربية السعودية)",
        "العربية (الإمارات العربية المتحدة)", "العربية (المغرب)", "Deutsch",
      ])
  }

  @Test(arguments: [
    ("en-GB", Weekday.monday), ("en-US", .sunday), ("de", .monday), ("ar", .saturday), ("ar-SA", .sunday),
    ("ar-AE", .monday), ("ar-MA", .monday),
  ])
  func `a week begins as the language's weeks do`(language: String, first: Weekday) {
    let look = DisplaySettings(language: language, timeZone: "GMT", now: Samples.now)
    #expect(look.firstWeekday == first)
    #expect(DayPrinter(look).week.first?.weekday == first)
  }

  @Test func `a date in Arabic has no comma before its year, and is one of the Gregorian calendar`() {
    let texts = ["ar", "ar-SA", "ar-AE", "ar-MA"].map { language in
      let days = DayPrinter(DisplaySettings(language: language, timeZone: "GMT", now: Samples.now))
      let day = Day(iso: "2031-12-03") ?? .first
      return [days.date(day), days.fullDate(day)]
    }
    #expect(
      texts == [
        ["3 ديسمبر 2031", "الأربعاء، 3 ديسمبر 2031"], ["3 ديسمبر 2031", "الأربعاء، 3 ديسمبر 2031"],
        ["3 ديسمبر 2031", "الأربعاء، 3 ديسمبر 2031"], ["3 دجنبر 2031", "الأربعاء، 3 دجنبر 2031"],
      ])
  }

  @Test func `a server's English has the region that it is given`() {
    #expect(Languages(["en"], server: "en-US").accepted("en") == "en-US")
    #expect(Languages(["en"]).server == "en-GB" && Languages(["en"], server: "xx").server == "en-GB")
    #expect(Languages(["pseudo"], server: "pseudo").accepted("en-US") == "pseudo")
  }
}
