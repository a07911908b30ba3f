import Mustache
import Testing

@testable import StatePages

/// The behaviour of the template engine that this library depends on or guards against. These tests report changes in an upgrade.
struct EngineTests {
  @Test func `the engine's escaping can be bypassed, so the library has its own`() throws {
    let template = try MustacheTemplate(string: "<i title=\"{{x}}\">")
    #expect(template.render(["x": "\"\u{301}"]).utf8.count { $0 == UInt8(ascii: "\"") } == 3)
    HTMLEscaping.register()
    let ours = try MustacheTemplate(string: HTMLEscaping.pragma + "<i title=\"{{x}}\">")
    #expect(ours.render(["x": "\"\u{301}"]).utf8.count { $0 == UInt8(ascii: "\"") } == 2)
  }

  @Test func `a partial falls back to the engine's escaping, so every template names the library's`() throws {
    HTMLEscaping.register()
    var library = MustacheLibrary()
    try library.register(HTMLEscaping.pragma + "{{> part}}", named: "page")
    try library.register("{{x}}", named: "part")
    #expect(library.render(["x": "\u{3}"], withTemplate: "page") == "\u{3}")
    try library.register(HTMLEscaping.pragma + "{{x}}", named: "part")
    #expect(library.render(["x": "\u{3}"], withTemplate: "page") == "\u{FFFD}")
  }

  @Test func `a section keeps the escaping of its template`() throws {
    HTMLEscaping.register()
    let template = try MustacheTemplate(string: HTMLEscaping.pragma + "{{#rows}}{{x}}{{/rows}}{{^no}}{{y}}{{/no}}")
    #expect(template.render(["rows": [["x": "\u{3}"]], "y": "\u{3}"] as [String: Any]) == "\u{FFFD}\u{FFFD}")
  }

  @Test func `a value that is a template is printed unescaped, so it can be a placeholder`() throws {
    let joint = try MustacheTemplate(string: "\u{1}0\u{2}<")
    #expect(try MustacheTemplate(string: "{{x}}").render(["x": joint]) == "\u{1}0\u{2}<")
  }

  @Test func `an unknown variable, partial or section prints nothing, so templates are verified`() throws {
    let template = try MustacheTemplate(string: "[{{x}}{{> y}}{{#z}}z{{/z}}{{> *.w}}]")
    #expect(template.render(["a": "b"]) == "[]")
  }

  @Test func `a name that a view lacks is looked up in the views around it, so absent fields are values`() throws {
    let template = try MustacheTemplate(string: "{{#row}}{{due}}{{/row}}")
    #expect(template.render(["row": [:], "due": "outer"] as [String: Any]) == "outer")
    #expect(template.render(["row": ["due": Absent()], "due": "outer"] as [String: Any]) == "")
  }

  @Test func `a name with a leading dot is looked up in the innermost value only`() throws {
    let template = try MustacheTemplate(string: "{{#row}}{{.due}}{{/row}}{{#text}}{{.due}}{{/text}}")
    #expect(template.render(["row": ["a": "b"], "text": "t", "due": "outer"] as [String: Any]) == "")
  }

  @Test func `empty text counts as true, so absent text has a value of its own`() throws {
    let template = try MustacheTemplate(string: "{{#x}}there{{/x}}{{^x}}absent{{/x}}")
    #expect(template.render(["x": ""]) == "there")
    #expect(template.render(["x": Absent()]) == "absent")
    #expect(template.render(["x": false]) == "absent")
    #expect(template.render(["x": [String]()]) == "absent")
  }

  @Test func `a partial on a line of its own indents its lines, so indentation is removed`() throws {
    var library = MustacheLibrary()
    try library.register("<textarea>\n  {{> part}}\n</textarea>", named: "page")
    try library.register("{{x}}\n{{x}}", named: "part")
    #expect(library.render(["x": "a"], withTemplate: "page") == "<textarea>\n  a\n  a</textarea>")
  }
}
