import Foundation
import Tasks
import Testing

struct AccountExportTests {
  @Test func `the file says what it is, and reads as it was written`() throws {
    let export = try sample()
    let json = try export.json()
    #expect(try AccountExport(json: json) == export)
    #expect(try export.json() == json, "the same every time")
    let text = String(decoding: json, as: UTF8.self)
    #expect(text.contains(#""format" : "fourfold""#))
    #expect(text.contains(#""version" : 1"#))
    #expect(text.contains(#""completed-at" : "2026-02-02T02:40:00.123Z""#))
    #expect(text.contains(#""due" : "2026-03-01""#))
  }

  @Test func `every millisecond comes back`() throws {
    for millisecond in 0..<1_000 {
      let at = Date(timeIntervalSince1970: Double(1_770_000_000_000 + millisecond) / 1_000)
      let read = try AccountExport(json: AccountExport(account: "a", exported: at, lists: []).json())
      #expect(read.exported == at)
    }
  }

  @Test(arguments: [
    "", "{}", "[1]", #"{"format":"fourfold","version":1,"exported-at":"yesterday","account":"a","lists":[]}"#,
  ])
  func `what is no export is refused`(text: String) {
    #expect(throws: DecodingError.self) { try AccountExport(json: Data(text.utf8)) }
  }

  private func sample() throws -> AccountExport {
    let at = Date(timeIntervalSince1970: 1_770_000_000.123)
    let input = TaskInput(title: "\"e\u{301}\" </script>", notes: "a\n\tb", due: "2026-03-01", priority: "high")
    let task = ExportedTask(text: try TaskDraft(validating: input), created: at, completed: at, deleted: nil)
    return AccountExport(
      account: "Ana", exported: at,
      lists: [ExportedList(name: "House", role: .owner, created: at, deleted: nil, tasks: [task])])
  }
}
