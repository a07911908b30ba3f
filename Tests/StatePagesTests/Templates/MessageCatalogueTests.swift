import Foundation
import StateViews
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

  private func empty(_ completed: Int, by catalogue: Catalogue) -> String {
    let reason = Reason("all-done", ["completed": .number(completed), "by": .text("A & B"), "last": .moment(0)])
    let words = StateWords(owners: [Notes.name], state: "empty/all-done")
    return catalogue.render(EmptyView(reason: reason, look: .test, words: words), by: "notes/empty/all-done").html
  }

  @Test(arguments: [
    ("[]", "Words/en.json:1: not valid JSON at column 1: “{” is expected"),
    ("", "Words/en.json:1: not valid JSON at column 1: “{” is expected"),
    (
      "{\n\"a.b\": \"x\"\n\"a.c\": \"x\"\n}",
      "Words/en.json:3: not valid JSON at column 1: “,” or “}” is expected"
    ),
    ("{\n\"a.b\": 1\n}", "Words/en.json:2: not valid JSON at column 8: a text in quotes is expected"),
    ("{\n\"a.b\" \"x\"\n}", "Words/en.json:2: not valid JSON at column 7: “:” is expected"),
    ("{\n\"a.b\": \"x\",\n}", "Words/en.json:3: not valid JSON at column 1: a key in quotes is expected"),
    ("{\n\"a.b\": \"x,\n}", "Words/en.json:2: not valid JSON at column 11: a closing quote is expected"),
    ("{\n\"a.b\": \"x", "Words/en.json:2: not valid JSON at column 8: a closing quote is expected"),
    ("{\n\"a.b\": \"\\q\"\n}", "Words/en.json:2: not valid JSON at column 8: a text of valid characters"),
    ("{}\n}", "Words/en.json:2: not valid JSON at column 1: the end of the file is expected"),
    ("{\n\"a.b\": \"x\",\n\"a.b\": \"y\"\n}", "Words/en.json:3: a.b is there twice"),
    ("{\n\"a.b\": \"x{{#y}}, late{{/y}}\"\n}", "Words/en.json:2: a.b: words within a section, {{y}}"),
    ("{\n\"a.b\": \"it's\"\n}", "Words/en.json:2: a.b: a straight quote"),
    ("{\n\"a.b\": \"<a>x</a>\"\n}", "Words/en.json:2: a.b: <a> is not one of <bdi>, <strong>, <code>"),
    ("{\n\"a.b\": \"<bdi dir=auto>\"\n}", "Words/en.json:2: a.b: <bdi dir=auto> is not one of"),
    ("{\n\"a.b\": \"<bdi>x\"\n}", "Words/en.json:2: a.b: <bdi> is not closed"),
    ("{\n\"a.b\": \"x</bdi>\"\n}", "Words/en.json:2: a.b: </bdi> without <bdi>"),
    ("{\n\"a.b\": \"<bdi><code>x</bdi></code>\"\n}", "Words/en.json:2: a.b: </bdi> without <bdi>"),
    ("{\n\"a.b\": \"“&#8296;x”\"\n}", "Words/en.json:2: a.b: &#8296; is not closed by &#8297;"),
    ("{\n\"a.b\": \"“x&#8297;”\"\n}", "Words/en.json:2: a.b: &#8297; without &#8296;"),
    ("{\n\"a.b_one\": \"x\"\n}", "Words/en.json:2: a.b lacks the plural category other: add a.b_other"),
    (
      "{\n\"a.b_one\": \"x\",\n\"a.b_few\": \"x\",\n\"a.b_other\": \"x\"\n}",
      "Words/en.json:3: en has no plural category few: remove a.b_few"
    ),
    (
      "{\n\"a.b\": \"x\",\n\"a.b_one\": \"x\",\n\"a.b_other\": \"x\"\n}",
      "Words/en.json:3: a.b is there with and without"
    ),
    // What only the templates can tell.
    ("{\n\"a.b\": \"x\"\n}", "Words/en.json:2: a.b: nothing shows or includes it"),
    (
      "{\n\"notes/empty/all-done.short\": \"{{completd}}\"\n}",
      "{{completd}} is not declared by its view: is completed meant?"
    ),
    (
      "{\n\"notes/empty/all-done.short\": \"{{author}}\"\n}",
      "Words/en.json:2: notes/empty/all-done.short: {{author}} is not"
    ),
    ("{\n\"notes/empty/all-done.short\": \"{{author}}\"\n}", "it has by, completed"),
    (
      "{\n\"notes/empty/all-done.short\": \"{{by\"\n}",
      "Words/en.json:2: notes/empty/all-done.short: a tag is not closed"
    ),
    ("{\n\"notes/empty/all-done.short\": \"\"\n}", "Words/en.json:2: notes/empty/all-done.short: is empty"),
    (
      "{\n\"notes/empty/all-done.short\": \"Done: {{> words/notes/empty/all-done.short}}\"\n}",
      "Words/en.json:2: notes/empty/all-done.short: {{> words/notes/empty/all-done.short}} includes itself"
    ),
    ("{}", "notes/empty/all-done:1: {{> *words.short}} is missing in the catalogue"),
    (
      "{\n\"notes/empty/all-done.short\": \"{{completed}} done\"\n}",
      "Words/en.json:2: notes/empty/all-done.short: {{completed}} is a count: give the message plural categories"
    ),
    (
      "{\n\"notes/empty/all-done.short\": \"{{#completed}}{{count}}{{/completed}}\"\n}",
      "notes/empty/all-done.short: {{count}} is a count"
    ),
    (
      "{\n\"notes/empty/all-done.short\": \"{{#completed}}{{> words/a}}{{/completed}}\",\n"
        + "\"a_one\": \"1\",\n\"a_other\": \"{{completed}}\"\n}",
      "Words/en.json:3: a: {{completed}} is a count"
    ),
  ])
  func `an invalid catalogue is refused with file, line, key and what is there instead`(json: String, told: String)
    throws
  {
    let problems = try #require(throws: TemplateProblems.self) { try catalogue(json) }
    #expect(problems.description.contains(told), "\(problems)")
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

  @Test func `a part that a record lacks is shown by no section, and one that it has by none that is inverted`() throws
  {
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

  @Test func `the messages of all languages are in the hash, which is the same in each`() throws {
    let both = try catalogue(Self.english, and: Self.arabic, in: "ar")
    #expect(both.hash == both.spoken(in: "ar").hash)
    let changed = try catalogue(Self.english, and: Self.arabic.replacing("} few", with: "} several"), in: "ar")
    #expect(changed.hash != both.hash)
  }

  @Test(arguments: [
    ("{\n\"done\": \"<bdi>{{by}}</bdi>\"\n}", "Words/de.json: tasks is missing: in en it is “{{count}} tasks. ”"),
    ("{\n\"done\": \"<bdi>{{von}}</bdi>\"\n}", "Words/de.json:2: done has {{von}}, and may have {{by}}"),
    ("{\n\"done\": \"von\"\n}", "Words/de.json:2: done lacks {{by}}"),
    ("{\n\"done\": \"{{#by}}{{by}}{{/by}}\"\n}", "done has {{#by}}, {{#by}}{{by}}, and may have {{by}}"),
    ("{\n\"done\": \"{{by\"\n}", "Words/de.json:2: done a tag is not closed"),
    ("{\n\"done\": \"\"\n}", "Words/de.json:2: done is empty"),
    ("{\n\"done\": \"von {{by}}\"\n}", "Words/de.json:2: done lacks <bdi> or &#8296;…&#8297; around {{by}}"),
    (
      "{\n\"tasks_one\": \"eine\",\n\"tasks_other\": \"Aufgaben\"\n}",
      "Words/de.json:3: tasks_other lacks {{count}}: other is of several numbers"
    ),
    ("{\n\"done\": \"<code>{{by}}</code>\"\n}", "done has <code> more often than the first language"),
    ("{\n\"dnoe\": \"{{by}}\"\n}", "Words/de.json:2: dnoe is not in en: is done meant?"),
    ("{\n\"tasks\": \"Aufgaben\"\n}", "Words/de.json:2: tasks needs plural categories"),
    ("{\n\"done_one\": \"{{by}}\",\n\"done_other\": \"{{by}}\"\n}", "done has no plural categories in en"),
    (
      "{\n\"tasks_one\": \"eine\",\n\"tasks_other\": \"{{zahl}}\"\n}",
      "Words/de.json:3: tasks_other has {{zahl}}, and may have {{count}}"
    ),
    ("{\n\"done\": \"{{by}}'s\"\n}", "Words/de.json:2: done: a straight quote"),
  ])
  func `a translation that differs in more than its words is refused`(json: String, told: String) throws {
    let problems = try #require(throws: TemplateProblems.self) {
      try catalogue(Self.english, and: json, in: "de")
    }
    #expect(problems.description.contains(told), "\(problems)")
    #expect(throws: TemplateProblems.self) { try catalogue(Self.english, and: Self.english, in: "xx") }
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
