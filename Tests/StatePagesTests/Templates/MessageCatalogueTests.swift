import Foundation
import StateViews
import TestSupport
import Testing

@testable import StatePages

struct MessageCatalogueTests {
  private func messages(_ json: String, in language: String = "en") throws(TemplateProblems) -> MessageCatalogue {
    try MessageCatalogue(Data(json.utf8), language: language, file: "Words/\(language).json")
  }

  /// The tests' templates, whose empty state has the words of a catalogue.
  private func catalogue(_ json: String, _ template: String = "{{> *words.short}}") throws(TemplateProblems)
    -> Catalogue
  {
    var texts = TestTemplates.texts
    texts["notes/empty/all-done"] = template
    return try Catalogue(
      texts: texts, messages: messages(json), screens: TestTemplates.screens, pieces: TestTemplates.pieces)
  }

  /// The problems of a catalogue, or of a translation of the English one of the tests.
  func problems(_ json: String, isTranslation: Bool) -> [String] {
    do throws(TemplateProblems) {
      _ = try isTranslation ? catalogue(Self.english, and: json, in: "de") : catalogue(json)
      return []
    } catch {
      return error.problems.map(\.description).sorted()
    }
  }

  private func empty(_ completed: Int, by catalogue: Catalogue) -> String {
    let reason = Reason("all-done", ["completed": .number(completed), "by": .text("A & B"), "last": .moment(0)])
    let words = StateWords(owners: [Notes.name], state: "empty/all-done")
    return catalogue.render(EmptyView(reason: reason, look: .test, words: words), by: "notes/empty/all-done").html
  }

  @Test func `a message of a reason prints its facts, escaped`() throws {
    let catalogue = try catalogue("{\"notes/empty/all-done.short\": \"<bdi>{{by}}</bdi> did it.\"}")
    #expect(empty(3, by: catalogue) == "<bdi>A &amp; B</bdi> did it.")
  }

  @Test(arguments: [(0, "0 tasks"), (1, "one task"), (1_000, "1,000 tasks")])
  func `the number chooses the text of its plural category`(count: Int, text: String) throws {
    let catalogue = try catalogue(
      "{\"tasks_one\": \"one task\", \"tasks_other\": \"{{count}} tasks\"}",
      "{{#facts.completed}}{{> words/tasks}}{{/facts.completed}}")
    #expect(empty(count, by: catalogue) == text)
  }

  @Test func `a part that a record lacks is shown by no section, and one it has by none that is inverted`() throws {
    let template =
      "{{#words.title}}{{> *words.title}}: {{/words.title}}{{> *words.short}}{{^words.text}}.{{/words.text}}"
    let without = try catalogue("{\"notes/empty/all-done.short\": \"Done\"}", template)
    #expect(empty(1, by: without) == "Done.")
    let with = try catalogue(
      "{\"notes/empty/all-done.short\": \"Done\", \"notes/empty/all-done.title\": \"All\"}", template)
    #expect(empty(1, by: with) == "All: Done.")
  }

  @Test(arguments: [
    // The same reason, of the screen, its family, or all.
    ("failed/timed-out/stalled", "failed/timed-out/stalled"),
    ("failed/unreadable/broken", "card/failed/unreadable/broken"),
    // Else the nearest of the screen or its family, before those of all.
    ("failed/timed-out", "source/failed/timed-out"), ("failed/timed-out/unknown", "source/failed/timed-out"),
    ("failed/unavailable", "card/failed"), ("empty/nothing", "empty"), ("status/queued", "status/queued"),
    // A refresh that failed has its own words, or those of the reason.
    ("refresh-failed/timed-out/stalled", "failed/timed-out/stalled"), ("refresh-failed/unavailable", "refresh-failed"),
  ])
  func `a state has the nearest record`(state: String, record: String) throws {
    let keys = [
      "failed", "failed/unavailable", "failed/timed-out/stalled", "failed/unreadable/broken", "card/failed",
      "card/failed/unreadable/broken", "source/failed/timed-out", "empty", "status", "status/queued", "refresh-failed",
    ]
    let json = keys.map { "\"\($0).short\": \"x\"" }.joined(separator: ",\n")
    let found = try messages("{\(json)}").record(of: ["card", "source"], for: ViewName(state))
    #expect(found == ["short": "words/\(record).short"])
  }

  @Test func `a record takes what it lacks from the one of the same name that all share`() throws {
    let json = "{\"failed/gone.short\": \"x\", \"failed/gone.title\": \"x\", \"card/failed/gone.title\": \"x\"}"
    let record = try messages(json).record(of: ["card"], for: "failed/gone")
    #expect(record == ["short": "words/failed/gone.short", "title": "words/card/failed/gone.title"])
  }

  /// Two languages over the tests' templates.
  private func catalogue(_ first: String, and other: String, in language: String) throws(TemplateProblems) -> Catalogue
  {
    var texts = TestTemplates.texts
    texts["notes/empty/all-done"] = "{{#facts.completed}}{{> words/tasks}}{{/facts.completed}}{{> words/done}}"
    return try Catalogue(
      texts: texts, messages: messages(first), translations: [messages(other, in: language)],
      screens: TestTemplates.screens, pieces: TestTemplates.pieces)
  }

  private static let english = """
    {"done": "Done by <bdi>{{by}}</bdi>", "tasks_one": "{{count}} task. ", "tasks_other": "{{count}} tasks. "}
    """
  private static let arabic = """
    {"done": "<bdi>{{by}}</bdi>", "tasks_zero": "0! ", "tasks_one": "1! ", "tasks_two": "2! ",
    "tasks_few": "{{count}} few ", "tasks_many": "{{count}} many ", "tasks_other": "{{count}} other "}
    """

  @Test(arguments: [
    ("ar", 2, "2! A"), ("ar-EG", 3, "3 few A"), ("ar", 11, "11 many A"), ("ar", 1_000, "1,000 other A"),
    ("en", 2, "2 tasks. Done by A"), ("fr", 1, "1 task. Done by A"),
  ])
  func `each language has its own messages, and others those of the first`(language: String, count: Int, text: String)
    throws
  {
    let catalogue = try catalogue(Self.english, and: Self.arabic, in: "ar").spoken(in: language)
    #expect(empty(count, by: catalogue).replacing("<bdi>A &amp; B</bdi>", with: "A") == text)
  }

  @Test func `a translation into a language without plural rules is refused`() {
    #expect(throws: TemplateProblems.self) { try catalogue(Self.english, and: Self.english, in: "xx") }
  }

  @Test func `the messages of all languages are in the hash, which is the same in each`() throws {
    let both = try catalogue(Self.english, and: Self.arabic, in: "ar")
    #expect(both.hash == both.spoken(in: "ar").hash)
    let changed = try catalogue(Self.english, and: Self.arabic.replacing("} few", with: "} several"), in: "ar")
    #expect(changed.hash != both.hash)
  }

  @Test(arguments: [
    ("de", PluralCategory.one, false), ("de", .other, true), ("ru", .one, true), ("fr", .one, false),
    ("fr", .many, true), ("ar", .zero, false), ("ar", .two, false), ("ar", .few, true), ("lv", .zero, true),
    ("pl", .other, false),
  ])
  func `a category of a single number may leave it out`(language: String, category: PluralCategory, several: Bool) {
    #expect(PluralRules(of: language)?.isOfSeveral(category) == several)
  }

  @Test func `messages with the words of the first language are untranslated`() throws {
    let first = try messages(
      "{\"a\": \"Add\", \"b\": \"{{n}} %\", \"c_one\": \"{{count}} day\", \"c_other\": \"{{count}} days\"}")
    let arabic = ["zero", "one", "two", "few", "many", "other"].map { "\"c_\($0)\": \"{{count}} days\"" }
    let json = "{\"a\": \"أضف\", \"b\": \"{{n}} %\", \(arabic.joined(separator: ", "))}"
    #expect(try messages(json, in: "ar").untranslated(from: first) == ["c"])
  }

  @Test func `the pseudo-language keeps tags, elements and references`() throws {
    let text = "{\"a.b\": \"Read <code>{{name}}</code> &#8296;again&#8297;\"}"
    let pseudo = try #require(try messages(text, in: "pseudo").texts["words/a.b"])
    #expect(pseudo.hasPrefix("[Ŕéàd <code>{{name}}</code> &#8296;àĝàîñ&#8297;~") && pseudo.hasSuffix("]"))
  }
}

struct PluralRulesTests {
  @Test(arguments: TestRow.all("samples", of: "plurals"))
  func `a number has the plural category that it has in CLDR`(row: TestRow) throws {
    let rules = try #require(PluralRules(of: row[0]))
    for samples in row.columns.dropFirst() {
      let words = samples.split(separator: " ")
      let category = try #require(PluralCategory(rawValue: String(words[0])))
      #expect(rules.categories.contains(category))
      for range in words.dropFirst() {
        let ends = range.split(separator: "~").compactMap { Int($0) }
        let first = try #require(ends.first)
        for number in first...(ends.last ?? first) {
          #expect(rules.category(of: number) == category, "\(number) in \(row[0])")
        }
      }
    }
  }

  @Test func `a region has the rules of its language, and an unknown language none`() {
    #expect(PluralRules(of: "en-GB")?.categories == [.one, .other])
    #expect(PluralRules(of: "pseudo")?.categories == [.one, .other])
    #expect(PluralRules(of: "xx")?.categories == nil)
  }

  @Test(arguments: [
    ("en", "1,234,567", "12.5"), ("en-GB", "1,234,567", "12.5"), ("de", "1.234.567", "12,5"),
    ("tr", "1.234.567", "12,5"), ("pseudo", "1,234,567", "12.5"),
  ])
  func `numbers are written as in the language`(language: String, number: String, decimal: String) {
    let printer = NumberPrinter.of(language)
    #expect(printer.text(1_234_567) == number && printer.text(tenths: 125) == decimal)
    #expect(printer.text(999) == "999" && printer.text(0) == "0")
  }

  @Test func `digits are the same in all languages`() {
    #expect(
      ["ar", "fa", "hi"].allSatisfy { NumberPrinter.of($0).text(1_234).allSatisfy { $0.isPunctuation || $0.isASCII } })
  }
}
