import TaskFormats
import Tasks
import Testing

struct DetectionTests {
  @Test(
    arguments: [
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13], [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3],
      [0, 0, 0], Array("M\0i\0l\0k\0".utf8), [0x81, 0x8D, 0x8F],
    ] as [[UInt8]])
  func `bytes that are not text are refused`(bytes: [UInt8]) {
    #expect(throws: UnreadableList.notText) { try ReadList(reading: bytes, hint: ListHint(name: "todo.txt")) }
  }

  @Test func `the limit applies, and progress is reported`() throws {
    let text = (0..<250).map { "(A) task \($0)\n" }.joined()
    var told: [Int] = []
    let list = try ReadList(reading: Array(text.utf8), limit: 250) { told.append($0) }
    #expect(list.tasks.count == 250)
    #expect(told == [100, 200])
    for text in [text, text.replacing("(A)", with: "- [ ]")] {
      #expect(throws: UnreadableList.tooManyTasks) { try ReadList(reading: Array(text.utf8), limit: 249) }
    }
  }

  @Test func `titles are made valid and cut between characters`() throws {
    let family = "👩‍👩‍👧‍👦"
    let list = try read(
      "(A) " + String(repeating: family, count: 600) + "\n(B) \u{200B}\n(C)  a\tb \u{3000}\n", name: "todo.txt")
    #expect(list.titles == [String(repeating: family, count: 81) + "…", "a b"])
    #expect(list.skipped == 1)
    let exact = String(repeating: "é", count: 500)
    #expect(try read("- [ ] \(exact)\n- [ ] \(exact)é").titles == [exact, String(repeating: "é", count: 499) + "…"])
  }
}

struct ListHintTests {
  @Test func `the file name of a download precedes that of its address`() throws {
    let hint = ListHint(
      name: "download.php", contentType: "text/html", contentDisposition: "attachment; filename=todo.txt")
    #expect(try ReadList(reading: Array("Milk".utf8), hint: hint).titles == ["Milk"])
  }
}

struct OrderTests {
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
    let text = "- [ ] a\n  - [x] b\n    - [x] c\n  - [ ] d\n- [ ] e"
    let list = try read(text, limit: 4)
    #expect(list.titles == ["a", "b", "d", "e"])
    #expect(list.depths == [0, 1, 1, 0])
    let short = try read(text, limit: 3)
    #expect(short.depths == [0, 1, 0])
    #expect(faults(of: short) == [])
  }

  @Test(arguments: ["todo.txt", "a.md"])
  func `a title that is too long continues in the notes`(name: String) throws {
    let words = (0..<200).map { "word\($0)" }.joined(separator: " ")
    let text = name == "a.md" ? "- [ ] \(words)\n\n  more" : words
    let task = try #require(try read(text, name: name).tasks.first)
    #expect(task.draft.title.count <= Limits.titleCharacters)
    let last = try #require(task.draft.title.dropLast().split(separator: " ").last)
    #expect(words.contains("\(last) "))
    let rest = task.draft.notes.split(separator: "\n\n")[0]
    #expect(String(task.draft.title.dropLast()) + " " + rest.dropFirst() == words)
    #expect(task.draft.notes.hasSuffix("more") == (name == "a.md"))
  }

  @Test func `keys stay the same when other tasks are added, removed or completed`() throws {
    let before = try read("# L\n- [ ] a\n- [ ] b\n## G\n- [ ] a\n- [ ] a")
    let after = try read("# L\n- [ ] new\n- [x] a\n## G\n- [ ] a\n- [ ] a\n- [ ] a")
    #expect(after.tasks[1].uid == before.tasks[0].uid)
    #expect(Array(after.tasks[2...3].map(\.uid)) == Array(before.tasks[2...3].map(\.uid)))
    #expect(faults(of: after) == [])
  }
}
