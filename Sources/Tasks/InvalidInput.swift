/// What a person typed and can't be kept as it is: which fields, and why.
public struct InvalidInput: Error, Hashable, Sendable {
  /// The problems in the order of the form's fields, then of the lines; never empty.
  public let problems: [FieldProblem]

  /// One problem, or several in the order in which they are told.
  public init(_ first: FieldProblem, _ rest: [FieldProblem] = []) {
    problems = [first] + rest
  }

  /// Nil when there is no problem.
  init?(_ problems: [FieldProblem]) {
    guard !problems.isEmpty else { return nil }
    self.problems = problems
  }

  /// The problem to tell first.
  public var first: FieldProblem { problems[0] }

  /// The first problem of a field, if it has one.
  public subscript(field: InputField) -> Problem? {
    problems.first { $0.field == field }?.problem
  }
}

/// A field of a form, in the order in which forms show them.
public enum InputField: String, CaseIterable, Hashable, Sendable {
  case name, title, titles, notes, due, priority
  case token
  case username, password
  case newPassword = "new-password"
  case passwordAgain = "password-again"
  case timeZone = "time-zone"
  case theme, rows
  case url
}

/// A problem and where it is.
public struct FieldProblem: Hashable, Sendable {
  /// The field.
  public let field: InputField
  /// The line in it, from 1, where a field takes one thing a line.
  public let line: Int?
  /// What is wrong there.
  public let problem: Problem

  /// A problem of a field, or of one line of it.
  public init(_ field: InputField, line: Int? = nil, _ problem: Problem) {
    self.field = field
    self.line = line
    self.problem = problem
  }
}

/// What is wrong with something typed.
public enum Problem: Hashable, Sendable {
  /// Nothing was typed, or nothing that can be seen.
  case blank
  /// More characters than the limit.
  case tooLong(limit: Int)
  /// More UTF-8 bytes than the limit, though maybe few characters.
  case tooLarge(bytes: Int)
  /// More lines than tasks can be added at once.
  case tooMany(limit: Int)
  /// A character that can't be shown, by name, such as `U+0007`.
  case controlCharacter(String)
  /// Not a date of the form 2026-01-31, or a date that isn't.
  case notADate
  /// None of the priorities' names.
  case unknownPriority
  /// Fewer characters than a password needs.
  case tooShort(minimum: Int)
  /// One of the passwords that are tried first.
  case tooCommon
  /// The password is the account's own name.
  case sameAsName
  /// Another account has that name, maybe in another spelling.
  case taken
  /// Name and password don't belong together; which of them is wrong is not told.
  case mismatch
  /// The second time something else was typed.
  case notTheSame
  /// Not the name of a time zone.
  case unknownTimeZone
  /// None of the values that a field offers.
  case notAChoice
  /// Not the address of anything on the web.
  case notAnAddress
  /// An address of another kind than `http` and `https`.
  case unknownScheme
}
