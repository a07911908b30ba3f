import TestSupport
import Testing

@testable import Tasks

/// What is made of values that people type, or why they are refused.
struct ValueTableTests {
  @Test func `each value is read as recorded, or refused`() async throws {
    let differences = try await TestRow.differences(in: "values") { row in
      do {
        return try Self.read(row)
      } catch let error as InvalidInput {
        return error.problems.map { "\($0.problem)" }
      }
    }
    #expect(differences == [])
  }

  private static func read(_ row: TestRow) throws -> [String] {
    let text = row[1]
    switch row[0] {
    case "address":
      let address = try SourceAddress(validating: text)
      var dumped = ""
      dump([address], to: &dumped)
      #expect(!"\(address) \(String(reflecting: address)) \(dumped) \(address.place)".contains("secret"))
      return [address.url, address.place]
    case "name":
      let name = try Username(validating: text)
      #expect(Array(try Username(validating: name.key).key.utf8) == Array(name.key.utf8), "a key is its own key")
      return [name.text, name.key]
    case "names": return [NameSkeleton.skeleton(of: text) == NameSkeleton.skeleton(of: row[2]) ? "alike" : "different"]
    case "tag": return [Tag(text)?.name ?? "none"]
    case "tags": return [text, row[2]].map { Tag($0)?.key ?? "none" }
    case "title": return [try TaskDraft(validating: TaskInput(title: text)).title]
    case "mark": return [ListMark.removed(from: text), ListMark.isDone(text) ? "done" : "open"]
    case "mention": return ["\(TaskDraft.mentionsDate(text, QuickAddTable.context))"]
    case "quick":
      let today = Day(iso: row[2]) ?? QuickAddTable.today
      let order = DateOrder.allCases.first { "\($0)" == row[3] } ?? .dayFirst
      let line = QuickAddLine(parsing: text, QuickAddContext(today: today, order: order))
      return [line.title, line.understood, QuickAddTable.summary(line)]
    case "day": return [Day(iso: text)?.iso ?? "none"]
    case "time": return [TimeOfDay(text)?.description ?? "none"]
    case "clock": return [ClockTime(text)?.description ?? "none"]
    default:
      let settings = AccountSettingsInput(timeZone: text, theme: "system", rows: "100")
      return [try AccountSettings(validating: settings).timeZone ?? "none"]
    }
  }
}
