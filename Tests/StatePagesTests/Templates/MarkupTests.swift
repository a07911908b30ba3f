import StateViews
import Testing

@testable import StatePages

/// The markup that templates must not contain, found by a tokenizer in every state that the template can be in.
struct MarkupTests {
  /// Each is the second line of a template.
  @Test(
    arguments: [
      ("<script>", "<script> is not allowed: pages have no scripts"),
      ("<SCRIPT src=\"/a.js\"></SCRIPT>", "<script> is not allowed: pages have no scripts"),
      ("<script/x>", "<script> is not allowed: pages have no scripts"),
      ("<svg:script>", "<script> is not allowed: pages have no scripts"),
      ("<svg><script href=\"/a.js\"/></svg>", "<script> is not allowed: pages have no scripts"),
      ("<scr{{#due}}x{{/due}}ipt>", "<script> is not allowed: pages have no scripts"),
      ("<scr{{! a comment }}ipt>", "<script> is not allowed: pages have no scripts"),
      ("{{#due}}<scr{{/due}}{{^due}}<scr{{/due}}ipt>", "<script> is not allowed: pages have no scripts"),
      ("<textarea><a title=\"</textarea><script>\">", "<script> is not allowed: pages have no scripts"),
      ("<title><b x=\"</title><script>\"></b>", "<script> is not allowed: pages have no scripts"),
      ("<svg><style><script></style></svg>", "<script> is not allowed: pages have no scripts"),
      ("<!--><script>", "<script> is not allowed: pages have no scripts"),
      ("<!-- a --!><script>", "<script> is not allowed: pages have no scripts"),
      ("<![CDATA[><script>]]>", "<script> is not allowed: pages have no scripts"),
      ("<a title='\"><script>'>", nil), ("<!-- <script> -->", nil), ("< script>", nil), ("<scripted>", nil),
      ("<b title=\"<script>\">", nil), ("&lt;script&gt;", nil), ("</script>", nil),
      ("<b onclick=\"x\">", "onclick= is not allowed: pages have no scripts; use a link or a form"),
      ("<b OnClick=x>", "onclick= is not allowed: pages have no scripts; use a link or a form"),
      ("<b/onclick=x>", "onclick= is not allowed: pages have no scripts; use a link or a form"),
      ("<b\tonerror\n = 'x'>", "onerror= is not allowed: pages have no scripts; use a link or a form"),
      ("<b title=\"a\"onload=x>", "onload= is not allowed: pages have no scripts; use a link or a form"),
      ("<b title=a/onload=x>", nil),
      ("<b{{#due}} on{{/due}}click=x>", "onclick= is not allowed: pages have no scripts; use a link or a form"),
      ("<b title=\">\" onload>", "onload= is not allowed: pages have no scripts; use a link or a form"),
      ("<b title='>' onload>", "onload= is not allowed: pages have no scripts; use a link or a form"),
      ("<b title=\"onload=x\">", nil), ("<b data-on=\"x\">", nil), ("<b \"onload=x\">", nil), ("on = 1", nil),
      ("</b onclick=x>", nil),
    ] as [(String, String?)])
  func `scripts are refused, however they are written`(text: String, problem: String?) {
    #expect(told(text, also: "") == (problem.map { ["notes/content:2: \($0)"] } ?? []), "\(text)")
  }

  @Test(arguments: [
    "<a href=\"{{list}}\">", "<img src=\"{{list}}\">", "<form action=\"{{list}}\">", "<button formaction=\"{{list}}\">",
    "<video poster=\"{{list}}\">", "<object data=\"{{list}}\">", "<A HREF=\"{{list}}\">", "<a href=\" {{list}}\">",
    "<a href=\"\n{{list}}\">", "<q cite=\"{{list}}\">", "<use xlink:href=\"{{list}}\">", "<base href=\"{{list}}\">",
    "<a href=\"{{#list}}{{list}}{{/list}}\">", "<a href=\"{{#due}}/x{{/due}}{{list}}\">",
    "<a href=\"{{^due}}{{list}}{{/due}}\">", "<a href=\"{{list}}/edit\">", "<img srcset=\"{{list}} 2x\">",
    "<img srcset=\"/a.png 1x, {{list}} 2x\">", "<a {{#due}}href=\"{{list}}\"{{/due}}>",
    "<a title=\"{{due}}\" href=\"{{list}}\">", "<a title='x' href=\"{{list}}\">", "<a title=x href=\"{{list}}\">",
  ])
  func `text cannot begin an address`(text: String) {
    let problems = told(text, also: "")
    #expect(
      problems.count == 1 && problems.allSatisfy { $0.contains("{{list}} begins the address in ") }, "\(problems)")
    #expect(problems.allSatisfy { $0.hasSuffix("declare it as .address in Caption") }, "\(problems)")
  }

  @Test(arguments: [
    "<a href=\"/lists/{{list}}\">", "<a href=\"?q={{list}}\">", "<a href=\"#{{list}}\">",
    "<a href=\"https://example.org/{{list}}\">", "<a href=\"mailto:{{list}}\">",
    "<a href=\"{{#due}}/a/{{/due}}{{^due}}/b/{{/due}}{{list}}\">",
    "<a href=\"lists/{{list}}\">", "<a href=\"http://a/?b=javascript:{{list}}\">", "<b data-href=\"{{list}}\">",
    "<animate values=\"0;1\">", "<img srcset=\"/{{list}} 1x, /{{list}} 2x\">", "<a href>", "<a href=>", "<a href=\"\">",
    "<a href=/lists>", "<a href='/lists'>", "<a href=\":{{list}}\">", "<a href=\"1{{list}}\">",
    "</a href=\"javascript:\">",
    "<meta http-equiv=\"refresh\" content=\"5\">", "<meta name=\"a\" content=\"{{list}}\">",
    "<style>a > b { color: red }</style>", "<title>{{list}}</title>", "<textarea>{{list}}</textarea>",
    "<ul>{{#rows}}<li title=\"{{title}}\">{{/rows}}</ul>", "<i class=\"{{#due}}a{{/due}}{{^due}}b{{/due}}\">",
  ])
  func `text is allowed where it cannot change a scheme`(text: String) {
    #expect(told(text, also: "") == [])
  }

  @Test(arguments: [
    ("<a href=\"javascript:x\">", "javascript: is not allowed in href"),
    ("<a href=\"JavaScript:{{list}}\">", "javascript: is not allowed in href"),
    ("<a href=\" java\tscript\n:x\">", "javascript: is not allowed in href"),
    ("<a href=javascript:x>", "javascript: is not allowed in href"),
    ("<a href='javascript:x'>", "javascript: is not allowed in href"),
    ("<a href=\"java{{! }}script:x\">", "javascript: is not allowed in href"),
    ("<a href=\"{{#due}}java{{/due}}script:x\">", "script: is not allowed in href"),
    ("<iframe src=\"data:text/html,x\">", "data: is not allowed in src"),
    ("<form action=\"vbscript:x\">", "vbscript: is not allowed in action"),
    ("<animate attributeName=\"href\" values=\"/a;javascript:x\">", "javascript: is not allowed in values"),
    ("<set to=\"javascript:x\">", "javascript: is not allowed in to"),
    ("<a href=\"&#106;avascript:x\">", "a character reference begins the address in href"),
    ("<a href=\"java&Tab;script:x\">", "a character reference begins the address in href"),
    ("<a href=\"java{{list}}\">", "the address in href is put together at its beginning"),
    ("<a href=\"{{list}}script:x\">", "the address in href is put together at its beginning"),
    ("<a href=\"{{list}}{{list}}\">", "the address in href is put together at its beginning"),
    ("<a href=\"{{list}}:x\">", "the address in href is put together at its beginning"),
    ("<a href=\"{{> part}}\">", "{{> part}} cannot begin the address in href"),
    ("<a href=\"{{#rows}}{{title}}{{/rows}}\">", "{{#rows}} are rows, which cannot begin an address"),
    ("<animate values=\"{{list}}\">", "{{list}} stands in an animation's values"),
    ("<b style=\"color: {{list}}\">", "style= is not allowed: browsers ignore it on these pages; use a class"),
    ("<style>a { color: {{list}} }</style>", "{{list}} stands in a style, where text can become anything"),
    ("<iframe srcdoc=\"{{list}}\">", "{{list}} stands in srcdoc, where text becomes a page"),
    ("<meta http-equiv=\"Refresh\" content=\"0;url={{list}}\">", "{{list}} begins the address in content"),
    (
      "<meta content=\"0;url={{list}}\" http-equiv=refresh>", "a tag fills the content of a <meta>"
    ),
    ("<a href={{list}}>", "a tag in an attribute that is not in double quotes"),
    ("<a href='/{{list}}'>", "a tag in an attribute that is not in double quotes"),
    ("<a {{#due}}{{list}}{{/due}}>", "a tag in an attribute that is not in double quotes"),
    ("<b title=\"{{> quoted}}\">", "quoted has a quote or a <, and cannot stand in an attribute"),
    ("<b title=\"a", "it ends within a tag, an attribute, a comment"), ("<b", "it ends within a tag, an attribute"),
    ("<!-- a", "it ends within a tag, an attribute, a comment"),
    ("<title>a", "it ends within a tag, an attribute, a comment"),
    ("{{#due}}<b title=\"{{/due}}", "it ends within a tag, an attribute, a comment"),
  ])
  func `markup that could run a script is reported`(text: String, problem: String) {
    #expect(told(text, also: "{{> quoted}}{{> part}}").contains { $0.contains(problem) }, "\(told(text, also: ""))")
  }

  @Test(arguments: [
    ("/lists", "/lists"), ("?a", "?a"), ("#a", "#a"), ("", ""), ("lists/1", "lists/1"), ("a", "a"),
    ("https://example.org/", "https://example.org/"), ("HTTP://a", "HTTP://a"), ("mailto:a@b", "mailto:a@b"),
    ("/a:b", "/a:b"), ("a/b:c", "a/b:c"), ("1a:b", "1a:b"), ("a&b:c", "a&b:c"), ("ä:b", "ä:b"),
    ("javascript:x", "about:invalid"), ("JAVASCRIPT:x", "about:invalid"), (" \u{1}javascript:x", "about:invalid"),
    ("java\nscript:x", "about:invalid"), ("javascript\t:x", "about:invalid"), ("data:text/html,x", "about:invalid"),
    ("vbscript:x", "about:invalid"), ("ftp://a", "about:invalid"), ("view-source:http://a", "about:invalid"),
    ("\tjavascript:x", "about:invalid"), ("javascript:\u{301}x", "about:invalid"), ("a\r\n:b", "about:invalid"),
  ])
  func `an address with a script's scheme is replaced`(address: String, printed: String) throws {
    #expect(Address.checked(address) == printed)
    let pieces: [any Piece.Type] = TestTemplates.pieces + [Linked.self]
    let catalogue = try TestTemplates.catalogue(
      ["linked": "<a href=\"{{address}}\"{{#other}} data-other=\"{{other}}\"{{/other}}>"], pieces: pieces)
    let html = catalogue.render(Linked(address: address, other: address)).html
    let escaped = HTMLEscaping.escaped(printed)
    #expect(html == "<a href=\"\(escaped)\" data-other=\"\(escaped)\">")
  }

  @Test func `an address in the facts of a reason is checked`() {
    #expect(TestTemplates.problems(["notes/empty/all-done": "<a href=\"{{facts.by}}\">"]).count == 1)
    let screens: [any Screen.Type] = TestTemplates.screens + [Leading.self]
    #expect(
      TestTemplates.problems(
        ["leading/content": "Here.", "leading/empty/moved": "<a href=\"{{facts.to}}\">{{facts.to}}</a>"],
        screens: screens) == [])
  }

  @Test func `markup is not allowed in an attribute`() {
    let problems = TestTemplates.problems(["layouts/page": "<main title=\"{{stage}}\"></main>"])
    #expect(problems == ["layouts/page:1: {{stage}} is markup, which cannot stand in an attribute"])
  }

  /// The problems of a template with `text` on its second line.
  private func told(_ text: String, also: String) -> [String] {
    TestTemplates.problems([
      "notes/content": "<p>\n\(text)\n", "notes/head": "{{name}}\(also)", "part": "/part", "quoted": "“\"”",
    ]).filter { !$0.hasPrefix("part:") && !$0.hasPrefix("quoted:") }
  }
}

/// A piece with a link.
private struct Linked: Piece {
  static let template = "linked"
  static let fields: [String: Field<Linked>] = ["address": .address(\.address), "other": .optionalAddress(\.other)]
  let address: String
  let other: String?
}

/// A screen whose empty state has an address.
private enum Leading: Screen {
  static let name: ViewName = "leading"
  static let emptyReasons = [Reason("moved", ["to": .address("/lists")])]
  static let samples = [Sample<Leading>("one", content: "")]

  static func view(of content: String, for look: Look) -> NoCaption { NoCaption() }
}
