import Foundation
import TaskFormats
import Tasks
import TestSupport
import Testing

/// What is read of a text for a followed list, in every format.
struct ReadTableTests {
  @Test func `each text is read as recorded, or refused`() async throws {
    let differences = try await TestRow.differences(in: "read") { row in
      do throws(UnreadableList) {
        let hint = ListHint(name: row.given(3), mediaType: row.given(4))
        return try ReadList(reading: bytes(of: row), hint: hint, limit: 1_000, now: moment(row.given(2))).printed
      } catch {
        return ["\(error)"]
      }
    }
    #expect(differences == [])
  }

  private func bytes(of row: TestRow) -> [UInt8] {
    switch row[0] {
    case "sample": Sample(rawValue: row[1])?.bytes ?? []
    case "todo": Array(todo(row[1]).utf8)
    case "calendar": Array(calendar(row[1]).utf8)
    default: Array(row[1].utf8)
    }
  }
}

extension TestRow {
  /// The text of a column, or `nil` if it is empty.
  fileprivate func given(_ column: Int) -> String? { self[column].isEmpty ? nil : self[column] }
}

extension ReadList {
  /// The list, each of its tasks, and what was left out.
  fileprivate var printed: [String] {
    let counts = [("skipped", skipped), ("omitted", omitted), ("appointments", appointments)].filter { $0.1 > 0 }
    return ["\(format) \(title ?? "")"] + tasks.map(\.printed) + counts.map { "\($0.0): \($0.1)" }
  }
}
