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
