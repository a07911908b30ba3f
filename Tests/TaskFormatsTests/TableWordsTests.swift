import Testing

@testable import TaskFormats
@testable import Tasks

/// The file of words by which tables of other apps are understood.
struct TableWordsTests {
  @Test func `each line of the words means something, and each word one thing`() {
    #expect(TableWords.lines.count > 30)
    for line in TableWords.lines {
      switch line[0] {
      case "column": #expect(ColumnMeaning(rawValue: line[1]) != nil)
      case "end": #expect(TableValue.End(rawValue: line[1]) != nil)
      case _: #expect(line[0] == "priority" && Priority(name: line[1]) != nil)
      }
    }
    for kind in ["column", "end", "priority"] {
      let words = TableWords.lines.filter { $0[0] == kind }.flatMap { $0[2].split(separator: " ") }
      #expect(Set(words).count == words.count)
    }
    #expect(ColumnMeaning(named: "Assigned to")?.remark == .person)
  }
}
