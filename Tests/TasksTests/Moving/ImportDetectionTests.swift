import Foundation
import Tasks
import Testing

/// The content determines the format, never the name.
struct ImportDetectionTests {
  @Test(
    arguments: [
      ("BEGIN:VCALENDAR\nEND:VCALENDAR", .iCalendar), ("(A) Milk", .todoTxt), ("- [ ] Milk", .markdown),
      ("title,due\nMilk,2026-01-01", .table), ("Title;Due\nMilk;2026-01-01", .table),
      ("title\tnotes\nMilk\tTwo", .table), ("TYPE,CONTENT,PRIORITY,INDENT\ntask,Milk,1,1", .todoist),
      (#"{"format":"fourfold","version":1,"lists":[]}"#, .fourfold), (#"{"name":"a","lists":[],"cards":[]}"#, .trello),
      (#"{"kind":"tasks#taskLists","items":[]}"#, .googleTasks),
      (#"{"data":{"tasks":[],"caldavCalendars":[]}}"#, .tasksOrg),
      (#"[{"displayName":"a","tasks":[]}]"#, .microsoftToDo), (#"[{"title":"a","hex_color":"","tasks":[]}]"#, .vikunja),
    ] as [(String, PortableFormat)])
  func `formats are told by their content`(text: String, format: PortableFormat) throws {
    for name in [nil, "todo.txt", "tasks.ics", "a.csv"] {
      #expect(try importing(text, name: name).format == format)
    }
  }

  @Test(
    arguments: [
      ("", .empty), (" \n", .empty), ("<!DOCTYPE html><p>Sign in", .webPage),
      ("%PDF-1.7", .unknown), ("{}", .otherJSON), ("[1, 2]", .otherJSON), (#"{"a": "#, .broken),
      (#"[{"filters":{},"title":"a"}]"#, .otherJSON), ("a,b,c\n1,2,3\n4,5,6", .otherTable),
      ("BEGIN:VCALENDAR\nBEGIN:VTODO", .broken), (String(repeating: "[", count: 99), .tooDeep), ("a\0\0\0", .notText),
    ] as [(String, UnreadableFile)])
  func `other files are refused with their reason`(text: String, reason: UnreadableFile) {
    #expect(throws: reason) { try importing(text, name: "todo.txt") }
  }

  @Test(arguments: [nil, "todo.txt", "a.csv", "notes"])
  func `plain lines are tasks whatever the name of the file`(name: String?) throws {
    let file = try importing("Milk\nBread, butter\n- Cheese", name: name)
    #expect(file.format == .lines)
    #expect(file.titles == ["Milk", "Bread, butter", "Cheese"])
  }

  @Test func `pasted lines are tasks, nested by their indentation`() throws {
    let text = "• Milk, bread, eggs\n\t- whole\n\t    2) cold\n\t☑ sour\n\n[x] Butter\n-5 °C\n  \n- "
    let file = try importing(Array(text.utf8), hasPlainLines: true)
    #expect(file.format == .lines)
    #expect(file.titles == ["Milk, bread, eggs", "whole", "cold", "sour", "Butter", "-5 °C", "-"])
    #expect(file.depths == [0, 1, 2, 1, 0, 0, 0])
    #expect(file.tasks.map { $0.completed != nil } == [false, false, false, true, true, false, false])
  }

  @Test func `an outline is no todo.txt, although its tags look like one`() throws {
    let outline = "House:\n\t- a @done\n\t- b @due(2026-12-01)\n\t\tnote\n\t\tmore @x\nGarden:\n\t- c @home\n"
    let file = try importing(outline, name: "todo.taskpaper")
    #expect(file.format == .lines)
    #expect(file.titles == ["House:", "a", "b", "Garden:", "c @home"])
    #expect(file.depths == [0, 1, 1, 0, 1])
    #expect(file.tasks.map { $0.completed != nil } == [false, true, false, false, false])
    #expect(file.tasks.map { $0[.due] } == ["", "", "2026-12-01", "", ""])
    #expect(file.tasks.map { $0[.notes] } == ["", "", "note\nmore @x", "", ""])
    for text in ["- a @done\n- b\nnote\n", "* first @x\n* second\n", "1. first @x\n2. second +y\n"] {
      #expect(try importing(text).format == .lines)
    }
    #expect(try importing("(A) a\n- b @c\nx 2026-01-01 d\n").format == .todoTxt)
  }

  @Test func `files over the limits are refused`() {
    let limits = ImportLimits(fileBytes: 200, unpackedBytes: 200, files: 1, tasks: 3)
    func read(_ text: String) throws(UnreadableFile) { _ = try importing(Array(text.utf8), limits: limits) }
    #expect(throws: UnreadableFile.tooLarge) { try read(String(repeating: "a", count: 201)) }
    #expect(throws: UnreadableFile.tooManyTasks) { try read("(A) a\n(A) a\n(A) a\n(A) a\n") }
    #expect(throws: UnreadableFile.tooManyTasks) { try read("title,due\na,\na,\na,\na,\n") }
    #expect(throws: UnreadableFile.tooManyTasks) {
      try read(#"[{"displayName":"a","tasks":[{"title":"1"},{},{},{},{}]}]"#.replacing("{}", with: #"{"title":""}"#))
    }
    #expect(throws: UnreadableFile.tooManyTasks) { try read("- [ ] a\n- [ ] a\n- [ ] a\n- [ ] a\n- [ ] a") }
    #expect(throws: UnreadableFile.tooManyTasks) { try read(#"{"kind":"tasks#tasks","items":[{},{},{},{},{}]}"#) }
    #expect(throws: UnreadableFile.tooManyTasks) { try read(#"{"name":"","lists":[],"cards":[{},{},{},{},{}]}"#) }
    #expect(throws: Never.self) { try read("(A) a\n(A) a\n(A) a\n") }
  }

  @Test func `progress is reported`() throws {
    var counts: [Int] = []
    let bytes = Array(String(repeating: "(A) a\n", count: 350).utf8)
    let file = try PortableFile(reading: bytes, in: .gmt, inflate: { _, _ in nil }, progress: { counts.append($0) })
    #expect(counts == [100, 200, 300])
    #expect(file.count == 350)
    #expect(Set(file.tasks.map(\.uid)).count == 350)
  }

  @Test func `the same file has the same identifiers`() throws {
    let text = "# House\n- [ ] Milk\n- [ ] Milk\n- [ ] Bread"
    #expect(try importing(text).tasks.map(\.uid) == importing(text).tasks.map(\.uid))
    let other = try importing(text + "\n- [ ] Milk")
    #expect(try Array(other.tasks.map(\.uid).prefix(3)) == importing(text).tasks.map(\.uid))
    for uid in other.tasks.map(\.uid) { #expect(UUID(uuidString: uid) != nil) }
  }
}
