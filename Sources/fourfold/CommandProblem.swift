import TaskApp
import TaskStore
import Tasks

/// Why a command failed: one line for the operator.
struct CommandProblem: Error, Hashable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }

  init(opening problem: OpenProblem) { description = problem.description }

  /// Describes an invalid name or password.
  init(typed invalid: InvalidInput) {
    let first = invalid.first
    let what = first.field == .username ? "name" : "password"
    description =
      switch first.problem {
      case .blank: "The \(what) is empty."
      case .tooLong(let limit): "The \(what) is longer than \(limit) characters."
      case .tooLarge(let bytes): "The \(what) is longer than \(bytes) bytes."
      case .tooShort(let minimum): "The \(what) is shorter than \(minimum) characters."
      case .controlCharacter(let name): "The \(what) contains the invisible character \(name)."
      case .tooCommon: "The password is too easy to guess."
      case .sameAsName: "The password cannot be the account name."
      case .taken: "An account with this name already exists."
      case .notTheSame: "The passwords do not match."
      case _: "The \(what) cannot be used."
      }
  }

  static func wording(_ error: any Error) -> any Error {
    switch error {
    case let problem as AccountProblem: CommandProblem(account: problem)
    case let error as StoreError: CommandProblem(store: error)
    case let problem as OpenProblem: CommandProblem(opening: problem)
    case _: error
    }
  }

  private init(account problem: AccountProblem) {
    switch problem {
    case .invalid(let invalid): self.init(typed: invalid)
    case .busy: self.init("There is not enough memory to check a password right now. Try again.")
    case .store(let error): self.init(store: error)
    case .mismatch, .disabled, .tooManyTries, .signUpClosed, .registered: self.init("The account was not changed.")
    }
  }

  init(store error: StoreError) {
    description =
      switch error {
      case .unavailable(let cause, let use): Self.description(of: cause, use)
      case .notFound: "The account no longer exists."
      case .taken: "An account with this name already exists."
      case .gone, .forbidden, .conflict, .repeated, .limit, .cancelled, .internal: "The database failed: \(error)"
      }
  }

  private static func description(of cause: Unavailable, _ use: DatabaseUse) -> String {
    switch cause {
    case .busy: "Another process is using the database. Try again."
    case .tooManyReaders, .closed: "The database is being closed. Try again."
    case .diskFull: "The disk is full."
    case .quotaReached: "The disk quota of the current user is reached."
    case .readOnly: "The database is read-only. Check how its disk is mounted."
    case .accessDenied:
      "The database cannot be \(use == .reading ? "read" : "written"). Check its owner and permissions."
    case .fileMoved: "The database was moved, deleted or replaced in the meantime."
    case .diskError: "The disk reported an error."
    case .damaged: "The database is damaged. Restore a backup."
    }
  }
}
