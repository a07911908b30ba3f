import Tasks
import Testing

struct TaskDraftTests {
  @Test(arguments: [
    "Milk", "<script>alert(1)</script>", "\"\u{301}", "\u{600}<", "&amp;", "שלום עולם", "مرحبا", "👨‍👩‍👧‍👦", "e\u{301}", "é",
    "a\u{202E}b", "\u{2067}x\u{2069}", "{{x}}", "a  b", "\u{301}x", "ﷺ", "\u{FFFD}", "\u{10FFFF}", "O'Hara \\ %00",
    "a\u{2028}b", "क्षि", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "\u{20}\u{301}",
  ])
  func `titles are stored as typed, byte by byte`(title: String) throws {
    let draft = try TaskDraft(validating: TaskInput(title: title))
    #expect(Array(draft.title.utf8) == Array(title.utf8))
  }

  @Test(arguments: [" Milk ", "\tMilk\n", "\u{A0}Milk\u{3000}", "\r\nMilk\r\n", "\u{85}Milk\u{2029}"])
  func `white space around a title is dropped`(title: String) throws {
    #expect(try TaskDraft(validating: TaskInput(title: title)).title == "Milk")
  }

  @Test(arguments: [("Milk\t2 l", "Milk 2 l"), ("a\t\tb \t c", "a b c"), ("\ta\tb\t", "a b")])
  func `a tab in a title, as between the cells of a spreadsheet, becomes a space`(typed: String, title: String) throws {
    #expect(try TaskDraft(validating: TaskInput(title: typed)).title == title)
    #expect(try TaskDraft.titles(from: typed).map(\.title) == [title])
    #expect(try TaskDraft.titles(from: typed, QuickAddTable.context).map(\.title) == [title])
    #expect(try ListName(validating: typed).text == title)
  }

  @Test(arguments: ["", " ", "\t\r\n", "\u{200B}", "\u{200D}\u{FEFF}", "\u{202E}", "\u{2060} \u{AD}", "\u{3164}"])
  func `a title without visible characters is blank`(title: String) {
    #expect(problem(TaskInput(title: title), .title) == .blank)
  }

  @Test(arguments: [
    ("a\u{7}b", "U+0007"), ("a\0b", "U+0000"), ("a\nb", "U+000A"), ("a\r\nb", "U+000D"),
    ("\u{7F}", "U+007F"), ("a\u{80}", "U+0080"), ("a\u{85}b", "U+0085"), ("a\u{9F}b", "U+009F"),
    ("\u{1B}[31m", "U+001B"),
  ])
  func `a control character in a title is refused by name`(title: String, name: String) {
    #expect(problem(TaskInput(title: title), .title) == .controlCharacter(name))
  }

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

  @Test func `notes keep tabs, line breaks and indentation, with LF for every line ending`() throws {
    let typed = " a\r\n\tb\rc\n\r\n d "
    #expect(try TaskDraft(validating: TaskInput(title: "x", notes: typed)).notes == " a\n\tb\nc\n\n d ")
  }

  @Test func `notes of only white space are none`() throws {
    #expect(try TaskDraft(validating: TaskInput(title: "x", notes: " \r\n\t")).notes.isEmpty)
  }

  @Test func `notes have at most 64 KiB and no other control characters`() throws {
    let limit = 64 * 1024
    let full = String(repeating: "é", count: limit / 2)
    #expect(try TaskDraft(validating: TaskInput(title: "x", notes: full)).notes == full)
    #expect(problem(TaskInput(title: "x", notes: full + "x"), .notes) == .tooLarge(bytes: limit))
    #expect(problem(TaskInput(title: "x", notes: "a\u{0}"), .notes) == .controlCharacter("U+0000"))
    #expect(problem(TaskInput(title: "x", notes: "a\u{C}"), .notes) == .controlCharacter("U+000C"))
  }

  @Test func `all problems are reported at once, in the order of the form`() {
    let input = TaskInput(title: " ", notes: "\u{1}", due: "tomorrow", priority: "urgent")
    #expect(
      throws: InvalidInput(
        FieldProblem(.title, .blank),
        [
          FieldProblem(.due, .notADate), FieldProblem(.notes, .controlCharacter("U+0001")),
          FieldProblem(.priority, .unknownPriority),
        ])
    ) { try TaskDraft(validating: input) }
  }

  @Test func `date and priority may be left out`() throws {
    let draft = try TaskDraft(validating: TaskInput(title: "x", due: " ", priority: ""))
    #expect(draft.due == nil)
    #expect(draft.priority == Priority.none)
    #expect(try TaskDraft(validating: TaskInput(title: "x", due: " 2026-02-28 ")).due?.iso == "2026-02-28")
  }

  @Test(arguments: Priority.allCases)
  func `every priority is found by its name`(priority: Priority) throws {
    #expect(try TaskDraft(validating: TaskInput(title: "x", priority: priority.name)).priority == priority)
    #expect(Priority(name: priority.name.uppercased()) == nil)
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
