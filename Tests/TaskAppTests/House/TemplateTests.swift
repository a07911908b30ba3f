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

  /// Lines for the field of a first list, which are typed as they are.
  private static let withWords: Set = ["overview/sample-list"]

  @Test func `no template has words of its own: they are in the catalogues`() throws {
    for (name, text) in try texts() where !Self.withWords.contains(name) {
      let bare = text.replacing(/\{\{[^}]*\}\}/, with: "")
      var words = bare.matches(of: /\s(?:aria-label|placeholder|alt|title|label)="([^"]*)"/).map { String($0.output.1) }
      words.append(bare.replacing(/<code>[^<]*<\/code>/, with: "").replacing(/<[^>]*>/, with: "\n"))
      for text in words.map({ $0.replacing(/&#?\w+;/, with: "") }) {
        let letters = text.filter(\.isLetter)
        #expect(letters.isEmpty, "\(name): \(text.split(separator: "\n"))")
      }
    }
  }

  @Test func `rows that come by the hundred are compiled, so none of their fields is a list`() {
    func isCompiled<Row: Piece>(_: Row.Type) -> Bool { VariantReader<Row>(.of("en")) != nil }
    #expect(isCompiled(TaskRowView.self) && isCompiled(ArrangedRow.self) && isCompiled(TagLink.self))
    #expect(isCompiled(RecurrenceView.self) && isCompiled(MarkedRun.self) && isCompiled(FoundRemoteView.self))
    #expect(isCompiled(ListsScreen.Row.self))
  }

  @Test func `the pseudo-language has a text for every message`() throws {
    let words = TaskApp.words(beside: House.templates.path, in: "pseudo")
    let catalogue = try Catalogue(
      House.templates.path, words: words, screens: TaskApp.screens, gates: TaskApp.gates, pieces: TaskApp.pieces,
      links: House.links(), sending: TaskFlow.intents, waysOn: WaysOn.of)
    let messages = catalogue.texts.filter { $0.key.hasPrefix("words/") }
    #expect(messages.count > 1_000 && messages.values.allSatisfy { $0.contains("[") })
  }
}
