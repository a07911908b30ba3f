import Testing

@testable import Tasks

struct SourceAddressTests {
  @Test func `a name and a password from their own fields become part of it`() throws {
    func url(_ typed: String, _ user: String, _ password: String) throws -> String {
      try SourceAddress(validating: typed, user: user, password: password).url
    }
    #expect(try url("a.example/x", "", "") == "https://a.example/x")
    #expect(try url("a.example/x", " ann ", "p@:/ ß") == "https://ann:p%40%3A%2F%20%C3%9F@a.example/x")
    #expect(try url("http://old:one@a.example:81/", "ann", "") == "http://ann@a.example:81/")
    #expect(try url("https://old:one@a.example/", "", "") == "https://old:one@a.example/")
    #expect(throws: InvalidInput.self) { try url("a.example", "a\nb", "") }
    #expect(throws: InvalidInput.self) { try url("a.example", "a", String(repeating: "x", count: 3_000)) }
  }

  @Test(arguments: [
    ("https://a.example/y", true), ("https://a.example:443/", true), ("http://a.example/", false),
    ("https://a.example:8443/", false), ("https://b.example/", false), ("https://a.example.evil.example/", false),
  ])
  func `credentials are kept within their origin only`(_ url: String, _ goesAlong: Bool) throws {
    let address = try SourceAddress(validating: "https://ann:s3cret@a.example/x")
    #expect(try address.leading(to: url).hasLogin == goesAlong)
    #expect(try address.leading(to: "https://bob@a.example/").login?.user == "bob")
    #expect(address.shown == "https://a.example/x")
  }

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
