import Tasks
import Testing

struct TaskDraftTests {
  @Test func `a title has at most 500 characters, counted as graphemes`() throws {
    let family = "👨‍👩‍👧‍👦"
    // Any script fits: no letter takes more than four bytes.
    for letter in ["x", "é", "語", "𐌀"] {
      #expect(try TaskDraft(validating: TaskInput(title: String(repeating: letter, count: 500))).title.count == 500)
    }
    #expect(try TaskDraft(validating: TaskInput(title: String(repeating: family, count: 81))).title.count == 81)
    #expect(problem(TaskInput(title: String(repeating: family, count: 82)), .title) == .tooLarge(bytes: 2 * 1024))
    #expect(problem(TaskInput(title: String(repeating: "x", count: 501)), .title) == .tooLong(limit: 500))
    #expect(problem(TaskInput(title: String(repeating: family, count: 1_000)), .title) == .tooLong(limit: 500))
  }

  @Test func `one grapheme of endless combining marks is too large`() {
    let pile = "e" + String(repeating: "\u{301}", count: 8 * 1024)
    #expect(problem(TaskInput(title: pile), .title) == .tooLarge(bytes: 2 * 1024))
  }

  @Test func `notes have at most 64 KiB and no other control characters`() throws {
    let limit = 64 * 1024
    let full = String(repeating: "é", count: limit / 2)
    #expect(try TaskDraft(validating: TaskInput(title: "x", notes: full)).notes == full)
    #expect(problem(TaskInput(title: "x", notes: full + "x"), .notes) == .tooLarge(bytes: limit))
    #expect(problem(TaskInput(title: "x", notes: "a\u{0}"), .notes) == .controlCharacter("U+0000"))
    #expect(problem(TaskInput(title: "x", notes: "a\u{C}"), .notes) == .controlCharacter("U+000C"))
  }

  @Test func `two Unicode forms of one letter are different drafts`() throws {
    let composed = try TaskDraft(validating: TaskInput(title: "\u{E9}"))
    let decomposed = try TaskDraft(validating: TaskInput(title: "e\u{301}"))
    #expect(composed.title == decomposed.title, "the trap that the comparison of drafts avoids")
    #expect(composed != decomposed)
    #expect(try ListName(validating: "\u{E9}") != ListName(validating: "e\u{301}"))
  }

  private func problem(_ input: TaskInput, _ field: InputField) -> Problem? {
    do throws(InvalidInput) {
      _ = try TaskDraft(validating: input)
      return nil
    } catch {
      return error[field]
    }
  }
}

extension InvalidInput {
  /// The first problem of a field, if any.
  subscript(field: InputField) -> Problem? { problems.first { $0.field == field }?.problem }
}

struct TitlesTests {
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

  @Test func `a thousand lines are accepted and one more is not`() throws {
    let lines = Array(repeating: "x", count: 1_000)
    #expect(try TaskDraft.titles(from: lines.joined(separator: "\n\n")).count == 1_000)
    #expect(throws: InvalidInput(FieldProblem(.titles, .tooMany(limit: 1_000)))) {
      try TaskDraft.titles(from: (lines + ["x"]).joined(separator: "\n"))
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
