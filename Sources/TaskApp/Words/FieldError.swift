import StatePages
import TaskStore
import Tasks

/// What is wrong with a field, as its form tells: which words, and what they need to know.
struct FieldError: TemplateView, Hashable {
  static let words = [
    "blank", "too-long", "too-large", "too-many", "too-many-lists", "control-character", "not-a-date", "not-a-choice",
    "repeated", "changed-since", "not-now", "disk-full", "disk-quota", "read-only",
    "no-permission", "file-moved", "disk-error", "not-saved-damaged", "not-saved", "mismatch", "wrong-password",
    "too-many-tries", "busy", "registered", "sign-up-closed", "taken", "no-password", "too-short", "password-too-long",
    "too-common", "same-as-name", "not-the-same", "unknown-time-zone",
    "not-an-address", "unknown-scheme", "already-followed", "nothing-chosen", "tasks-gone", "no-address",
    "copied-already", "export-running", "exports-busy", "password-disk-full", "password-not-now", "no-token",
    "wrong-token",
    "copied-already", "storage-full", "too-many-stored-tasks", "too-many-stored-lists", "too-many-sources",
  ].map { "errors/\($0)" }

  static let fields: [String: Field<FieldError>] = [
    "template": .template(among: words, \.template),
    "limit": .optional(\.limit),
    "one": .flag { $0.limit == "1" },
    "found": .optional(\.found),
    "name": .optional(\.name),
    "line": .optional(\.line),
  ]
  let template: String
  var limit: String?
  var found: String?
  var name: String?
  /// The line that is meant, counted from 1, where a field takes one thing a line.
  var line: String?

  private init(_ words: String, limit: Int? = nil, found: String? = nil, name: String? = nil) {
    template = "errors/\(words)"
    self.limit = limit.map { String($0) }
    self.found = found
    self.name = name
  }

  /// A problem, with its line.
  init(_ problem: FieldProblem) {
    switch problem.field {
    case .password, .newPassword, .passwordAgain: self.init(password: problem.problem)
    case .url where problem.problem == .blank: self.init("no-address")
    case .token: self.init(problem.problem == .blank ? "no-token" : "wrong-token")
    case .name, .title, .titles, .notes, .due, .priority, .username, .timeZone, .theme, .rows, .url:
      self.init(problem.problem)
    }
    line = problem.line.map { String($0) }
  }

  private init(_ problem: Problem) {
    switch problem {
    case .blank: self.init("blank")
    case .tooLong(let limit): self.init("too-long", limit: limit)
    case .tooLarge(let bytes): self.init("too-large", limit: bytes / 1024)
    case .tooMany(let limit): self.init("too-many", limit: limit)
    case .controlCharacter(let name): self.init("control-character", found: name)
    case .notADate: self.init("not-a-date")
    case .unknownPriority, .notAChoice: self = .notAChoice
    case .tooShort(let minimum): self.init("too-short", limit: minimum)
    case .tooCommon: self.init("too-common")
    case .sameAsName: self.init("same-as-name")
    case .taken: self.init("taken")
    case .mismatch: self = .mismatch
    case .notTheSame: self.init("not-the-same")
    case .unknownTimeZone: self.init("unknown-time-zone")
    case .notAnAddress: self.init("not-an-address")
    case .unknownScheme: self.init("unknown-scheme")
    }
  }

  /// A password is typed anew and never shown: of it is told what no other words would fit.
  private init(password problem: Problem) {
    switch problem {
    case .blank: self.init("no-password")
    case .tooLong(let limit): self.init("password-too-long", limit: limit)
    case .tooLarge: self.init("password-too-long")
    case .tooMany, .controlCharacter, .notADate, .unknownPriority, .tooShort, .tooCommon, .sameAsName, .taken,
      .mismatch,
      .notTheSame, .unknownTimeZone, .notAChoice, .notAnAddress, .unknownScheme:
      self.init(problem)
    }
  }

  /// The first problem of a field.
  init?(_ input: InvalidInput, in field: InputField) {
    guard let first = input.problems.first(where: { $0.field == field }) else { return nil }
    self.init(first)
  }

  /// None of the choices that there are.
  static let notAChoice = FieldError("not-a-choice")
  /// Another list of the account lives at that address.
  static let alreadyFollowed = FieldError("already-followed")
  /// Nothing was ticked.
  static let nothingChosen = FieldError("nothing-chosen")
  /// The same was copied to the same list just now.
  static let copiedAlready = FieldError("copied-already")
  /// Another export of the account has not ended.
  static let exportRunning = FieldError("export-running")
  /// There are as many exports as can be at once.
  static let exportsBusy = FieldError("exports-busy")
  /// There is no room on the disk.
  static let diskFull = FieldError("disk-full")
  /// There is no room on the disk, and the password that was typed is gone.
  static let passwordDiskFull = FieldError("password-disk-full")
  /// The name and the password don't match; which of them is wrong is not told.
  static let mismatch = FieldError("mismatch")
  /// Not the password of who is signed in.
  static let wrongPassword = FieldError("wrong-password")
  /// More passwords are being checked than can be at once.
  static let busy = FieldError("busy")
  /// The first account was made meanwhile.
  static let registered = FieldError("registered")
  /// Not everybody may make an account.
  static let signUpClosed = FieldError("sign-up-closed")

  /// Too many passwords were tried.
  /// - Parameter wait: how long until the next one may be; told in minutes, one at least.
  static func tooManyTries(wait: Duration) -> FieldError {
    FieldError("too-many-tries", limit: max(1, Int((wait / .seconds(60)).rounded(.up))))
  }

  /// What a form with a password tells of what the store did not do; nil where its page cannot be shown either. A password is
  /// never printed again, so it has to be typed anew.
  init?(withPassword error: StoreError) {
    switch error {
    case .unavailable(.diskFull, _): self = .passwordDiskFull
    case .unavailable, .internal: self.init("password-not-now")
    case .repeated, .conflict, .limit, .taken, .notFound, .gone, .forbidden, .cancelled: self.init(error, name: "")
    }
  }

  /// What the form tells of what the store did not do with `name`; nil where its page cannot be shown either.
  init?(_ error: StoreError, name: String) {
    switch error {
    case .repeated: self.init("repeated", name: name)
    case .conflict(.list(_, _, let theirs, _)): self.init("changed-since", name: theirs.text)
    case .limit(.tasks(let limit)), .limit(.tasksAtOnce(let limit)): self.init("too-many", limit: limit)
    case .limit(.lists(let limit)): self.init("too-many-lists", limit: limit)
    case .limit(.quota(.bytes, let limit)): self.init("storage-full", limit: limit / 1_000_000)
    case .limit(.quota(.tasks, let limit)): self.init("too-many-stored-tasks", limit: limit)
    case .limit(.quota(.lists, let limit)): self.init("too-many-stored-lists", limit: limit)
    case .limit(.quota(.sources, let limit)): self.init("too-many-sources", limit: limit)
    case .unavailable(let cause, .writing): self.init(cause.writeReason)
    // A form's page can't be shown either.
    case .unavailable(_, .reading): return nil
    case .internal: self.init("not-saved")
    case .taken: self.init("taken")
    case .conflict(.registered): self = .registered
    case .conflict(.followed): self = .alreadyFollowed
    case .conflict(.tasksGone(let count)): self.init("tasks-gone", limit: count)
    case .notFound, .gone, .forbidden, .conflict(.task), .conflict(.changedSince), .conflict(.notUndoable), .cancelled:
      return nil
    }
  }
}
