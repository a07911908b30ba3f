import Mustache
import Testing

@testable import StatePages

/// What we depend on in the template engine, or guard against: an upgrade that changes it should tell us.
struct EngineTests {
  @Test func `its own escaping can be passed by, which is why we bring our own`() throws {
    let template = try MustacheTemplate(string: "<i title=\"{{x}}\">")
    #expect(template.render(["x": "\"\u{301}"]).utf8.count { $0 == UInt8(ascii: "\"") } == 3)
    HTMLEscaping.register()
    let ours = try MustacheTemplate(string: HTMLEscaping.pragma + "<i title=\"{{x}}\">")
    #expect(ours.render(["x": "\"\u{301}"]).utf8.count { $0 == UInt8(ascii: "\"") } == 2)
  }

  @Test func `a partial falls back to its own escaping, which is why every template names ours`() throws {
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

  @Test func `a value that is a template is printed as it is: our joints`() throws {
    let joint = try MustacheTemplate(string: "\u{1}0\u{2}<")
    #expect(try MustacheTemplate(string: "{{x}}").render(["x": joint]) == "\u{1}0\u{2}<")
  }

  @Test func `what a variable, a partial or a section does not find prints nothing, which is why we verify`() throws {
    let template = try MustacheTemplate(string: "[{{x}}{{> y}}{{#z}}z{{/z}}{{> *.w}}]")
    #expect(template.render(["a": "b"]) == "[]")
  }

  @Test func `a name that a view does not have is looked for around it, which is why absent fields are values`() throws
  {
    let template = try MustacheTemplate(string: "{{#row}}{{due}}{{/row}}")
    #expect(template.render(["row": [:], "due": "outer"] as [String: Any]) == "outer")
    #expect(template.render(["row": ["due": Absent()], "due": "outer"] as [String: Any]) == "")
  }

  @Test func `a name with a leading dot is looked for in the innermost value only`() throws {
    let template = try MustacheTemplate(string: "{{#row}}{{.due}}{{/row}}{{#text}}{{.due}}{{/text}}")
    #expect(template.render(["row": ["a": "b"], "text": "t", "due": "outer"] as [String: Any]) == "")
  }

  @Test func `empty text counts as true, which is why absent text is no text`() throws {
    let template = try MustacheTemplate(string: "{{#x}}there{{/x}}{{^x}}absent{{/x}}")
    #expect(template.render(["x": ""]) == "there")
    #expect(template.render(["x": Absent()]) == "absent")
    #expect(template.render(["x": false]) == "absent")
    #expect(template.render(["x": [String]()]) == "absent")
  }

  @Test func `a partial on a line of its own indents its lines, which is why indentation is dropped`() throws {
    var library = MustacheLibrary()
    try library.register("<textarea>\n  {{> part}}\n</textarea>", named: "page")
    try library.register("{{x}}\n{{x}}", named: "part")
    #expect(library.render(["x": "a"], withTemplate: "page") == "<textarea>\n  a\n  a</textarea>")
  }
}
