import Foundation
import Tasks
import Testing

struct AccountSettingsTests {
  @Test(arguments: [
    "Europe/Berlin", "UTC", "Asia/Kolkata", "Asia/Calcutta", "America/Argentina/Buenos_Aires", "Etc/GMT+12",
  ])
  func `a time zone has an IANA name`(name: String) throws {
    let settings = try settings(timeZone: name)
    #expect(settings.timeZone == name)
    #expect(TimeZone(identifier: name) != nil)
  }

  @Test func `no time zone means the server's`() throws {
    #expect(try settings(timeZone: " ").timeZone == nil)
    #expect(AccountSettings.standard == (try settings()))
  }

  @Test(arguments: [
    "europe/berlin", "Mars/Base", "GMT+0530", "+05:00", "../../etc/passwd", "Europe/../Europe/Berlin", "/etc/localtime",
    "posix/Europe/Berlin", "Europe/Berlin\0", "<script>",
  ])
  func `an unknown time zone is refused`(name: String) {
    #expect(throws: InvalidInput(FieldProblem(.timeZone, .unknownTimeZone))) { try settings(timeZone: name) }
  }

  @Test func `theme and rows have to be one of the choices`() throws {
    for theme in Theme.allCases { #expect(try settings(theme: theme.rawValue).theme == theme) }
    for rows in Limits.rowChoices { #expect(try settings(rows: "\(rows)").rows == rows) }
    for typed in ["", "26", "-25", "025", " 25", "٢٥"] {
      #expect(throws: InvalidInput(FieldProblem(.rows, .notAChoice))) { try settings(rows: typed) }
    }
    #expect(
      throws: InvalidInput(
        FieldProblem(.timeZone, .unknownTimeZone),
        [FieldProblem(.theme, .notAChoice), FieldProblem(.rows, .notAChoice)])
    ) { try settings(timeZone: "x", theme: "Dark", rows: "all") }
  }

  private func settings(
    timeZone: String = "", theme: String = "system", rows: String = "100"
  ) throws(InvalidInput) -> AccountSettings {
    try AccountSettings(validating: AccountSettingsInput(timeZone: timeZone, theme: theme, rows: rows))
  }
}
