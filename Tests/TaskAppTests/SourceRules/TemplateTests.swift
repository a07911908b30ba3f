import Foundation
import Testing

@testable import StatePages
@testable import TaskApp

struct TemplateTests {
  private static let files = Result { try House.files(in: House.templates, ending: "mustache") }

  private func texts() throws -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: try Self.files.get().map { file in
        (String(file.dropLast(".mustache".count)), try House.text(of: file, in: House.templates))
      })
  }

  @Test func `no template has a script, an inline style, an event attribute, or an unescaped tag`() throws {
    for (name, text) in try texts() {
      #expect(
        text.firstMatch(of: /(?i)<script|javascript:|\sstyle=|\son[a-z]+=|\{\{\{|\{\{&|\{\{=|\{\{</) == nil, "\(name)")
    }
  }

  @Test func `a sentence is plain text, because it is part of the window's title as well`() throws {
    let texts = try House.catalogue().texts
    for name in Notice.sentences + FieldError.words + PageLayout.Kind.allCases.map({ "words/title.\($0.rawValue)" }) {
      let text = try #require(texts[name], "\(name)")
      #expect(!text.contains("<") && !text.contains("\n"), "\(name)")
    }
  }

  @Test func `no template has words or quotation marks of its own: they are in the catalogues`() throws {
    for (name, text) in try texts() {
      let words = Self.words(of: text)
      #expect(words.isEmpty, "\(name): \(words)")
    }
  }

  @Test func `no default of the library with its own words is left, but the gallery and what is unused`() throws {
    let texts = try House.catalogue().texts
    let left = EmbeddedTemplates.texts.filter { texts[$0.key] == $0.value && !Self.words(of: $0.value).isEmpty }
    let galleries = [GalleryIndex.template, GalleryScreen.template]
    #expect(Set(left.keys) == Set(["states/other", "states/retry", "states/actions", "states/dismiss"] + galleries))
  }

  @Test(arguments: [
    "<p>Add</p>", "{{#a}}Add{{/a}}", "<a aria-label=\"Add {{a}}\">", "<a title='Add'>",
    "<input placeholder=\"{{a}}…e.g.\">",
    "<img alt=\"Add\">", "<p aria-description=\"Add\">", "<p aria-roledescription=\"list\">", "<option label=\"Add\">",
    "<button value=\"{{a}}\">Add</button>", "<input type=\"submit\" value=\"Add\">",
    "<meta name=\"description\" content=\"Add\">", "“{{a}}”", "<img alt=\"{{a}} “{{b}}”\">",
  ])
  func `words in text and in each attribute that is read are found`(template: String) {
    #expect(!Self.words(of: template).isEmpty)
  }

  /// The words and quotation marks in the text of a template and in the attributes that a reader sees or hears.
  private static func words(of template: String) -> [String] {
    // A file that is read without the app has its styles in itself.
    let bare = template.replacing(/\{\{[^}]*\}\}/, with: "").replacing(/<style>[^<]*<\/style>/, with: "")
    let attribute =
      /\s(?:aria-(?:label|description|roledescription|valuetext|placeholder)|placeholder|alt|title|label|summary|abbr)=(?:"([^"]*)"|'([^']*)')/
    var words = bare.matches(of: attribute).map { String($0.output.1 ?? $0.output.2 ?? "") }
    for button in bare.matches(of: /<input type="(?:submit|button|reset)"[^>]* value="([^"]*)"/) {
      words.append(String(button.output.1))
    }
    for content in bare.matches(of: /<meta name="description" content="([^"]*)"/) {
      words.append(String(content.output.1))
    }
    words.append(bare.replacing(/<code>[^<]*<\/code>/, with: "").replacing(/<[^>]*>/, with: "\n"))
    return words.map { $0.replacing(/&#?\w+;/, with: "") }.filter { text in
      text.contains { $0.isLetter || "“”„‟‘’«»\"".contains($0) }
    }
  }

  @Test func `rows that come by the hundred are compiled, so none of their fields is a list`() {
    func isCompiled<Row: Piece>(_: Row.Type) -> Bool { VariantReader<Row>(.of("en")) != nil }
    #expect(isCompiled(TaskRowView.self) && isCompiled(ArrangedRow.self) && isCompiled(TagLink.self))
    #expect(isCompiled(RecurrenceView.self) && isCompiled(MarkedRun.self))
    #expect(isCompiled(ListsScreen.Row.self))
  }

  @Test func `the pseudo-language has a text for every message`() throws {
    let words = TaskApp.words(beside: House.templates.path, in: "pseudo")
    let catalogue = try Catalogue(
      House.templates.path, words: words, screens: TaskApp.screens, gates: TaskApp.gates, pieces: TaskApp.pieces,
      links: House.links(), sending: TaskFlow.intentsAnywhere, failureActions: FailureActions.of)
    let messages = catalogue.texts.filter { $0.key.hasPrefix("words/") }
    #expect(messages.count > 1_000 && messages.values.allSatisfy { $0.contains("[") })
  }
}
