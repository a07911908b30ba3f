import Foundation
import StateViews
import Testing

@testable import StatePages

/// A template that nothing shows or includes is reported with the nearest name that exists.
struct TemplateUseTests {
  @Test(
    arguments: [
      ("notes/emtpy", "notes/empty"), ("notes/contents", "notes/content"),
      ("notes/empty/al-done", "notes/empty/all-done"),
      ("notes/faild/unavailable", "notes/failed/unavailable"), ("notes/status/conecting", "notes/status/connecting"),
      ("notes/refreshfailed", "notes/refresh-failed"), ("layout/page", "layouts/page"),
      ("Notes/loading", "notes/loading"),
      ("states/still-workng", "states/still-working"), ("states/failed/time-out", "states/failed/timed-out"),
      ("notes/failed/conflict/changed", nil), ("notes/empty/no-matches", nil), ("something/else", nil),
    ] as [(String, String?)])
  func `a misspelt name is reported with the nearest known name`(name: String, meant: String?) {
    let told = TestTemplates.problems([name: "Here."])
    #expect(told == ["\(name): nothing shows or includes it" + (meant.map { ": is \($0) meant?" } ?? "")])
  }

  @Test(arguments: [
    "notes/unloaded", "notes/loading", "notes/empty", "notes/empty/nothing-yet", "notes/failed", "notes/failed/gone",
    "notes/failed/conflict/changed-since", "notes/refreshing", "notes/refresh-failed",
    "notes/refresh-failed/source-failed", "notes/status", "notes/status/connecting", "notes/still-working",
    "notes/failed/unavailable/stopping", "states/unloaded", "states/empty", "states/empty/nothing-yet",
    "states/failed/gone", "states/failed/conflict/changed-since", "states/refresh-failed/timed-out", "states/status",
    "states/retry", "states/way-out", "pages/slot",
  ])
  func `every name that something can show is accepted`(name: String) {
    #expect(TestTemplates.problems([name: "Here."]) == [])
  }

  @Test func `a template that only a rare failure shows is verified, too`() {
    #expect(
      TestTemplates.problems(["notes/failed/gone": "{{list}} {{lsit}}"])
        == ["notes/failed/gone:1: {{lsit}} is not declared by its view: is list meant?"])
  }

  @Test func `a misspelt partial is reported with the nearest known name`() {
    let told = TestTemplates.problems(["notes/content": "{{> notes/hed}}"])
    #expect(told == ["notes/content:1: there is no template notes/hed: is notes/head meant?"])
  }

  @Test(arguments: ["", " \n\t", "\r\n"])
  func `an empty file is reported`(text: String) {
    #expect(
      TestTemplates.problems(["notes/empty": text])
        == ["notes/empty: is empty: write what it shows, or {{! nothing }} where that is meant"])
    #expect(TestTemplates.problems(["notes/empty": "{{! nothing }}"]) == [])
  }

  @Test func `problems are described in one line each, also when thrown`() throws {
    let problems = try #require(throws: TemplateProblems.self) {
      try TestTemplates.catalogue(["notes/emtpy": "Here.", "notes/content": "{{a}}"])
    }
    let lines = [
      "notes/content:1: {{a}} is not declared by its view",
      "notes/emtpy: nothing shows or includes it: is notes/empty meant?",
    ]
    #expect("\(problems)" == lines.joined(separator: "\n"))
    #expect(String(reflecting: problems) == "\(problems)")
  }

  @Test func `for a single screen, mistakes in the templates of others don't matter`() throws {
    let texts = ["other/content": "{{oops}</h1>{{links.none}}", "notes/empty/nothing-yet": "Nothing."]
    let files = try TemplateFiles(TestTemplates.texts.merging(texts) { $1 })
    _ = try Templates(files.path, screens: [Notes.self], pieces: [], allowsUnused: true)
    try files.write("{{oops}", to: "notes/empty/nothing-yet")
    let problems = #expect(throws: TemplateProblems.self) {
      try Templates(files.path, screens: [Notes.self], pieces: [], allowsUnused: true)
    }
    #expect(problems?.description == "notes/empty/nothing-yet:1: a tag is not closed")
  }
}
