import Testing

@testable import Tasks

struct SourceChangesTests {
  private func tasks(_ titles: String...) -> [(key: String, title: String)] { titles.map { ("key of \($0)", $0) } }

  @Test func `added and removed tasks are named by their titles, in the order of the copies`() throws {
    let changes = try #require(SourceChanges(from: tasks("Eggs", "Tea"), to: tasks("Milk", "Tea", "Bread")))
    #expect(changes.added.titles == ["Milk", "Bread"] && changes.removed.titles == ["Eggs"])
    #expect(SourceChanges(from: tasks("Eggs", "Tea"), to: tasks("Tea", "Eggs")) == nil, "an order is no change")
    #expect(SourceChanges(from: [("1", "Tea")], to: [("1", "Green tea")]) == nil, "nor is another title")
  }

  @Test func `only the first of many titles and the beginning of long ones are named`() throws {
    let many = (0..<100).map { (key: "\($0)", title: String(repeating: "x", count: 500)) }
    let changes = try #require(SourceChanges(from: many, to: []))
    #expect(changes.removed.count == 100 && changes.removed.titles.count == Limits.changedTitles)
    let first = changes.removed.titles[0]
    #expect(first.count == Limits.changedTitleCharacters && first.hasSuffix("…"))
    #expect(changes.added.count == 0)
  }
}
