import Testing

@testable import Tasks

struct SourceAddressTests {
  @Test func `an empty and a too long address are reported as such`() {
    #expect(throws: InvalidInput(FieldProblem(.url, .blank))) { try SourceAddress(validating: " \n") }
    let long = FieldProblem(.url, .tooLarge(bytes: Limits.addressBytes))
    for path in [String(repeating: "a", count: 3_000), String(repeating: "ä", count: 900)] {
      #expect(throws: InvalidInput(long)) { try SourceAddress(validating: "https://choir.example/" + path) }
    }
  }

  @Test func `a login and a file name are decoded`() throws {
    let address = try SourceAddress(validating: "https://an%3Ana:p%40ss@choir.example/a/my%20list.ics?x")
    #expect(address.login?.user == "an:na")
    #expect(address.login?.password == "p@ss")
    #expect(address.fileName == "my list.ics")
    #expect(try SourceAddress(validating: "https://choir.example/a/").fileName == nil)
    #expect(try SourceAddress(validating: "https://choir.example/a/").login == nil)
  }
}

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
