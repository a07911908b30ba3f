import Tasks
import Testing

struct QuickAddTests {
  private let context = QuickAddContext(today: QuickAddTable.today)

  @Test func `words of the title become fields, and the text as typed is kept`() throws {
    let added = try QuickAdd(validating: TaskInput(title: " Order tiles tomorrow !high ", notes: "matt"), context)
    let draft = try TaskDraft(
      validating: TaskInput(title: "Order tiles", notes: "matt", due: "2026-11-26", priority: "high"))
    #expect(added.draft == draft)
    #expect(added.literal?.title == "Order tiles tomorrow !high")
    #expect(added.literal?.due == nil)
    #expect(added.literal?.priority == Priority.none)
  }

  @Test func `a plain title has no other text`() throws {
    let added = try QuickAdd(validating: TaskInput(title: "Order \\tomorrow"), context)
    #expect(added.draft.title == "Order tomorrow")
    #expect(added.literal == nil)
  }

  @Test func `fields of the form win over words`() throws {
    let due = try QuickAdd(validating: TaskInput(title: "Order tiles tomorrow", due: "2027-01-01"), context)
    #expect(due.draft.title == "Order tiles tomorrow")
    #expect(due.draft.due?.iso == "2027-01-01")
    #expect(due.literal == nil)
    let priority = try QuickAdd(
      validating: TaskInput(title: "Order tiles !low tomorrow", priority: "none"), context)
    #expect(priority.draft.title == "Order tiles !low")
    #expect(priority.draft.priority == Priority.none)
    #expect(priority.literal?.title == "Order tiles !low tomorrow")
  }

  @Test func `a line that is too long is rejected with its words`() {
    let title = String(repeating: "x", count: 495) + " tomorrow"
    #expect(throws: InvalidInput(FieldProblem(.title, .tooLong(limit: 500)))) {
      try QuickAdd(validating: TaskInput(title: title), context)
    }
  }

  @Test func `each of several lines is understood, without its list mark`() throws {
    let text = """
      - Order tiles tomorrow
      * [ ] Call Anna !low
      1. Sweep
      2) [x] Mop friday
      • Black Friday
      -5 degrees
      """
    let drafts = try TaskDraft.titles(from: text, context)
    #expect(drafts.map(\.title) == ["Order tiles", "Call Anna", "Sweep", "Mop", "Black Friday", "-5 degrees"])
    #expect(drafts.map { $0.due?.iso ?? "" } == ["2026-11-26", "", "", "2026-11-27", "", ""])
    #expect(drafts.map(\.priority) == [.none, .low, .none, .none, .none, .none])
  }
}
