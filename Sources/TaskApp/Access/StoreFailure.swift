import Foundation
import HTTPTypes
import Hummingbird
import Logging
import StatePages
import StateViews
import TaskStore
import Tasks

extension Failure {
  /// Maps a store error to the failure shown to the user. No other place does.
  ///
  /// Labelled, because `Failure(.notFound)` would otherwise be ambiguous with this initializer.
  init(store error: StoreError) {
    switch error {
    case .notFound: self.init(.notFound)
    case .gone(let thing): self.init(.gone, Reason(thing))
    case .forbidden(.role): self.init(.forbidden)
    case .forbidden(.lacking(.read)), .forbidden(.lacking(.comment)), .forbidden(.lacking(.write)):
      self.init(.forbidden, "viewer")
    case .forbidden(.lacking(.delete)), .forbidden(.lacking(.follow)), .forbidden(.lacking(.share)):
      self.init(.forbidden, "owners")
    case .forbidden(.followed): self.init(.forbidden, "followed")
    case .forbidden(.inbox): self.init(.forbidden, "inbox")
    case .conflict(.task(let id, let version, let theirs, let mine)):
      self.init(.conflict, TaskConflict(id: id, version: version, mine: mine, theirs: theirs, mineList: nil).reason)
    case .conflict(.list), .conflict(.comment), .conflict(.registered),
      .conflict(.followed), .conflict(.tasksGone), .taken:
      self.init(.conflict)
    case .conflict(.member): self.init(.conflict, "member")
    case .conflict(.noMember): self.init(.conflict, "no-member")
    case .conflict(.lastOwner): self.init(.conflict, "last-owner")
    case .conflict(.changedSince): self.init(.conflict, "changed-since")
    case .conflict(.notUndoable): self.init(.conflict, .notUndoable)
    case .repeated: self.init(.conflict, "repeated")
    case .limit(let limit): self.init(.invalid, limit.words.reason)
    case .unavailable(let cause, .reading): self.init(unreadable: cause)
    case .unavailable(let cause, .writing): self.init(unwritable: cause)
    case .cancelled, .internal: self.init(.internal)
    }
  }

  /// Examples of all read failures with texts of their own.
  static let readingStore = ofStore(.reading)
  /// Examples of all write failures with texts of their own.
  static let writingStore = ofStore(.writing)

  private static func ofStore(_ use: DatabaseUse) -> [Failure] {
    var failures: [Failure] = []
    for cause in Unavailable.allCases {
      var failure = Failure(store: .unavailable(cause, use))
      failure.request = "7f3a-91"
      let isKnown = failures.contains { $0.reason == failure.reason }
      if !isKnown, failure.reason.name != failure.kind.rawValue { failures.append(failure) }
    }
    return failures
  }

  private init(unreadable cause: Unavailable) {
    switch cause {
    case .busy, .tooManyReaders, .closed: self.init(.unavailable, retry: .after(.seconds(2)))
    case .damaged: self.init(.unavailable, "damaged", retry: .after(.seconds(60)))
    case .fileMoved: self.init(.unavailable, "file-replaced", retry: .after(.seconds(60)))
    case .diskFull, .quotaReached, .readOnly, .accessDenied, .diskError:
      self.init(.unavailable, "no-access", retry: .after(.seconds(60)))
    }
  }

  private init(unwritable cause: Unavailable) {
    let reason = Reason(cause.writeReason)
    switch cause {
    case .busy, .tooManyReaders, .closed: self.init(.unavailable, reason, retry: .after(.seconds(2)))
    case .diskFull, .quotaReached, .readOnly, .accessDenied, .fileMoved, .diskError, .damaged:
      self.init(.unavailable, reason, retry: .after(.seconds(60)))
    }
  }
}

extension Unavailable {
  /// The name of the texts for a failed write, both on pages and in forms.
  var writeReason: String {
    switch self {
    case .busy, .tooManyReaders, .closed: "not-now"
    case .diskFull: "disk-full"
    case .quotaReached: "disk-quota"
    case .readOnly: "read-only"
    case .accessDenied: "no-permission"
    case .fileMoved: "file-moved"
    case .diskError: "disk-error"
    case .damaged: "not-saved-damaged"
    }
  }
}

extension Screen {
  /// All that a screen of the store can end in, in place of the default of `StatePages`: nearly every screen of the app reads it.
  static var failures: [Failure] { Failure.usual + Failure.readingStore }
}

extension Failure {
  /// The account or network has exceeded its rate of requests.
  static func tooManyRequests(wait: Duration) -> Failure {
    Failure(.unavailable, .tooManyRequests, retry: .after(wait))
  }

  /// The status of a response that has not begun.
  var status: HTTPResponse.Status { reason == .tooManyRequests ? .tooManyRequests : kind.status }
}

extension Reason {
  /// The change cannot be undone, or no longer.
  static let notUndoable = Reason(
    "not-undoable", ["days": .number(Limits.undoDays), "changes": .number(Limits.undoableChangesPerTask)])
  fileprivate static let tooManyRequests: Reason = "too-many-requests"

  fileprivate init(_ gone: GoneThing) {
    switch gone {
    case .list(let id, let name, let since): self.init(gone: name, since: since, restore: .list(id, .restore))
    case .task(let id, let title, let since, _): self.init(gone: title, since: since, restore: .task(id, .restore))
    }
  }

  private init(gone name: String, since: Date, restore: TaskCommand) {
    self.init(
      "trashed",
      [
        "name": .text(name), "since": .moment(Int64(since.timeIntervalSince1970)),
        "restore": .form(restore),
      ])
  }
}

extension LimitReached {
  /// What a form says of it, with the limit, and the reason of a page that fails by it; nil for one that only forms meet.
  var words: (error: String, limit: Int, reason: Reason?) {
    func counted(_ error: String, _ limit: Int, _ reason: String? = nil) -> (String, Int, Reason?) {
      (error, limit, reason.map { Reason($0, ["count": .number(limit)]) })
    }
    return switch self {
    case .tasks(let limit): counted("too-many", limit, "too-many-tasks")
    case .comments(let limit): counted("too-many-comments", limit)
    case .tasksAtOnce(let limit): counted("too-many-at-once", limit, "too-many-tasks")
    case .lists(let limit): counted("too-many-lists", limit, "too-many-lists")
    case .filters(let limit): counted("too-many-filters", limit, "too-many-filters")
    case .tags(let limit): counted("too-many-tags-of-account", limit, "too-many-tags")
    case .sections(let limit): counted("too-many-sections", limit)
    case .feeds(let limit): counted("too-many-feeds", limit)
    case .channels(let limit): counted("too-many-channels", limit)
    case .appPasswords(let limit): counted("too-many-app-passwords", limit)
    case .tagsOfTask(let limit): counted("too-many-tags", limit)
    case .renamedTags(let limit): counted("too-many-tagged", limit)
    case .subtaskLevels(let limit): counted("too-many-levels", limit)
    case .quota(.bytes, let limit):
      ("storage-full", limit / 1_000_000, Reason("storage-full", ["megabytes": .numeral(limit / 1_000_000)]))
    case .quota(.tasks, let limit): counted("too-many-stored-tasks", limit, "too-many-stored-tasks")
    case .quota(.lists, let limit): counted("too-many-stored-lists", limit, "too-many-stored-lists")
    case .quota(.sources, let limit): counted("too-many-sources", limit, "too-many-sources")
    case .quotaOfOwner: ("owner-full", 0, "owner-full")
    case .members(let limit): counted("too-many-members", limit)
    case .pages(let limit): counted("too-many-pages", limit)
    case .invitations(let limit): counted("too-many-invitations", limit)
    case .offers(let limit): counted("too-many-offers", limit)
    }
  }
}

extension Failure {
  /// The failure of a load: with its cause, which the page that shows it logs under the request id.
  init(loading error: StoreError) {
    let failure = Failure(store: error)
    self.init(failure.kind, failure.reason, retry: failure.retry, cause: error.isUnexpected ? error : nil)
  }

  /// Logs the cause, if there is one, so that a page that shows the failure does not log it again.
  func logged(by logger: Logger) -> Self {
    guard let cause else { return self }
    logger.error("store failed", metadata: ["cause": "\(cause)"])
    var failure = self
    failure.request = logger[metadataKey: "hb.request.id"].map { "\($0)" }
    return failure
  }
}

extension StoreError {
  /// The error of a closure that asks the store. The compiler infers the type of no closure's errors.
  init(thrown error: any Error) {
    self = error as? Self ?? (error is CancellationError ? .cancelled : .internal(String(reflecting: error)))
  }

  /// Whether it is to be logged: the store has failed, and did not refuse.
  fileprivate var isUnexpected: Bool {
    switch self {
    case .notFound, .gone, .forbidden, .conflict, .repeated, .taken, .limit, .cancelled: false
    case .unavailable, .internal: true
    }
  }
}

/// Maps account problems to failures and statuses. No other place does.
extension AccountProblem {
  /// The failure's kind, and when to retry.
  var failure: Failure {
    switch self {
    case .invalid, .mismatch: Failure(.invalid)
    case .tooManyTries(let wait): Failure(.unavailable, retry: .after(wait))
    case .busy: Failure(.unavailable, retry: .after(.seconds(1)))
    case .disabled: Failure(.forbidden)
    case .signUpClosed: Failure(.forbidden, "sign-up-closed")
    case .registered: Failure(.conflict)
    case .store(let error): Failure(store: error)
    }
  }

  var status: HTTPResponse.Status {
    switch self {
    case .tooManyTries: .tooManyRequests
    case .invalid, .mismatch, .disabled, .busy, .signUpClosed, .registered, .store: failure.kind.status
    }
  }
}

extension Rejection {
  /// The rejection to show on the form; nil if the form's page cannot be shown either.
  init?(_ problem: AccountProblem) {
    switch problem {
    case .invalid(let input): self = .invalid(input)
    case .mismatch: self = .refused(.mismatch)
    case .disabled: self = .refused(.disabled)
    case .tooManyTries(let wait): self = .refused(.tooManyTries(wait: wait))
    case .busy: self = .refused(.busy)
    case .signUpClosed: self = .refused(.signUpClosed)
    case .registered: self = .refused(.registered)
    case .store(let error):
      guard let fieldError = FieldError(withPassword: error) else { return nil }
      self = .refused(fieldError)
    }
  }
}

extension AppRequest {
  /// Logs causes that the response does not disclose.
  func logCause(of problem: AccountProblem) {
    switch problem {
    case .store(let error): context.logger.error("store failed", metadata: ["error": "\(error)"])
    case .invalid, .mismatch, .disabled, .tooManyTries, .busy, .signUpClosed, .registered: break
    }
  }
}
