import TaskApp
import TaskStore
import Tasks

/// Why a command failed: one line for the operator.
struct CommandProblem: Error, Hashable, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }

  init(opening problem: OpenProblem) {
    description = problem.description
  }

  /// Describes an invalid name or password.
  init(typed invalid: InvalidInput) {
    let first = invalid.first
    let what = first.field == .username ? "name" : "password"
    description =
      switch first.problem {
      case .blank: "The \(what) is empty."
      case .tooLong(let limit): "The \(what) has more than \(limit) characters."
      case .tooLarge(let bytes): "The \(what) takes more than \(bytes) bytes."
      case .tooShort(let minimum): "The \(what) has fewer than \(minimum) characters."
      case .controlCharacter(let name): "The \(what) has the character \(name), which cannot be seen."
      case .tooCommon: "The password is one of the first that anybody would try."
      case .sameAsName: "The password is the name of the account."
      case .taken: "There is an account of that name."
      case .notTheSame: "The second time it was another password."
      case .tooMany, .notADate, .unknownPriority, .mismatch, .unknownTimeZone, .notAChoice, .notAnAddress,
        .unknownScheme:
        "The \(what) cannot be taken."
      }
  }

  init(account problem: AccountProblem) {
    switch problem {
    case .invalid(let invalid): self.init(typed: invalid)
    case .busy: self.init("There is no memory to hash a password now. Try again.")
    case .store(let error): self.init(store: error)
    case .mismatch, .tooManyTries, .signUpClosed, .registered: self.init("The account is as it was.")
    }
  }

  init(store error: StoreError) {
    description =
      switch error {
      case .unavailable(let cause, let use): Self.description(of: cause, use)
      case .notFound: "The account is gone."
      case .taken: "There is an account of that name."
      case .gone, .forbidden, .conflict, .repeated, .limit, .cancelled, .internal:
        "The database failed: \(error)"
      }
  }

  private static func description(of cause: Unavailable, _ use: DatabaseUse) -> String {
    switch cause {
    case .busy: "Another process holds the database for too long. Try again."
    case .tooManyReaders, .closed: "The database is being closed. Try again."
    case .diskFull: "There is no room on the disk."
    case .quotaReached: "The user that this runs as has no room left on the disk."
    case .readOnly: "The database is read-only. Check how its disk is mounted."
    case .accessDenied:
      "The database cannot be \(use == .reading ? "read" : "written"). Check its owner and permissions."
    case .fileMoved: "The database was moved, deleted or replaced meanwhile."
    case .diskError: "The disk reported an error."
    case .damaged: "The database is damaged. Restore a backup."
    }
  }
}
