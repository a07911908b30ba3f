import Foundation
import Testing

@testable import Tasks

struct UsernameTests {
  @Test func `names are equal if their keys are`() throws {
    #expect(try Username(validating: "Ana") == Username(validating: " ANA\n"))
    #expect(try Set(["Ana", "aNa", "Anna"].map { try Username(validating: $0) }).count == 2)
  }

  @Test func `a name has at most 64 characters and 1 KiB`() throws {
    #expect(try Username(validating: String(repeating: "é", count: 64)).text.count == 64)
    #expect(problem(String(repeating: "x", count: 65)) == .tooLong(limit: 64))
    #expect(problem("e" + String(repeating: "\u{301}", count: 600)) == .tooLarge(bytes: 1024))
  }

  private func problem(_ typed: String) -> Problem? {
    do throws(InvalidInput) {
      let name = try Username(validating: typed)
      Issue.record("\(name.text) was taken")
      return nil
    } catch {
      return error[.username]
    }
  }
}

struct NameSkeletonTests {
  private func skeleton(_ name: String) -> String { NameSkeleton.skeleton(of: name) }

  @Test func `a name has one skeleton in any case, except for capitals that look like other letters`() {
    for name in ["vera", "sven", "šárka", "тарас", "αββας"] {
      #expect(skeleton(name) == skeleton(name.uppercased()), "\(name)")
    }
    #expect(skeleton("ian") != skeleton("IAN"))
  }

  @Test func `every name has a skeleton, and the longest is fast`() {
    for name in ["李明", "مريم", "🦊", "1", "|", "ªº", String(repeating: "ш\u{301}", count: 300)] {
      #expect(!skeleton(name).isEmpty, "\(name)")
    }
  }
}

struct AccountSettingsTests {
  @Test func `no time zone means the server's`() throws {
    #expect(try settings(timeZone: " ").timeZone == nil)
    #expect(AccountSettings.standard == (try settings()))
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
