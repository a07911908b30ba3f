import Tasks
import Testing

struct LimitsOfAccountsTests {
  @Test func `the limits have their documented values`() {
    #expect(Limits.usernameCharacters == 64)
    #expect(Limits.usernameBytes == 1_024)
    #expect(Limits.passwordCharacters == 8...256)
    #expect(Limits.passwordBytes == 4_096)
    #expect(Limits.sessionIdle == .seconds(2_592_000))
    #expect(Limits.sessionAge == .seconds(15_552_000))
    #expect(Limits.savedDrafts == 5)
    #expect(Limits.keptDays == 7)
    #expect(Limits.rowChoices.contains(AccountSettings.standard.rows))
  }

  @Test func `fields have the names that forms use`() {
    let names = [
      "username", "password", "new-password", "password-again", "time-zone", "theme", "rows", "language", "date-order",
      "hours", "url",
    ]
    #expect(InputField.allCases.map(\.rawValue).suffix(11) == names[...])
  }
}
