import NetworkAddresses
import Notifications
import StatePages
import TaskStore
import Tasks

/// An error message of a form field: a template and its values.
struct FieldError: TemplateView, Hashable {
  static let words = [
    "blank", "no-title", "no-titles", "no-name", "too-long", "too-large", "too-many", "too-many-at-once",
    "too-many-lists", "too-many-filters", "too-many-sections", "too-many-tags", "too-many-tags-of-account",
    "too-many-tagged", "too-many-levels", "too-many-comments", "not-a-tag", "no-tag", "control-character",
    "not-a-date", "too-early", "not-hours", "not-a-time", "time-without-date", "start-after-due", "not-a-recurrence",
    "not-a-reminder", "not-a-choice", "repeated", "changed-since", "comment-changed", "no-comment", "not-now",
    "disk-full", "disk-quota", "read-only", "no-permission", "file-moved", "disk-error",
    "not-saved-damaged", "not-saved", "mismatch", "wrong-password", "too-many-tries", "busy", "registered",
    "account-disabled", "sign-up-closed", "taken", "no-password", "too-short", "password-too-long",
    "password-too-large", "too-long-in-line", "too-large-in-line", "control-character-in-line", "too-common",
    "same-as-name", "not-the-same", "unknown-time-zone", "not-an-address", "unknown-scheme", "already-followed",
    "followed",
    "nothing-chosen", "tasks-gone", "no-address", "text-disk-full", "text-failed", "copied-already", "export-running",
    "exports-busy", "too-many-feeds", "too-many-channels", "too-many-app-passwords", "password-disk-full",
    "password-not-now", "no-token",
    "wrong-token", "storage-full", "too-many-stored-tasks", "too-many-stored-lists", "too-many-sources", "no-such-list",
    "selection-gone", "too-many-selected", "no-action", "no-date", "no-file", "file-and-text",
    "owner-full", "too-many-members", "too-many-invitations", "too-many-pages", "too-many-offers", "member",
    "last-owner",
    "no-such-account", "no-member", "nobody-named",
    "not-a-mail-address", "not-an-ascii-address", "not-a-topic", "not-a-token", "not-a-server", "no-mail-server",
    "insecure-address", "private-address", "reserved-address", "blocked-port",
    "file-too-large", "upload-running", "uploads-busy", "upload-disk-full", "upload-failed",
  ].map { "words/error.\($0)" }

  static let fields: [String: Field<FieldError>] = [
    "template": .template(among: words, \.template),
    "limit": .numeral(\.limit), "count": .number(\.limit), "found": .optional(\.found), "name": .optional(\.name),
    "href": .optionalLink(\.href), "sharingHref": .optionalLink(\.sharing), "line": .optional(\.line),
  ]
  private(set) var template: String
  var limit: Int?
  var found, name: String?
  /// A page to open instead.
  var href: TaskIntent?
  /// The members of the list, where a name is that of none of them.
  var sharing: TaskIntent?
  /// The line of the error, from 1, in a field with one entry per line.
  var line: String?

  private init(_ words: String, limit: Int? = nil, found: String? = nil, name: String? = nil) {
    template = "words/error.\(words)"
    (self.limit, self.found, self.name) = (limit, found, name)
  }

  init(_ problem: FieldProblem) {
    switch problem.field {
    case .password, .newPassword, .passwordAgain: self.init(password: problem.problem)
    case .url where problem.problem == .blank: self.init("no-address")
    case .title where problem.problem == .blank: self.init("no-title")
    case .titles where problem.problem == .blank: self.init("no-titles")
    case .comment where problem.problem == .blank: self.init("no-comment")
    case .name where problem.problem == .blank, .username where problem.problem == .blank: self.init("no-name")
    case .token: self.init(problem.problem == .blank ? "no-token" : "wrong-token")
    case _: self.init(problem.problem)
    }
    line = problem.line.map { String($0) }
    if line != nil, Self.words.contains("\(template)-in-line") { template += "-in-line" }
  }

  private init(_ problem: Problem) {
    switch problem {
    case .blank: self.init("blank")
    case .tooLong(let limit): self.init("too-long", limit: limit)
    case .tooLarge(let bytes): self.init("too-large", limit: bytes / 1024)
    case .tooMany(let limit): self.init("too-many-at-once", limit: limit)
    case .controlCharacter(let name): self.init("control-character", found: name)
    case .notADate: self.init("not-a-date")
    case .tooEarly: self.init("too-early")
    case .notHours: self.init("not-hours")
    case .notATime: self.init("not-a-time")
    case .timeWithoutDate: self.init("time-without-date")
    case .startAfterDue: self.init("start-after-due")
    case .notARecurrence: self.init("not-a-recurrence")
    case .notAReminder: self.init("not-a-reminder")
    case .notATag(let word): self.init("not-a-tag", found: word)
    case .tooManyTags(let limit): self.init("too-many-tags", limit: limit)
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

  /// The message for a password field, where the generic wording does not fit: the password must be typed again.
  private init(password problem: Problem) {
    switch problem {
    case .blank: self.init("no-password")
    case .tooLong(let limit): self.init("password-too-long", limit: limit)
    case .tooLarge: self.init("password-too-large")
    case _: self.init(problem)
    }
  }

  /// The message for a field's first problem; nil if it has none.
  init?(_ input: InvalidInput, in field: InputField) {
    guard let first = input.problems.first(where: { $0.field == field }) else { return nil }
    self.init(first)
  }

  static let noSuchList = FieldError("no-such-list")
  static let notAChoice = FieldError("not-a-choice")
  static let alreadyFollowed = FieldError("already-followed")
  static let followed = FieldError("followed")
  /// A list of the account already follows the address, with a link to it.
  static func alreadyFollowed(by list: ListSummary) -> FieldError {
    var error = alreadyFollowed
    error.name = ShortText.of(list.name)
    error.href = .openList(list.id)
    return error
  }
  static let nothingChosen = FieldError("nothing-chosen")
  static let noAction = FieldError("no-action")
  static let noTag = FieldError("no-tag")
  static let noDate = FieldError("no-date")
  static let copiedAlready = FieldError("copied-already")
  static let noFile = FieldError("no-file")
  static let fileAndText = FieldError("file-and-text")
  static let fileTooLarge = FieldError("file-too-large")
  static let textDiskFull = FieldError("text-disk-full")
  static let textFailed = FieldError("text-failed")
  static let diskFull = FieldError("disk-full")
  static let passwordDiskFull = FieldError("password-disk-full")
  static let mismatch = FieldError("mismatch")
  static let disabled = FieldError("account-disabled")
  static let wrongPassword = FieldError("wrong-password")
  static let busy = FieldError("busy")
  static let registered = FieldError("registered")
  static func noSuchAccount(_ name: String) -> FieldError { FieldError("no-such-account", name: name) }
  static let signUpClosed = FieldError("sign-up-closed")

  /// Too many passwords were tried.
  /// - Parameter wait: the time until the next try is allowed; shown in minutes, rounded up.
  static func tooManyTries(wait: Duration) -> FieldError {
    FieldError("too-many-tries", limit: max(1, Int((wait / .seconds(60)).rounded(.up))))
  }

  /// - Parameter thing: `export` or `upload`.
  init(_ refusal: AccountSlots.Refusal, of thing: String) {
    switch refusal {
    case .running: self.init("\(thing)-running")
    case .busy: self.init("\(thing)s-busy")
    }
  }

  init(_ problem: UploadProblem, ofText: Bool = false) {
    switch problem {
    case .diskFull: self = ofText ? .textDiskFull : FieldError("upload-disk-full")
    case .failed: self = ofText ? .textFailed : FieldError("upload-failed")
    }
  }

  static let blank = FieldError("blank")
  static let notATopic = FieldError("not-a-topic")
  static let notAToken = FieldError("not-a-token")
  static let notAServer = FieldError("not-a-server")

  init(_ problem: MailAddress.Problem) {
    switch problem {
    case .blank: self = .blank
    case .tooLong(let limit): self.init("too-long", limit: limit)
    case .malformed: self.init("not-a-mail-address")
    case .notASCII: self.init("not-an-ascii-address")
    }
  }

  /// The message for the address of a channel to which nothing could be sent.
  init(_ failure: SendingFailure) {
    switch failure {
    case .noMail: self.init("no-mail-server")
    case .insecure: self.init("insecure-address")
    case .blockedAddress(.private): self.init("private-address")
    case .blockedAddress(.reserved): self.init("reserved-address")
    case .blockedPort: self.init("blocked-port")
    case _: self = .notAServer
    }
  }

  /// The message for a store error on a form with a password; nil if the form's page cannot be shown either. A password is never
  /// rendered back, so the message asks to type it again.
  init?(withPassword error: StoreError) {
    switch error {
    case .unavailable(.diskFull, _): self = .passwordDiskFull
    case .unavailable, .internal: self.init("password-not-now")
    case _: self.init(error, name: "")
    }
  }

  /// The message for a store error on the form that changes selected tasks; nil if its page cannot be shown either.
  init?(ofSelection error: StoreError) {
    switch error {
    case .conflict(.tasksGone(let count)): self.init("selection-gone", limit: count)
    case .limit(.tasksAtOnce(let limit)): self.init("too-many-selected", limit: limit)
    case .forbidden(.followed): self = .followed
    case _: self.init(error, name: "")
    }
  }

  /// The message for a store error on a form for `name`; nil if the form's page cannot be shown either.
  init?(_ error: StoreError, name: String) {
    switch error {
    case .repeated: self.init("repeated", name: name)
    case .conflict(.comment): self.init("comment-changed")
    case .conflict(.list(_, _, let theirs, _)): self.init("changed-since", name: theirs.text)
    case .limit(let limit): self.init(limit.words.error, limit: limit.words.limit)
    case .unavailable(let cause, .writing): self.init(cause.writeReason)
    // Reading fails, so the form's page fails too.
    case .unavailable(_, .reading): return nil
    case .internal: self.init("not-saved")
    case .taken: self.init("taken")
    case .conflict(.registered): self = .registered
    case .conflict(.followed): self = .alreadyFollowed
    case .conflict(.tasksGone(let count)): self.init("tasks-gone", limit: count)
    case .conflict(.member): self.init("member")
    case .conflict(.lastOwner): self.init("last-owner")
    case .conflict(.noMember(let list, let name)):
      self.init(name == nil ? "no-member" : "nobody-named", name: name.map { ShortText.of($0) })
      sharing = .openSharing(of: list)
    case .notFound, .gone, .forbidden, .conflict(.task), .conflict(.changedSince), .conflict(.notUndoable), .cancelled:
      return nil
    }
  }
}

/// Why a form was rejected: errors of its fields, or one error of the whole form.
enum Rejection: Hashable {
  case invalid(InvalidInput)
  case refused(FieldError)

  func error(in field: InputField) -> FieldError? {
    switch self {
    case .invalid(let input): FieldError(input, in: field)
    case .refused: nil
    }
  }

  var problem: FieldError? {
    switch self {
    case .invalid: nil
    case .refused(let error): error
    }
  }

  /// The error of the whole form; nil if it is `other`, which is shown at a field instead.
  func problem(besides other: FieldError) -> FieldError? { problem == other ? nil : problem }
}
