import Foundation
import StateViews
import Tasks
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

  @Test func `every template is used by a screen, a piece or another template`() throws {
    let texts = try texts()
    let catalogue = try House.catalogue()
    var waiting =
      TaskApp.pieces.map { $0.template } + Notice.sentences + FieldError.words
      + SourceLogRow.sentences + ActivityRow.sentences + ActiveFilter.sentences
      + Story.all(of: [], gates: TaskApp.gates).map { "\($0.screen.path)/\($0.state.prefix { $0 != "/" })" }
      + PageLayout.Kind.allCases.map { "titles/\($0.rawValue)" }
    for screen in TaskApp.screens {
      waiting += Self.states(of: screen).compactMap { catalogue.template(of: screen.name, for: $0) }
    }
    var used: Set<String> = []
    while let name = waiting.popLast() {
      guard used.insert(name).inserted, let text = texts[name] else { continue }
      waiting += text.matches(of: /\{\{>\s*([^*\s}]+)\s*\}\}/).map { String($0.output.1) }
    }
    // Shared by all screens without a template of their own, including future ones.
    let shared: Set = ["unloaded", "loading", "empty", "failed", "status", "still-working"]
    #expect(Set(texts.keys).subtracting(used).subtracting(shared.map { "states/\($0)" }).sorted() == [])
  }

  /// Every state in which a region of the screen can be shown. A load can fail with any kind.
  private static func states(of screen: any Screen.Type) -> [ViewName] {
    let stories = Story.all(of: [screen]).filter { $0.stateName != "content" }.map { ViewName($0.state) }
    guard screen != ProblemScreen.self else { return stories }
    return stories + ["unloaded", "loading", "content", "refreshing", "refresh-failed", "status", "still-working"]
      + Failure.Kind.allCases.map { ViewName("failed/\($0.rawValue)") }
      + (Failure.ofTheServer + screen.failures).flatMap {
        [$0.templateName(in: "failed"), $0.templateName(in: "refresh-failed")]
      }
      + screen.stages.map { ViewName("status/\($0.name)") }
  }

  @Test func `every kind of change and action has a sentence, and every problem of a field a message`() throws {
    let texts = try texts()
    for name in Notice.sentences + FieldError.words {
      #expect(texts[name]?.isEmpty == false, "\(name)")
    }
    #expect(Set(texts.keys.filter { $0.hasPrefix("changes/") }) == Set(ChangeSentence.sentences))
    #expect(
      texts.keys.filter { $0.hasPrefix("notices/") }.count == CompletedAction.allCases.count + Notice.refusals.count)
    #expect(Set(texts.keys.filter { $0.hasPrefix("errors/") }) == Set(FieldError.words))
  }

  @Test func `a sentence is plain text, because it is part of the window's title as well`() throws {
    for (name, text) in try texts()
    where ["changes/", "errors/", "notices/", "titles/"].contains(where: name.hasPrefix) {
      #expect(!text.contains("<"), "\(name)")
      #expect(!text.contains("\n"), "\(name)")
    }
  }
}
