import Testing

@testable import Tasks

struct SourceAddressTests {
  @Test(arguments: [
    ("choir.example", "https://choir.example/"),
    (" Choir.Example/todo.txt ", "https://choir.example/todo.txt"),
    ("https://choir.example/Our lists/a b.ics?c d", "https://choir.example/Our%20lists/a%20b.ics?c%20d"),
    ("choir.example:8080/x", "https://choir.example:8080/x"),
    ("//choir.example/x", "https://choir.example/x"),
    ("HTTP://choir.example:80/x#part", "http://choir.example/x"),
    ("https://choir.example:443", "https://choir.example/"),
    ("http://choir.example:443", "http://choir.example:443/"),
    ("webcal://choir.example/a.ics?k=1%202", "https://choir.example/a.ics?k=1%202"),
    ("webcals://choir.example/a.ics", "https://choir.example/a.ics"),
    ("https://münchen.example/ä", "https://xn--mnchen-3ya.example/%C3%A4"),
    ("https://choir.example./", "https://choir.example/"),
    ("https://anna:p%40ss@choir.example/", "https://anna:p%40ss@choir.example/"),
    ("http://[2001:DB8::1]:8080/", "http://[2001:db8::1]:8080/"),
    ("http://127.1/", "http://127.1/"),
    ("https://a_b.example/", "https://a_b.example/"),
  ]) func `an address is stored in one spelling`(_ typed: String, _ url: String) throws {
    #expect(try SourceAddress(validating: typed).url == url)
  }

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
  ]) func `credentials are kept within their origin only`(_ url: String, _ goesAlong: Bool) throws {
    let address = try SourceAddress(validating: "https://ann:s3cret@a.example/x")
    #expect(try address.leading(to: url).hasLogin == goesAlong)
    #expect(try address.leading(to: "https://bob@a.example/").login?.user == "bob")
    #expect(address.shown == "https://a.example/x")
  }

  @Test(arguments: [
    "https://", "https:///x", "https://choir.example:0/", "https://choir.example:65536/", "https://choir.example:http/",
    "https://choir example/", "choir.example/\u{7}",
    "https://choir.example\\@evil.example/",
    "https://[fe80::1%25eth0]/", "https://[::1/", "https://[::1]x/", "https://a..b/", "https://h%41st/",
    "https://.example/",
    "https://1.2.3.4.5/", "https://1.2.3.256/", "https://08.1.1.1/", "https://a.123/", "https://4294967296/", "?",
    "https://?x",
    "https://-\u{200B}/", "https://exa\u{202E}mple/\u{85}",
  ]) func `a malformed address is reported as such`(_ typed: String) {
    #expect(throws: InvalidInput(FieldProblem(.url, .notAnAddress))) { try SourceAddress(validating: typed) }
  }

  @Test(arguments: [
    "ftp://choir.example/", "file:///etc/passwd", "mailto:a@b.example", "javascript:alert(1)", "data:,x", "webcal:x",
  ])
  func `another scheme is reported as such`(_ typed: String) {
    #expect(throws: InvalidInput(FieldProblem(.url, .unknownScheme))) { try SourceAddress(validating: typed) }
  }

  @Test func `an empty and a too long address are reported as such`() {
    #expect(throws: InvalidInput(FieldProblem(.url, .blank))) { try SourceAddress(validating: " \n") }
    let long = FieldProblem(.url, .tooLarge(bytes: Limits.addressBytes))
    for path in [String(repeating: "a", count: 3_000), String(repeating: "ä", count: 900)] {
      #expect(throws: InvalidInput(long)) { try SourceAddress(validating: "https://choir.example/" + path) }
    }
  }

  @Test(arguments: [
    ("https://anna:secret@choir.example/?key=secret#secret", "choir.example"),
    ("http://choir.example:8080/a%20b.txt", "choir.example:8080/a b.txt"),
    ("https://choir.example/%E2%80%AEx", "choir.example/%E2%80%AEx"),
    ("https://choir.example/%00", "choir.example/%00"),
    ("https://münchen.example/", "münchen.example"),
    (
      "https://choir.example/0123456789/0123456789/0123456789/0123456789/0123456789/0123456789/list.ics",
      "choir.example/0123456789/0123456789/012345…0123456789/0123456789/list.ics"
    ),
  ]) func `a place contains no secret`(_ typed: String, _ place: String) throws {
    let address = try SourceAddress(validating: typed)
    #expect(address.place == place)
    var dumped = ""
    dump([address], to: &dumped)
    #expect(!"\(address) \(String(reflecting: address)) \(dumped)".contains("secret"))
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
