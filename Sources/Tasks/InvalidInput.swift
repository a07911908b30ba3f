/// The validation errors of a form's input.
package struct InvalidInput: Error, Hashable, Sendable {
  /// The problems in the order of the form's fields, then of lines. Never empty.
  package let problems: [FieldProblem]

  /// Creates an error from one or more problems, in display order.
  package init(_ first: FieldProblem, _ rest: [FieldProblem] = []) { problems = [first] + rest }

  /// Nil if there is no problem.
  init?(_ problems: [FieldProblem]) {
    guard !problems.isEmpty else { return nil }
    self.problems = problems
  }

  package var first: FieldProblem { problems[0] }
}

/// A field whose input is validated. Cases are in the order in which forms show them.
///
/// The raw value is the field's name in forms. Forms have other fields, too, whose values come from the page; `TaskApp` has the names
/// of all of them.
package enum InputField: String, CaseIterable, Hashable, Sendable {
  case name, title, titles, due, time, repeats, start, tags, notes, priority, assignee, reminders, comment
  case token
  case username, password
  case displayName = "display-name"
  case newPassword = "new-password"
  case passwordAgain = "password-again"
  case timeZone = "time-zone"
  case theme, rows
  case language
  case dateOrder = "date-order"
  case hours
  case digest
  case quietFrom = "quiet-from"
  case quietUntil = "quiet-until"
  case url
}

/// A problem with its location.
package struct FieldProblem: Hashable, Sendable {
  package let field: InputField
  /// The line, from 1, if the field has one item per line.
  package let line: Int?
  package let problem: Problem

  package init(_ field: InputField, line: Int? = nil, _ problem: Problem) {
    (self.field, self.line, self.problem) = (field, line, problem)
  }
}

/// The reason why input is invalid.
package enum Problem: Error, Hashable, Sendable {
  /// The input is empty, or has no visible character.
  case blank
  /// The input has more characters than the limit.
  case tooLong(limit: Int)
  /// The input has more UTF-8 bytes than the limit, possibly with few characters.
  case tooLarge(bytes: Int)
  /// The input has more lines than tasks can be added at once.
  case tooMany(limit: Int)
  /// The input contains a control character, given as `U+0007`.
  case controlCharacter(String)
  /// The input is not a date of the form 2026-01-31, or the date does not exist.
  case notADate
  /// The date is before 1970.
  case tooEarly
  /// The input is not a time of day of the form 14:05, or its time zone is unknown.
  case notATime
  /// The input is a time, but there is no date.
  case timeWithoutDate
  /// The start is after the due date.
  case startAfterDue
  /// The input is no recurrence: a number is out of range, or a date does not exist.
  case notARecurrence
  /// The input is no reminder: a number is out of range, or a moment does not exist.
  case notAReminder
  /// A word of the input is no tag.
  case notATag(String)
  /// The input has more tags than a task can have.
  case tooManyTags(limit: Int)
  /// The input is not the name of a priority.
  case unknownPriority
  /// The password has fewer characters than required.
  case tooShort(minimum: Int)
  /// The password is a commonly used one.
  case tooCommon
  /// The password equals the account's name.
  case sameAsName
  /// Another account has the name, possibly in another spelling.
  case taken
  /// The name and password do not match. Which one is wrong is not disclosed.
  case mismatch
  /// The repeated input differs.
  case notTheSame
  /// The input is not the name of a time zone.
  case unknownTimeZone
  /// The input is not four times of a day in their order.
  case notHours
  /// The input is not one of the field's choices.
  case notAChoice
  /// The input is not a web address.
  case notAnAddress
  /// The scheme of the address is neither `http` nor `https`.
  case unknownScheme
}

extension Day {
  /// Parses what a date field sends, 2026-01-31, where the year may have two digits, from 20 on.
  /// - Throws: `notADate`, or `tooEarly` before 1970.
  package init(typed text: some StringProtocol) throws(Problem) {
    guard let day = Day(iso: text)?.inFullYear else { throw .notADate }
    guard day.year >= 1_970 else { throw .tooEarly }
    self = day
  }

  /// The day in this century if its year has two digits from 20 on: Chromium sends 0026 for 26, which is 2026. Nil if there is no such day.
  /// WebKit makes 0015 of digits that were meant for the month or the day, so smaller numbers are no years.
  package var inFullYear: Day? { (20..<100).contains(year) ? Day(year: 2_000 + year, month: month, day: day) : self }
}
