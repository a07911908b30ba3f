import Tasks
import Testing

struct TitlesTests {
  @Test func `each line is a task in the given order, and blank lines are skipped`() throws {
    let drafts = try TaskDraft.titles(from: "\r\nBread\r\n\r\n  Milk \n\u{3000}\nEggs\rSalt\u{2028}Oil\n")
    #expect(drafts.map(\.title) == ["Bread", "Milk", "Eggs", "Salt", "Oil"])
  }

  @Test func `lines with a checked box are completed, unless a step of theirs is open`() throws {
    let text = """
      - [x] Bread every day
      - [ ] Kitchen
        - [x] Tiles tomorrow
      - [x] Garden
        - [x] Lawn
          - [ ] Edges
        - [x] Roses
      - [x] Attic
        - [x] Boxes
      """
    let drafts = try TaskDraft.nested(from: text, QuickAddTable.context)
    #expect(drafts.filter(\.isDone).map(\.draft.title) == ["Bread every day", "Tiles", "Roses", "Attic", "Boxes"])
    #expect(drafts.map(\.depth) == [0, 0, 1, 0, 1, 2, 1, 0, 1])
    #expect(drafts[0].draft.repeats == nil && drafts[2].draft.due?.iso == "2026-11-26")
    #expect(try TaskDraft.nested(from: "- [x] Bread", nil)[0].isDone == false, "literal lines are open")
  }

  @Test func `every problem names its line`() {
    let text = "Bread\n\na\u{7}b\n" + String(repeating: "x", count: 501) + "\n\u{200B}"
    #expect(
      throws: InvalidInput(
        FieldProblem(.titles, line: 3, .controlCharacter("U+0007")),
        [
          FieldProblem(.titles, line: 4, .tooLong(limit: 500)), FieldProblem(.titles, line: 5, .blank),
        ])
    ) { try TaskDraft.titles(from: text) }
  }

  @Test(arguments: ["", "\n\n", " \r\n "])
  func `no title at all is blank`(text: String) {
    #expect(throws: InvalidInput(FieldProblem(.titles, .blank))) { try TaskDraft.titles(from: text) }
  }

  @Test func `a thousand lines are accepted and one more is not`() throws {
    let lines = Array(repeating: "x", count: 1_000)
    #expect(try TaskDraft.titles(from: lines.joined(separator: "\n\n")).count == 1_000)
    #expect(throws: InvalidInput(FieldProblem(.titles, .tooMany(limit: 1_000)))) {
      try TaskDraft.titles(from: (lines + ["x"]).joined(separator: "\n"))
    }
  }

  @Test func `names of lists have limits of their own`() throws {
    #expect(try ListName(validating: " House \n").text == "House")
    #expect(try ListName(validating: String(repeating: "é", count: 200)).text.count == 200)
    #expect(throws: InvalidInput(FieldProblem(.name, .tooLong(limit: 200)))) {
      try ListName(validating: String(repeating: "x", count: 201))
    }
    #expect(throws: InvalidInput(FieldProblem(.name, .tooLarge(bytes: 1024)))) {
      try ListName(validating: "e" + String(repeating: "\u{301}", count: 2_100))
    }
    #expect(throws: InvalidInput(FieldProblem(.name, .blank))) { try ListName(validating: "\u{200D}") }
    #expect(throws: InvalidInput(FieldProblem(.name, .controlCharacter("U+0008")))) {
      try ListName(validating: "a\u{8}")
    }
  }

  @Test func `the limits have their documented values`() {
    #expect(Limits.titleCharacters == 500)
    #expect(Limits.notesBytes == 65_536)
    #expect(Limits.tasksPerList == 10_000)
    #expect(Limits.listsPerAccount == 500)
    #expect(Limits.tasksAtOnce == 1_000)
    #expect(Limits.trashDays == 30)
    #expect(Limits.undoWindow == .seconds(600))
  }
}
