import Foundation
import Tasks
import Testing

/// Nothing of a Markdown file is left out in silence.
struct MarkdownImportTests {
  private static func pasted(_ text: String) throws -> PortableFile {
    try importing(Array(text.utf8), hasPlainLines: true)
  }

  @Test func `pasted lines beside a check box are tasks, too`() throws {
    let file = try Self.pasted("Alpha tomorrow\n  sub one\n- [x] Beta\nGamma #tag")
    #expect(file.format == .lines)
    #expect(file.titles == ["Alpha tomorrow", "sub one", "Beta", "Gamma #tag"])
    #expect(file.depths == [0, 1, 0, 0])
    #expect(file.tasks.map { $0.completed != nil } == [false, false, true, false])
    #expect(file.remarked.isEmpty)
  }

  @Test func `pasted list items without a box are open tasks`() throws {
    let file = try Self.pasted(
      "# House\n- plain *bullet*\n\n  its notes\n  - step\n    - [x] of it\n- [ ] box\n  - note\n\n1. one")
    #expect(file.format == .markdown)
    #expect(file.titles == ["plain bullet", "step", "of it", "box", "one"])
    #expect(file.depths == [0, 1, 2, 0, 0])
    #expect(file.tasks.map { $0.completed != nil } == [false, false, true, false, false])
    #expect(file.tasks.map(\.draft.notes) == ["its notes", "", "", "- note", ""])
    #expect(file.remarked.isEmpty)
  }

  @Test func `other text of a pasted document is remarked`() throws {
    let text = """
      # House

      Prose of
      two lines.

      ## Empty
      ## Kitchen
      - [ ] a
      - ```
        code
        ```
      > quoted
      <!-- hidden -->
      | a | b |
      """
    let file = try Self.pasted(text)
    #expect(file.lists.map(\.name) == ["House"])
    #expect(file.titles == ["a"])
    #expect(file.tasks.map(\.section) == ["Kitchen"])
    #expect(
      file.remarked == [
        "plain-item: ```", "text: Prose of", "text: two lines.", "text: Empty", "text: code", "text: ```",
        "text: quoted", "text: <!-- hidden -->", "text: | a | b |",
      ])
  }

  @Test func `several lists of an own export are several again, with their sections and the empty ones`() throws {
    var writer = MarkdownWriter()
    var house = try importing("# House\n- [ ] a\n## Kitchen\n- [x] b\n  - [ ] c\n").lists
    house.append(PortableList(name: "Empty"))
    house += try importing("# Garden\n- [ ] d\n").lists
    writer.write(house)
    for file in [try importing(writer.bytes), try Self.pasted(String(decoding: writer.bytes, as: UTF8.self))] {
      #expect(file.lists.map(\.name) == ["House", "Empty", "Garden"])
      #expect(file.lists.map { $0.tasks.map(\.draft.title) } == [["a", "b", "c"], [], ["d"]])
      #expect(file.tasks.map(\.section) == [nil, "Kitchen", "Kitchen", nil])
      #expect(file.remarked == [])
    }
  }

  @Test(arguments: [
    "# T\n\nProse\n\n# Second\n- [ ] a", "- [ ] a\n# T\n# Second\n- [ ] b", "# T\n- [ ] a\n# Second\n### B\n- [ ] b",
  ])
  func `other documents stay one list, whose later headings are sections`(text: String) throws {
    let file = try importing(text)
    #expect(file.lists.map(\.name) == ["T"])
    #expect(file.tasks.last?.section == (text.contains("B") ? "B" : "Second"))
  }

  @Test func `what a file has besides its check boxes is remarked`() throws {
    let file = try importing(
      "---\ntitle: House\ntags: [a]\n---\nProse\n\nKitchen\n=======\n- [ ] a\n- plain\n  more\n1. one\n", name: "a.md")
    #expect(file.titles == ["a"])
    #expect(file.lists.map(\.name) == ["Kitchen"])
    #expect(file.remarked == ["plain-item: plain", "plain-item: one", "text: tags: [a]", "text: Prose", "text: more"])
    #expect(file.lists[0].remarks.count(of: .leftOut) == 5)
  }

  @Test func `all left-out lines are counted`() throws {
    let file = try importing("- [ ] a\n\n" + String(repeating: "text\n", count: 50))
    #expect(file.lists[0].remarks.count(of: .text) == 50)
    #expect(file.lists[0].remarks.examples(of: .text).count == ImportRemarks.mostExamples)
  }

  @Test func `an own export is imported without remarks`() throws {
    let file = try Self.pasted("# House\n\n- [ ] a\n\n  notes\n  - [ ] b\n\n## Kitchen\n\n- [x] c\n")
    #expect(file.titles == ["a", "b", "c"])
    #expect(file.remarked.isEmpty)
  }
}

/// What note-taking apps write into titles becomes fields; what was typed stays text.
struct TitleMarksTests {
  private func read(_ line: String) throws -> (title: String, fields: [String], told: [String]) {
    let file = try importing(line)
    let task = try #require(file.tasks.first)
    let fields = [
      task[.due], task[.start], task[.priority], task[.repeats],
      task.completed.map { Day(of: $0, in: .berlin).iso } ?? "",
    ]
    return (task[.title], fields, file.remarked)
  }

  @Test(
    arguments: [
      ("- [ ] Paint 📅 2027-03-04", ["2027-03-04", "", "none", "", ""], []),
      (
        "- [ ] Paint ⏫ 🛫 2027-03-01 📅 2027-03-04 🔁 every week",
        ["2027-03-04", "2027-03-01", "high", "2027-03-04 FREQ=WEEKLY;BYDAY=TH", ""], []
      ),
      (
        "- [ ] Paint 🔁 every 3 days when done 📅 2027-03-04",
        ["2027-03-04", "", "none", "2027-03-04 FREQ=DAILY;INTERVAL=3;FROM=COMPLETION", ""], []
      ),
      ("- [x] Paint ✅ 2026-06-01 🗓️ 2026-06-02", ["2026-06-02", "", "none", "", "2026-06-01"], []),
      (
        "- [ ] Paint [due:: 2027-03-04] (priority:: low) [scheduled:: 2027-03-01]",
        ["2027-03-04", "2027-03-01", "low", "", ""], []
      ),
      ("- [ ] Paint ⏳ 2027-03-01 🆔 a1b", ["", "2027-03-01", "none", "", ""], ["other: 🆔 a1b"]),
      ("- [!] Paint", ["", "", "high", "", ""], []), ("- [>] Paint", ["", "", "none", "", ""], ["state: [>]"]),
      ("- Paint @due(2027-03-04) @done(2026-06-01)", ["2027-03-04", "", "none", "", "2026-06-01"], []),
      ("- [ ] Paint 🔁 every day ⏳ 2027-03-04", ["2027-03-04", "2027-03-04", "none", "2027-03-04 FREQ=DAILY", ""], []),
      (
        "- [ ] Paint 🔁 every month on the last 📅 2027-03-31",
        ["2027-03-31", "", "none", "2027-03-31 FREQ=MONTHLY;BYMONTHDAY=-1", ""], []
      ),
      ("- [ ] Paint 🔁 at full moon", ["", "", "none", "", ""], ["rule: at full moon"]),
    ] as [(String, [String], [String])])
  func `marks are fields`(line: String, fields: [String], told: [String]) throws {
    let found = try read(line)
    #expect(found.title == "Paint")
    #expect(found.fields == fields)
    #expect(found.told == told)
  }

  @Test(
    arguments: [
      "Paint 📅 soon", "Paint [key:: value]", "Paint (due tomorrow)", "Mail a@due(x", "Write to jo@done.example",
      "Paint @due(soon)",
      "Read [x](y) 📅", "Paint [due:: soon]",
    ])
  func `other text stays`(title: String) throws {
    let found = try read("- [ ] " + title)
    #expect(found.title == title.replacing("[x](y)", with: "x"))
    #expect(found.fields[0] == "")
  }

  @Test(arguments: ["●", "○", "■", "⁃", "·", "•", "–"])
  func `bullets of word processors are taken off`(bullet: String) throws {
    let file = try importing("\(bullet) Milk\n\(bullet)\tBread\n✓ Eggs\n✔ Salt")
    #expect(file.titles == ["Milk", "Bread", "Eggs", "Salt"])
    #expect(file.tasks.map { $0.completed != nil } == [false, false, true, true])
  }
}
