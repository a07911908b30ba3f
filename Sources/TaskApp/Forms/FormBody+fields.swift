import StatePages
import Tasks

/// The names of form fields: the one place where they are spelt in code; the templates spell them too.
enum FormField {
  static let name = "name"
  static let version = "version"
  static let title = "title"
  static let titles = "titles"
  static let notes = "notes"
  static let due = "due"
  static let quick = "quick"
  static let priority = "priority"
  static let list = "list"
  /// The list that the form was made for: only another choice is a wish to move.
  static let wasList = "was-list"
  /// Which page of the lists to choose from, instead of saving the form.
  static let listsPage = "lists-page"
  /// What to do once the form is saved.
  static let then = "then"
  static let direction = "direction"
  static let position = "position"
  /// The number under which what was typed is kept while nobody is signed in.
  static let kept = "kept"
  /// Where to go on after signing in.
  static let next = "next"
  /// What the console printed for making the first account.
  static let token = InputField.token.rawValue
  static let username = InputField.username.rawValue
  static let password = InputField.password.rawValue
  static let newPassword = InputField.newPassword.rawValue
  static let passwordAgain = InputField.passwordAgain.rawValue
  static let timeZone = InputField.timeZone.rawValue
  static let theme = InputField.theme.rawValue
  static let rows = InputField.rows.rawValue
  static let url = InputField.url.rawValue
  /// The name and the password for the place where a list lives.
  static let sourceUser = "source-user"
  static let sourcePassword = "source-password"
  /// Whether the name and password that are kept for it are to be forgotten.
  static let sourceForget = "source-forget"
  /// Which of the task lists that an address leads to.
  static let collection = "collection"
  /// The list that copies go to; empty for a new one.
  static let to = "to"
  /// Up to which moment the trash is emptied, in milliseconds since 1970: what its page showed.
  static let until = "until"
  /// Which tasks are copied, where it is all of a kind: `open`.
  static let all = "all"
  /// The tasks that are copied are ticked by fields of this name and a number: `task-17`.
  static let chosen = "task-"
  /// All of them: each may come once in a form. Others may come as they like, and nobody looks at them.
  static let known: Set = [
    name, version, title, titles, notes, due, quick, priority, list, wasList, then, direction, position, kept, next,
    username, password, newPassword, passwordAgain, timeZone, theme, rows, url, sourceUser,
    sourcePassword, sourceForget, collection, to, all, token, until, listsPage,
  ]
  /// Whether it is one of them: a tick counts by its number.
  static func isKnown(_ name: String) -> Bool { known.contains(name) || isTick(name) }

  /// Whether it ticks a task.
  static func isTick(_ name: String) -> Bool {
    name.hasPrefix(chosen) && Int(name.dropFirst(chosen.count)) != nil
  }

  /// What is never printed again.
  static let secrets: Set = [password, newPassword, passwordAgain, sourcePassword, token]
}

extension FormBody {
  /// The value of a field that every sender of the form knows.
  /// - Throws: 400 if it is missing.
  func required(_ name: String) throws(RequestProblem) -> String {
    guard let value = self[name] else { throw .malformed }
    return value
  }

  /// The list that a field names; nil if it was not sent.
  /// - Throws: 400 if it is no id.
  func list(_ name: String) throws(RequestProblem) -> ListID? {
    guard let text = self[name] else { return nil }
    guard let list = ListID(text) else { throw .malformed }
    return list
  }

  /// The version that the form was made for; nil if the sender told none.
  /// - Throws: 400 if it is no number.
  func version() throws(RequestProblem) -> ChangeID? {
    guard let text = self[FormField.version], !text.isEmpty else { return nil }
    guard let version = ChangeID(text) else { throw .malformed }
    return version
  }

  /// Where something is to move in its order.
  /// - Throws: 400 if neither a direction nor a position was told.
  func move() throws(RequestProblem) -> Move {
    if let direction = self[FormField.direction].flatMap(Direction.init(rawValue:)) { return Move(direction) }
    guard let position = self[FormField.position].flatMap({ Int($0) }), position > 0 else { throw .malformed }
    return .position(position)
  }
}
