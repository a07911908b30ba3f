import HTTPTypes
import StatePages
import StatePagesTesting
import Tasks
import Testing

@testable import TaskApp

/// English as a British and as an American reader has it.
final class LanguageTests: WorldTests {
  private static let american: HTTPFields = [.acceptLanguage: "en-US,en;q=0.9"]

  private func language(of answer: Answer) throws -> String? { try answer.page.first("html")?["lang"] }

  private func save(_ language: String, _ world: World) async throws -> Answer {
    try await world.post("/settings", ["time-zone": "", "theme": "system", "rows": "100", "language": language])
  }

  @Test(arguments: ["/nowhere", "/lists"])
  func `before sign-in, pages and errors are in the language that the browser accepts`(address: String) async throws {
    var world = try await World()
    world.cookie = nil
    let answer = try await world.get(address, Self.american)
    #expect(try language(of: answer) == "en-US")
    #expect(try answer.page.first("html")?["dir"] == "ltr")
    #expect(answer.headers[.vary]?.contains("Accept-Language") == true)
    #expect(try language(of: await world.get(address)) == "en-GB")
    #expect(try language(of: await world.get(address, [.acceptLanguage: "xx, \u{1}"])) == "en-GB")
  }

  @Test func `an account's language is that of its browser until it is set`() async throws {
    let list = try await world.makeList()
    _ = try await world.post("/lists/\(list)/tasks", ["title": "Sow peas", "due": "2027-03-12"])
    let address = "/lists/\(list)"
    let british = try await world.get(address)
    let american = try await world.get(address, Self.american)
    #expect(try british.page.text.contains("12 Mar 2027") && american.page.text.contains("Mar 12, 2027"))
    #expect(british.headers[.eTag] != american.headers[.eTag])
    #expect(try await save("en-US", world).status == .seeOther)
    #expect(try await world.page(address).text.contains("Mar 12, 2027"))
    let settings = try await world.page("/settings")
    #expect(
      settings.element(id: "language")?.all("option").filter { $0["selected"] != nil }.map { $0["value"] } == ["en-US"])
    // One that no catalogue has, or has no longer, is passed over.
    #expect(try await save("xx", world).status == .seeOther)
    #expect(try await world.page(address).text.contains("12 Mar 2027"))
    #expect(try await save("no language!", world).status == .unprocessableContent)
    #expect(try await save("", world).status == .seeOther)
    #expect(try language(of: await world.get(address, Self.american)) == "en-US")
  }

  @Test func `a time is in 12 or 24 hours, and a repetition has the words of its number`() throws {
    func time(_ language: String) -> String {
      DayPrinter(Look(language: language, timeZone: "GMT", now: Samples.now)).time(TimeOfDay(minutes: 870) ?? .midnight)
    }
    #expect(time("en-GB") == "14:30" && time("en-US") == "2:30\u{202F}PM" && time("de") == "14:30")
  }

  @Test(arguments: [("en-GB", "Weekend away"), ("de", "Wochenende weg"), ("ar", "رحلة نهاية الأسبوع")])
  func `the sample list speaks the reader's language, and its lines are understood in it`(
    language: String, name: String
  )
    async throws
  {
    #expect(try await save(language, world).status == .seeOther)
    _ = try await world.post("/lists/sample", ["version": ""])
    let page = try await world.page("/lists/1")
    #expect(page.first("h1")?.text == name)
    let rows = try #require(page.region("tasks"))
    #expect(rows.all("li").count { $0["class"] == "task-row" } == 5)
    #expect(rows.all("time").count == 3 && rows.all("a").count { $0["class"] == "tag" } == 2)
    #expect(rows.all("span").filter { ["high", "medium"].contains($0["class"] ?? "") }.count == 2)
  }
}

struct LanguagesTests {
  private let languages = Languages(["en", "ar", "de"], server: "de")

  @Test(arguments: [
    (nil, "de"), ("", "de"), ("en-US,en;q=0.9", "en-US"), ("en-GB,en-US;q=0.9,en;q=0.8", "en-GB"), ("en-AU", "en-GB"),
    ("en-CA", "en-US"), ("en", "en-GB"), ("de-AT,de;q=0.9,en;q=0.5", "de"), ("fr-FR, ar;q=0.5", "ar"),
    ("ar-EG-u-nu-arab", "ar"), ("fr", "de"), ("*", "de"), ("fr, *;q=0.1", "de"), ("en;q=0.2, ar ; q=0.7", "ar"),
    ("en;q=0, ar;q=0.1", "ar"), ("AR", "ar"), ("en;q=nan, ar;q=2, de;q=-1", "de"), (";;,,;q=1,ar", "ar"),
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
    #expect(languages.choices.map(\.tag) == ["en-GB", "en-US", "ar", "de"])
    #expect(
      languages.choices.map(\.name) == ["English (United Kingdom)", "English (United States)", "العربية", "Deutsch"])
  }

  @Test func `a server's English has the region that it is given`() {
    #expect(Languages(["en"], server: "en-US").accepted("en") == "en-US")
    #expect(Languages(["en"]).server == "en-GB" && Languages(["en"], server: "xx").server == "en-GB")
    #expect(Languages(["pseudo"], server: "pseudo").accepted("en-US") == "pseudo")
  }
}
