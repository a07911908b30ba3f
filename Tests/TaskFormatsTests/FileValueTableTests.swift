import Tasks
import TestSupport
import Testing

@testable import TaskFormats

/// What is made of values of files and of their headers.
struct FileValueTableTests {
  @Test func `each value of a file is read as recorded`() async throws {
    let differences = try await TestRow.differences(in: "file-values") { row in
      do { return try Self.read(row) } catch { return ["\(error)"] }
    }
    #expect(differences == [])
  }

  private static func read(_ row: TestRow) throws -> [String] {
    let text = row[1]
    switch row[0] {
    case "type":
      let hint = ListHint(name: "a", contentType: text, contentDisposition: nil)
      return [hint.mediaType ?? "none", hint.charset ?? "none"]
    case "disposition":
      return [ListHint(name: "a", contentType: nil, contentDisposition: text).name ?? "none"]
    case "charset":
      let bytes = row[2].split(separator: " ").compactMap { UInt8($0, radix: 16) }
      let hint = ListHint(name: "todo.txt", charset: text.isEmpty ? nil : text)
      return try ReadList(reading: bytes, hint: hint).titles
    case "query":
      var query = PortableQuery(text)
      let list = query.list
      query.list = 12
      return [list.map { "\($0)" } ?? "all lists", query.text]
    case "json":
      return try importing(#"{"kind":"tasks#tasks","items":[{"notes":"n","title":\#(text)}]}"#).titles
    case "object":
      let values = try CalendarObjectTests.object(text).values()
      return [values?.task.draft[.due] ?? "none", values?.task.draft[.time] ?? "none"]
    default: return [try CalendarObject(Array(text.utf8)).uid]
    }
  }
}
