import Tasks
import Testing

struct PersonTests {
  @Test(arguments: [
    ("ann", "A"), ("“Bo”", "B"), ("7 of 9", "7"), ("بن", "ب"), ("ßeta", "S"), ("élan", "É"), ("🙂", "🙂"), ("", ""),
  ])
  func `a person has an initial`(name: String, initial: String) {
    #expect(Person(AccountID(1), name).initial == initial)
  }

  @Test func `an initial is short, whatever a name is made of`() {
    let marks = String(repeating: "\u{301}", count: 60)
    #expect(Person(AccountID(1), "a\(marks)").initial.utf8.count <= 16)
  }

  @Test func `six people in a row have six colors, which stay when their names change`() {
    #expect(Set((1...6).map { Person(AccountID($0), "A").color }).count == 6)
    #expect(Person(AccountID(4), "A").color == Person(AccountID(4), "B").color)
  }

  @Test(arguments: ["\u{200B}", "A\u{202E}B", "A\nB", String(repeating: "a", count: 65)])
  func `a name that others could not read, or would read otherwise, is refused`(name: String) {
    let input = AccountSettingsInput(displayName: name, timeZone: "", theme: "system", rows: "100")
    #expect {
      try AccountSettings(validating: input)
    } throws: { error in
      (error as? InvalidInput)?.problems.map(\.field) == [.displayName]
    }
  }
}
