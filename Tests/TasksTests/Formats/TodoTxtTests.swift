import Tasks
import Testing

struct TodoTxtTests {
  @Test(
    arguments: [
      ("x 2014-01-02 (B) 2013-12-30 Text", "Text", .medium, "2014-01-02"),
      ("x 2014-01-02 2013-12-30 (B) Text", "(B) Text", .none, "2014-01-02"),
      ("x (B) 2014-01-02 2013-12-30 Text", "Text", .medium, "2014-01-02"),
      ("x 2014-01-02 (B) Text", "Text", .medium, "2014-01-02"), ("x (A) Text", "Text", .high, nil),
      ("x (A) (B) Text", "(B) Text", .high, nil),
      ("x 2014-01-02 2013-12-30 2013-12-29 Text", "2013-12-29 Text", .none, "2014-01-02"),
    ] as [(String, String, Priority, String?)])
  func `completed tasks keep their text`(line: String, title: String, priority: Priority, done: String?) throws {
    let task = try #require(try read(line, name: "todo.txt").tasks.first)
    #expect(task.title == title)
    #expect(task.priority == priority)
    #expect(task.status == .done(done.flatMap { Day(iso: $0) }.map(RemoteTime.day)))
  }

  @Test(arguments: [
    ("(B) 2013-12-30 Text", "Text", Priority.medium), ("2013-12-30 (B) Text", "(B) Text", .none),
    ("(B) (C) Text", "(C) Text", .medium), ("2013-12-30 2013-12-29 Text", "2013-12-29 Text", .none),
    ("X Text", "X Text", .none), ("xText", "xText", .none), ("(B)Text", "(B)Text", .none),
  ])
  func `open tasks have their priority first and one date`(line: String, title: String, priority: Priority) throws {
    let task = try #require(try read(line, name: "todo.txt").tasks.first)
    #expect(task.title == title)
    #expect(task.priority == priority)
    #expect(task.status.isOpen)
  }

  @Test(arguments: [
    ("Pay due:2026-01-01 due:2026-02-01", "Pay", "due:2026-02-01"), ("Pay due:2026-01-01 due:2026-01-01", "Pay", ""),
    ("due:2026-01-01 Pay due:2026-03-01 due:2026-02-01 now", "Pay now", "due:2026-03-01\ndue:2026-02-01"),
    ("Pay due:soon due:2026-01-01", "Pay due:soon", ""),
  ])
  func `the first due date is used, and further ones stay in the text`(line: String, title: String, notes: String)
    throws
  {
    let task = try #require(try read(line, name: "todo.txt").tasks.first)
    #expect(task.title == title)
    #expect(task.notes == notes)
    #expect(task.due?.written == "2026-01-01")
  }
}
