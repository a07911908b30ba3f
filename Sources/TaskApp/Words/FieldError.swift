import StatePages
import TaskStore
import Tasks

/// What is wrong with a field, as its form tells: which words, and what they need to know.
struct FieldError: TemplateView, Hashable {
  static let words = [
    "blank", "too-long", "too-large", "too-many", "too-many-lists", "control-character", "not-a-date", "not-a-choice",
    "repeated", "changed-since", "not-now", "disk-full", "read-only", "not-saved", "too-short", "too-common",
    "same-as-name", "taken", "mismatch", "not-the-same", "unknown-time-zone",
  ].map { "errors/\($0)" }

  static let fields: [String: Field<FieldError>] = [
    "template": .template(among: words, \.template),
    "limit": .optional(\.limit),
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
    self.init(problem.problem)
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
    case .unknownPriority, .notAChoice: self.init("not-a-choice")
    case .tooShort(let minimum): self.init("too-short", limit: minimum)
    case .tooCommon: self.init("too-common")
    case .sameAsName: self.init("same-as-name")
    case .taken: self.init("taken")
    case .mismatch: self.init("mismatch")
    case .notTheSame: self.init("not-the-same")
    case .unknownTimeZone: self.init("unknown-time-zone")
    }
  }

  /// The first problem of a field.
  init?(_ input: InvalidInput, in field: InputField) {
    guard let first = input.problems.first(where: { $0.field == field }) else { return nil }
    self.init(first)
  }

  /// None of the choices that there are.
  static let notAChoice = FieldError("not-a-choice")
  /// There is no room on the disk.
  static let diskFull = FieldError("disk-full")

  /// What the form tells of what the store did not do with `name`; nil where its page cannot be shown either.
  init?(_ error: StoreError, name: String) {
    switch error {
    case .repeated: self.init("repeated", name: name)
    case .conflict(.list(_, _, let theirs, _)): self.init("changed-since", name: theirs.text)
    case .limit(.tasks(let limit)), .limit(.tasksAtOnce(let limit)): self.init("too-many", limit: limit)
    case .limit(.lists(let limit)): self.init("too-many-lists", limit: limit)
    case .unavailable(.diskFull): self = .diskFull
    case .unavailable(.readOnly): self.init("read-only")
    case .unavailable(.busy), .unavailable(.tooManyReaders), .unavailable(.closed): self.init("not-now")
    case .unavailable(.damaged), .internal: self.init("not-saved")
    case .taken: self.init("taken")
    case .notFound, .gone, .forbidden, .conflict(.task), .conflict(.changedSince), .conflict(.notUndoable),
      .conflict(.registered), .cancelled:
      return nil
    }
  }
}
