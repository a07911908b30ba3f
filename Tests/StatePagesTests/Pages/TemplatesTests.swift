import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import StatePagesTesting
import StateViews
import Testing

@testable import StatePages

/// Debug builds reload changed templates for every page.
struct TemplatesTests {
  let files: TemplateFiles
  let templates: Templates

  init() throws {
    files = try TemplateFiles()
    templates = try files.templates()
  }

  @Test func `unchanged templates are not reloaded`() throws {
    let hash = try templates.current().get().hash
    #expect(try templates.current().get().hash == hash)
  }

  @Test func `without reloading, templates stay as they were, whatever happens to their files`() throws {
    let templates = try files.templates(isReloading: false)
    let hash = try templates.current().get().hash
    try files.write("{{#name}}", to: "notes/head")
    #expect(try templates.current().get().hash == hash)
  }

  @Test func `a changed template is used, a broken one is reported with its place, and mended works again`() throws {
    try files.write("<h2>{{name}}</h2>", to: "notes/head")
    #expect(try templates.current().get().render(Head()).html == "<h2>Groceries</h2>")

    try files.write("<h2>\n{{nmae}}</h2>", to: "notes/head")
    let problems = #expect(throws: TemplateProblems.self) { try templates.current().get() }
    #expect(problems?.description == "notes/head:2: {{nmae}} is not declared by its view: is name meant?")

    try files.write("<h3>{{name}}</h3>", to: "notes/head")
    #expect(try templates.current().get().render(Head()).html == "<h3>Groceries</h3>")
  }

  @Test func `a template that is added or removed is noticed`() throws {
    try files.write("Nothing yet.", to: "notes/empty/nothing-yet")
    let catalogue = try templates.current().get()
    #expect(catalogue.template(of: "notes", for: "empty/nothing-yet") == "notes/empty/nothing-yet")
    try files.remove("notes/empty/nothing-yet")
    #expect(try templates.current().get().template(of: "notes", for: "empty/nothing-yet") == "states/empty")
    try files.remove("notes/content")
    #expect(throws: TemplateProblems.self) { try templates.current().get() }
  }

  @Test func `a page of broken templates names the places of the mistakes`() async throws {
    let pages = Pages(templates, clock: ManualClock()) { .problem($0) }
    try files.write("{{#name}}", to: "notes/head")
    let response = await pages.response(to: OnePageApp.request()) { .notes {} }
    #expect(response.status == .internalServerError)
    #expect(try await response.html().contains("notes/head:1: {{#name}} is not closed") as Bool)
  }
}
