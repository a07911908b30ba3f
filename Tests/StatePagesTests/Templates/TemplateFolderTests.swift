import Foundation
import Testing

@testable import StatePages

struct TemplateFolderTests {
  @Test func `a missing folder is reported by name`() throws {
    let error = #expect(throws: TemplateProblems.self) {
      try Templates("/nowhere/at/all", screens: TestTemplates.screens, pieces: TestTemplates.pieces)
    }
    #expect(error?.description == "/nowhere/at/all: there is no such folder of templates")
  }

  @Test func `a file that is not text is reported by name`() throws {
    let files = try TemplateFiles()
    try files.write(Data([0x3C, 0xFF, 0xFE]), to: "notes/content.mustache")
    let error = #expect(throws: TemplateProblems.self) { try files.templates() }
    #expect(error?.description == "notes/content: cannot be read as UTF-8 text")
  }

  @Test func `only templates are read, and no hidden files of an editor`() throws {
    let files = try TemplateFiles()
    try files.write(Data(), to: "notes/content.mustache~")
    try files.write(Data("{{no such}}".utf8), to: "notes/.#content.mustache")
    try files.write(Data("{{no such}}".utf8), to: ".hidden/content.mustache")
    try files.write(Data([0xFF]), to: "notes/picture.png")
    #expect(try TemplateFolder(files.path).texts() == TestTemplates.texts)
    #expect(Set(TemplateFolder(files.path).stamp().keys) == Set(TestTemplates.texts.keys.map { "\($0).mustache" }))
  }
}

struct TemplateLinksTests {
  private static let links = ["overview": "/lists", "search": "/search?q=a&b"]

  @Test func `a link is printed by its name, escaped like all text`() {
    let filled = TemplateLinks(
      Self.links,
      in: ["a": #"<a href="{{links.overview}}">All</a> <a href="{{ links.search }}#x">Search</a>"#, "b": "{{name}}"])
    #expect(filled.problems.isEmpty)
    #expect(
      filled.texts == ["a": ##"<a href="/lists">All</a> <a href="/search?q=a&amp;b#x">Search</a>"##, "b": "{{name}}"])
  }

  @Test func `an address with a script's scheme is replaced`() {
    #expect(TemplateLinks(["odd": "javascript:alert(1)"], in: ["a": "{{links.odd}}"]).texts["a"] == "about:invalid")
  }

  @Test func `an unknown name is reported with its line and the nearest known name`() {
    let problems = TemplateLinks(Self.links, in: ["a": "one\n<a href=\"{{links.overveiw}}\">two</a>"]).problems
    #expect(problems.map(\.description) == ["a:2: there is no link overveiw: is overview meant?"])
  }

  @Test func `a catalogue refuses templates with an unknown link`() {
    #expect(
      TestTemplates.problems(["notes/content": "<a href=\"{{links.nowhere}}\">Out</a>"]).contains(
        "notes/content:1: there is no link nowhere"))
  }
}
