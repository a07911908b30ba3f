import Foundation
import Tasks
import Testing

@testable import fourfold

struct DemoCalendarTests {
  @Test func `lines are folded to at most 75 bytes, and read back the same`() throws {
    let text = try #require(DemoText.text(of: .choir))
    let lines = text.components(separatedBy: "\r\n")
    #expect(lines.allSatisfy { $0.utf8.count <= 75 && !$0.contains("\n") })
    let unfolded = text.replacing("\r\n ", with: "")
    #expect(unfolded.contains("DESCRIPTION:Doors open at seven. The boathouse is unheated\\, so bring something"))
    #expect(unfolded.contains("the ferry's waiting room.\\nNot the lamp posts again."))
  }

  @Test func `dates are relative to the current day`() throws {
    let day = try #require(Day(iso: "2026-12-31"))
    #expect(DemoCalendar.due(day) == "DUE;VALUE=DATE:20261231")
    #expect(DemoCalendar.due(day.adding(days: 1), at: "1930") == "DUE:20270101T193000")
  }
}
