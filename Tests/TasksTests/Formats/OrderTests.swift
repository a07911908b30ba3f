import Tasks
import Testing

struct OrderTests {
  private func titles(_ items: [String]) throws -> [String] {
    let all = items.map { "BEGIN:VTODO\n\($0)\nEND:VTODO" }.joined(separator: "\n")
    return try read(calendar(all)).titles
  }

  @Test func `a calendar is in its manual order, or else in order of creation`() throws {
    #expect(
      try titles([
        "SUMMARY:b\nX-APPLE-SORT-ORDER:2", "SUMMARY:c\nX-APPLE-SORT-ORDER:10", "SUMMARY:a\nX-APPLE-SORT-ORDER:-1",
      ]) == ["a", "b", "c"])
    #expect(
      try titles([
        "SUMMARY:b\nCREATED:20260102T000000Z", "SUMMARY:a\nCREATED:20260101T000000Z\nDTSTAMP:20270101T000000Z",
      ]) == ["a", "b"])
    #expect(try titles(["SUMMARY:b\nDTSTAMP:20260102T000000Z", "SUMMARY:a\nDTSTAMP:20260101T000000Z"]) == ["a", "b"])
    #expect(try titles(["SUMMARY:b", "SUMMARY:a", "SUMMARY:first\nDTSTAMP:20260101T000000Z"]) == ["first", "b", "a"])
    // A to-do that was never moved is sorted by its second of creation.
    #expect(
      try titles([
        "SUMMARY:c\nX-APPLE-SORT-ORDER:789100000", "SUMMARY:b\nCREATED:20260102T000000Z",
        "SUMMARY:a\nX-APPLE-SORT-ORDER:788000000",
      ]) == ["a", "b", "c"])
  }

  @Test func `children are in that order, too`() throws {
    let list = try titles([
      "UID:p\nSUMMARY:p\nCREATED:20260103T000000Z", "SUMMARY:b\nRELATED-TO:p\nCREATED:20260102T000000Z",
      "SUMMARY:a\nRELATED-TO:p\nCREATED:20260101T000000Z", "SUMMARY:o\nCREATED:20260102T000000Z",
    ])
    #expect(list == ["o", "p", "a", "b"])
  }

  @Test func `completed tasks are dropped before open ones`() throws {
    let text = (0..<8).map { "x done \($0)\n(A) open \($0)\n" }.joined()
    let list = try read(text, name: "todo.txt", limit: 10)
    #expect(list.titles == ["done 0", "open 0", "done 1"] + (1..<8).map { "open \($0)" })
    #expect(list.omitted == 6)
    #expect(try read(text, name: "todo.txt", limit: 8).omitted == 8)
    #expect(throws: UnreadableList.tooManyTasks) { try read(text, name: "todo.txt", limit: 7) }
    let closed = try read(String(repeating: "x a\n", count: 50), name: "todo.txt", limit: 20)
    #expect(closed.tasks.count == 20)
    #expect(closed.omitted == 30)
  }

  @Test func `tasks under one that was left out move up to its level`() throws {
    let text = "- [x] a\n  - [ ] b\n    - [x] c\n      - [ ] d\n- [ ] e"
    let list = try read(text, limit: 4)
    #expect(list.titles == ["a", "b", "d", "e"])
    #expect(list.depths == [0, 1, 2, 0])
    let short = try read(text, limit: 3)
    #expect(short.depths == [0, 1, 0])
    #expect(faults(of: short) == [])
  }

  @Test func `a to-do without a summary is a task, and events are counted`() throws {
    let list = try read(calendar("BEGIN:VTODO\nUID:1\nSUMMARY: \nEND:VTODO\nBEGIN:VEVENT\nSUMMARY:Dinner\nEND:VEVENT"))
    #expect(list.titles == [""])
    #expect(list.skipped == 0)
    #expect(list.appointments == 1)
    #expect(faults(of: list) == [])
  }

  @Test(arguments: ["todo.txt", "a.md"])
  func `a title that is too long continues in the notes`(name: String) throws {
    let words = (0..<200).map { "word\($0)" }.joined(separator: " ")
    let text = name == "a.md" ? "- [ ] \(words)\n\n  more" : words
    let task = try #require(try read(text, name: name).tasks.first)
    #expect(task.title.count <= Limits.titleCharacters)
    let last = try #require(task.title.dropLast().split(separator: " ").last)
    #expect(words.contains("\(last) "))
    let rest = task.notes.split(separator: "\n\n")[0]
    #expect(String(task.title.dropLast()) + " " + rest.dropFirst() == words)
    #expect(task.notes.hasSuffix("more") == (name == "a.md"))
  }
}
