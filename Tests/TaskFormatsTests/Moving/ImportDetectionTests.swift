import Foundation
import TaskFormats
import Tasks
import Testing

/// The content determines the format, never the name.
struct ImportDetectionTests {
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

/// Nothing of a Markdown file is left out in silence.
struct MarkdownImportTests {
  private static func pasted(_ text: String) throws -> PortableFile {
    try importing(Array(text.utf8), hasPlainLines: true)
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

  @Test func `all left-out lines are counted`() throws {
    let file = try importing("- [ ] a\n\n" + String(repeating: "text\n", count: 50))
    #expect(file.lists[0].remarks.count(of: .text) == 50)
    #expect(file.lists[0].remarks.examples(of: .text).count == ImportRemarks.mostExamples)
  }
}

struct CalendarImportTests {
  private func read(_ lines: String) throws -> PortableFile {
    try importing(
      "BEGIN:VCALENDAR\nX-WR-CALNAME:House\nBEGIN:VTODO\nUID:1\nSUMMARY:Paint\n\(lines)\nEND:VTODO\nEND:VCALENDAR")
  }

  /// DTSTART, DUE, the rule, and the recurrence: due dates keep their distance from the dates of the rule.
  @Test(arguments: [
    ("20260112", "20260114", "FREQ=WEEKLY;UNTIL=20260202", "2026-01-14 FREQ=WEEKLY;BYDAY=MO;UNTIL=20260204;OFFSET=2"),
    ("20260112", "20260114", "FREQ=DAILY;UNTIL=20260113", "2026-01-14 FREQ=DAILY;UNTIL=20260115;OFFSET=2"),
    // Both are dates of the rule: the start counts.
    ("20260112", "20260114", "FREQ=WEEKLY;BYDAY=MO,WE", "2026-01-14 FREQ=WEEKLY;BYDAY=MO,WE;OFFSET=2"),
    // Only the due date is: another program counted from that.
    (
      "20260112", "20260114", "FREQ=WEEKLY;BYDAY=WE;UNTIL=20260128",
      "2026-01-14 FREQ=WEEKLY;BYDAY=WE;UNTIL=20260128;FROM=DUE;OFFSET=2"
    ),
    (
      "20260112", "20260114", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SA",
      "2026-01-14 FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SA;OFFSET=2"
    ),
    ("20260102", "20260105", "FREQ=MONTHLY;BYDAY=1FR", "2026-01-05 FREQ=MONTHLY;BYDAY=1FR;OFFSET=3"),
    ("20260112", "20260114", "FREQ=MONTHLY", "2026-01-14 FREQ=MONTHLY;BYMONTHDAY=12;OFFSET=2"),
    ("20260127", "20260130", "FREQ=MONTHLY", "2026-01-30 FREQ=MONTHLY;BYMONTHDAY=27;OFFSET=3"),
    ("20261230", "20270102", "FREQ=YEARLY", "2027-01-02 FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=30;OFFSET=3"),
  ])
  func `due dates keep their distance from the dates of a rule`(
    start: String, due: String, rule: String, recurrence: String
  ) throws {
    let file = try read("DTSTART;VALUE=DATE:\(start)\nDUE;VALUE=DATE:\(due)\nRRULE:\(rule)")
    #expect(file.tasks[0][.repeats] == recurrence)
    #expect(file.tasks[0][.start].filter { $0 != "-" } == start)
    // And out again, for other programs as for ourselves.
    let own = String(decoding: written(.iCalendar, file.tasks), as: UTF8.self)
    #expect(try importing(own).tasks[0][.repeats] == recurrence)
    let foreign = own.replacing(/X-FOURFOLD-[^\r]*\r\n( [^\r]*\r\n)*/, with: "")
    #expect(try importing(foreign).tasks[0].draft.repeats?.upcoming(4) == file.tasks[0].draft.repeats?.upcoming(4))
  }

  @Test func `any number of tags and comments is kept in the notes as long as it fits`() throws {
    let tags = (0..<100).map { "t\($0)" }
    let comments = (0..<200).map { "COMMENT:c\($0)" }.joined(separator: "\n")
    let file = try read("CATEGORIES:\(tags.joined(separator: ","))\n\(comments)")
    #expect(file.tasks[0].draft.tags.tags.count == 10)
    for word in tags.dropFirst(10) + (0..<200).map({ "c\($0)" }) { #expect(file.tasks[0][.notes].contains(word)) }
    #expect(file.lists[0].remarks.count(of: .comment) == 200)
    #expect(file.lists[0].remarks.count(of: .tag) == 90)
    let long = String(repeating: "x", count: 40_000)
    let cut = try read("COMMENT:\(long)\nCOMMENT:\(long)")
    #expect(cut.tasks[0][.notes] == long)
    #expect(cut.lists[0].remarks.count(of: .longNotes) == 1)
  }
}
