import Tasks
import Testing

struct MarkdownTests {
  @Test(arguments: [
    ("**bold** and *not*", "bold and not"), ("__init__ in snake_case_name", "init in snake_case_name"),
    ("2 * 3 * 4", "2 * 3 * 4"), ("`a * b` ``c`d``", "a * b c`d"), ("`open", "`open"), (#"\*a\* \[b\]"#, "*a* [b]"),
    ("[a [b] c](x(y) \"z\") d", "a [b] c d"), ("![a picture](p.png)", "a picture"), ("[a][ref]", "[a][ref]"),
    ("[a] (b)", "[a] (b)"), ("[a](b c)", "[a](b c)"), ("[a]( b 'c' )", "a"), ("[a](b 'c)", "[a](b 'c)"),
    ("[a](b \"c\" d)", "[a](b \"c\" d)"), ("[a](b(c)d(e))", "a"), ("[a](b(c)", "[a](b(c)"), ("[a](b[c](d)", "[a](bc"),
    ("[a](<b c>)", "a"), ("[a](<b)", "[a](<b)"), (#"[a](b\) (c \) d))"#, "a"), ("[a [b](c) d](e)", "[a b d](e)"),
    ("![a [b](c) d](e)", "a b d"), ("Fix [WIP][urgent]", "Fix [WIP][urgent]"),
    ("[a](b", "[a](b"), ("[[Page]] [[Page|name]] [[half]", "Page name [[half]"),
    ("a [[]] [[|]] [[ ]]", "a [[]] [[|]] [[ ]]"),
    ("<https://choir.example> <b>", "https://choir.example <b>"),
    ("a &amp; b &lt; c &copy;", "a & b < c &copy;"), ("~~gone~~ ==marked== ~one~ a=b", "gone marked ~one~ a=b"),
    ("a==b, c==d", "a==b, c==d"), ("&#8217; &#x2019; &#0; &#9; &#x110000; &#12", "’ ’ &#0; &#9; &#x110000; &#12"),
    ("***all***", "all"), ("**a *b** c*", "a b c"), ("] [", "] ["), ("a\\", "a\\"),
  ])
  func `markup characters are removed`(markdown: String, plain: String) throws {
    #expect(try read("- [ ] \(markdown)").titles == [plain])
  }

  @Test(arguments: [
    ("- [ ] a", 1), ("* [x] a", 1), ("+ [X] a", 1), ("1. [ ] a", 1), ("12) [ ] a", 1), ("   - [ ] a", 1),
    ("> - [ ] a", 1),
    ("-\t[ ] a", 1), ("text\n- [ ] a", 1), ("- b\n    - [ ] a", 1),
    ("-[ ] a", 0), ("- [] a", 0), ("- [ ]a", 0), ("- [y] a", 0), ("[ ] a", 0), ("1234567890. [ ] a", 0),
    ("    - [ ] a", 0),
    ("```\n- [ ] a\n```", 0), ("~~~~\n- [ ] a\n~~~\n- [ ] b", 0), ("<!--\n- [ ] a\n-->", 0), ("- [ ](a)", 0),
  ])
  func `only checklist items are tasks`(text: String, count: Int) throws {
    if count == 0 {
      #expect(throws: UnreadableList.unknown) { try read(text, name: "a.md") }
    } else {
      #expect(try read(text).titles == ["a"])
    }
  }

  @Test func `tabs advance to the next multiple of four`() throws {
    #expect(try read("- [ ] a\n  \t- [ ] b\n\t\t- [ ] c\n \t- [ ] d\n- [ ] e").depths == [0, 1, 2, 1, 0])
  }

  @Test func `headings divide the list into groups`() throws {
    let list = try read(
      "- [ ] a\n# T\n- [ ] b\n## G #\n- [ ] c\nS\n-\n- [ ] d\n\nLater\n-----\n- [ ] e\n# Second\n- [ ] f\n#\n- [ ] g\n#no\n"
    )
    #expect(list.title == "T")
    #expect(list.tasks.map(\.group) == [nil, nil, "G", "G", "Later", "Second", nil])
    // A line that begins no block continues the paragraph before it.
    #expect(list.titles.last == "g #no")
  }

  @Test func `content under an item becomes its notes`() throws {
    let list = try read(
      "- [ ] a\n  one\ntwo\n  - [ ] b\n\n  three\n  - plain *bullet*\n\n    of a\n\nNot of a\n- [ ] c\n\n---\n  not of c"
    )
    #expect(list.titles == ["a one two", "b", "c"])
    #expect(list.tasks.map(\.notes) == ["three\n- plain *bullet*\n\n  of a", "", ""])
  }

  @Test func `an item without a title takes the first line of its notes, or is counted`() throws {
    let list = try read("- [ ]\n  later\n- [x]\n- [ ] **\u{200B}**")
    #expect(list.titles.first == "later")
    #expect(list.tasks.count + list.skipped == 3)
  }

  @Test(arguments: [
    ("- [ ] a\n  b\n  c", "a b c"), ("- [ ] a\nb", "a b"), ("> - [ ] a\n> b\nc", "a b c"),
    ("- [ ] a *b\n  c* d", "a b c d"),
    ("- [ ] a\n  # b", "a"), ("- [ ] a\n  1986. b", "a 1986. b"), ("- [ ] a\n  ---", "a"), ("- [ ] a\n      b", "a b"),
    ("- [ ] a\n\n  b", "a"), ("- [ ] a\\\n  b", "a"), ("- [ ] a  \n  b", "a"), ("- [ ] a\n  > b", "a"),
    ("- [ ] a\n  ```\n  b\n  ```", "a"), ("- [ ] a\n  <div>\n  b", "a"), ("- [ ] a\n  <b>c</b>", "a <b>c</b>"),
  ])
  func `a title is a paragraph with joined lines`(text: String, title: String) throws {
    #expect(try read(text).titles == [title])
  }

  @Test func `content after a hard line break, code, quotes and lists are unchanged`() throws {
    let list = try read(
      "- [ ] a\\\n  b\n  ```swift\n  let x = 1\n\n    deep\n  ```\n  > quote\n  1. one\n     more\n\n  <!-- hidden -->\n  end"
    )
    #expect(list.tasks[0].notes == "b\n```swift\nlet x = 1\n\n  deep\n```\n> quote\n1. one\n   more\nend")
  }

  @Test(arguments: [
    ("see [the plan](https://a.example/p \"Plan\")", "see the plan", "https://a.example/p"),
    ("[a](<b c> 'd') [e](f)", "a e", "b c\nf"), ("[a][r] [r]", "[a][r] [r]", ""),
    ("![logo](l.png) [![b](b.svg)](https://c.example)", "logo b", "l.png\nb.svg\nhttps://c.example"),
    ("[https://a.example](https://a.example) <https://b.example>", "https://a.example https://b.example", ""),
    ("[[People/Jo|Jo]] [[Ann]]", "Jo Ann", "[[People/Jo]]"), ("[a]() [b](x) [c](x)", "a b c", "x"),
    ("[a][none]", "[a][none]", ""), ("[a](b c)", "[a](b c)", ""), ("[a](  b\n\t(d) )", "a", "b"),
  ])
  func `the target of a link is kept`(markdown: String, title: String, notes: String) throws {
    let task = try #require(
      try read("- [ ] \(markdown)\n\n[r]: https://other.example").tasks.first)
    #expect(task.title == title)
    #expect(task.notes == notes)
  }

  @Test func `boxes with marks of other apps are open tasks`() throws {
    let list = try read(
      "- [ ] a\n  - [!] b\n    of b\n    - [x] c\n- [>] d\n- [?] e\n- [1] f\n- [ab] g\n- [é] h\n- [-] i\n- [/] j")
    #expect(list.titles == ["a", "b of b", "c", "d", "e", "h", "i", "j"])
    #expect(list.depths == [0, 1, 2, 0, 0, 0, 0, 0])
    #expect(list.skipped == 0)
    #expect(list.tasks.map(\.priority) == [.none, .high, .none, .none, .none, .none, .none, .none])
    #expect(list.tasks.map(\.status.isOpen) == [true, true, false, true, true, true, false, true])
  }

  @Test func `items that are indented too far are still items`() throws {
    let list = try read("- [ ] a\n        - [ ] b\n- [ ] c\n\n      - [ ] code")
    #expect(list.titles == ["a", "b", "c"])
    #expect(list.depths == [0, 1, 0])
    #expect(list.tasks[2].notes == "- [ ] code")
  }

  @Test func `keys stay the same when other tasks are added, removed or completed`() throws {
    let before = try read("# L\n- [ ] a\n- [ ] b\n## G\n- [ ] a\n- [ ] a")
    let after = try read("# L\n- [ ] new\n- [x] a\n## G\n- [ ] a\n- [ ] a\n- [ ] a")
    #expect(after.tasks[1].key == before.tasks[0].key)
    #expect(Array(after.tasks[2...3].map(\.key)) == Array(before.tasks[2...3].map(\.key)))
    #expect(faults(of: after) == [])
  }

  @Test func `items under one that cannot be read move up to its level`() throws {
    let list = try read("- [ ] a\n- [ ]\n  - [ ] b\n    - [ ] c\n- [ ] d\n  - [ ] e")
    #expect(list.titles == ["a", "b", "c", "d", "e"])
    #expect(list.depths == [0, 0, 1, 0, 1])
    #expect(list.skipped == 1)
  }
}
