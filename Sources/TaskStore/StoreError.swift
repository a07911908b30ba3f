package import Foundation
import GRDB
import GRDBSQLite
package import Tasks

/// The reason why the store did not perform an operation. Nothing was written, not even in part.
package enum StoreError: Error, Hashable, Sendable {
  /// The item does not exist, or it belongs to another account. The two are indistinguishable.
  case notFound
  /// The item is in the trash.
  case gone(GoneThing)
  /// The account may read the item, but not do this.
  case forbidden(Forbidden)
  case conflict(Conflict)
  /// The form was submitted before, and what it added is still the newest change of its list.
  case repeated(ChangeID)
  /// Another account has the name.
  case taken
  case limit(LimitReached)
  /// The database cannot be read or written now. The request can be retried.
  case unavailable(Unavailable, DatabaseUse)
  /// The caller's task was cancelled. Neither success nor failure.
  case cancelled
  /// A programming error. The text is for the log only and contains no user input.
  case `internal`(String)
}

/// Why something that an account may read can't be changed by it.
package enum Forbidden: Hashable, Sendable {
  /// What the item is does not allow it: a saved filter, a disabled account.
  case role
  /// The account's role in the list does not allow it.
  case lacking(ListPermission)
  /// The list is followed: its tasks are those of its source.
  case followed
  /// The list is the account's Inbox, which is neither deleted, shared, nor moved among the lists.
  case inbox
}

/// An item in the trash, with what to restore.
package enum GoneThing: Hashable, Sendable {
  /// A list, or a task in it that is hidden with its list.
  case list(ListID, name: String, since: Date)
  /// A single task.
  case task(TaskID, title: String, since: Date, list: ListID)
}

package enum Conflict: Hashable, Sendable {
  /// A task's text: the current one (`theirs`, at `version`), and the submitted one.
  case task(TaskID, version: ChangeID, theirs: TaskDraft, mine: TaskDraft)
  /// A comment's text: the current one (`theirs`, at `version`), and the submitted one.
  case comment(CommentID, version: ChangeID, theirs: CommentText, mine: CommentText)
  /// A list's name: the current one (`theirs`, at `version`), and the submitted one.
  case list(ListID, version: ChangeID, theirs: ListName, mine: ListName)
  /// The rows that an undo would revert have changed since.
  case changedSince(ChangeID)
  /// The change cannot be undone, or no longer.
  case notUndoable(ChangeID)
  /// An account exists already, so this one cannot be the first.
  case registered
  /// The number of tasks to copy or change that are no longer in the list.
  case tasksGone(Int)
  /// Another list of the account follows that address.
  case followed(ListID)
  /// The account is a member of the list, or invited.
  case member
  /// A task can't be assigned to an account that is no member of the list, by a name that was typed or by its id.
  case noMember(ListID, name: String?)
  /// The list would be left without an owner.
  case lastOwner(ListID)
}

package enum DatabaseUse: Hashable, Sendable {
  case reading
  case writing
}

/// The reason why the database cannot be used now.
package enum Unavailable: CaseIterable, Hashable, Sendable {
  /// Another writer holds the lock for too long, or the process has no file descriptors left.
  case busy
  case tooManyReaders
  /// The store was closed, because the process is about to end.
  case closed
  case diskFull
  /// The disk quota of the process's user is used up.
  case quotaReached
  /// The file system or the database is read-only.
  case readOnly
  /// The process has no permission to open or write the file or its folder.
  case accessDenied
  /// The file was moved, deleted or replaced while it was open.
  case fileMoved
  case diskError
  case damaged
}

extension Unavailable {
  /// The reason as a clause for the operator, such as "the disk is full".
  package var words: String {
    switch self {
    case .busy: "another process holds it"
    case .tooManyReaders: "too many wait for it"
    case .closed: "it is closed"
    case .diskFull: "the disk is full"
    case .quotaReached: "the disk quota is used up"
    case .readOnly: "it is read-only"
    case .accessDenied: "permission denied"
    case .fileMoved: "its file was moved"
    case .diskError: "the disk reported an error"
    case .damaged: "it is damaged"
    }
  }
}

/// An SQLite error with the `errno` of the failed system call. SQLite's code alone does not distinguish a read-only disk from a
/// broken one.
struct SystemFailure: Error {
  let error: DatabaseError
  let systemError: Int32
}

extension Database {
  /// Runs `body` and converts its SQLite errors to ``SystemFailure``.
  func withSystemErrors<Value>(_ body: (Database) throws -> Value) throws -> Value {
    do {
      return try body(self)
    } catch let error as DatabaseError {
      throw SystemFailure(error: error, systemError: sqlite3_system_errno(sqliteConnection))
    }
  }
}

extension StoreError {
  init(_ error: any Error, _ use: DatabaseUse) {
    switch error {
    case let error as StoreError: self = error
    case is CancellationError: self = .cancelled
    case let failure as SystemFailure: self.init(failure.error, systemError: failure.systemError, use)
    case let error as DatabaseError: self.init(error, systemError: 0, use)
    default: self = .internal(String(reflecting: error))
    }
  }

  private init(_ error: DatabaseError, systemError: Int32, _ use: DatabaseUse) {
    if error.resultCode == .SQLITE_INTERRUPT {
      self = .cancelled
    } else if let cause = Unavailable(error.extendedResultCode, systemError: systemError) {
      self = .unavailable(cause, use)
    } else {
      // The description contains the statement but no values, because `publicStatementArguments` is off.
      self = .internal(error.description)
    }
  }
}

extension Unavailable {
  /// The cause behind a result code; nil for codes that no disk, file or other process can cause.
  /// - Parameters:
  ///   - code: SQLite's extended result code.
  ///   - systemError: the `errno` of the failed call, used for I/O errors only.
  init?(_ code: ResultCode, systemError: Int32) {
    switch code.primaryResultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL: self = .busy
    case .SQLITE_FULL: self = .diskFull
    case .SQLITE_READONLY: self = Self.readOnly(code)
    case .SQLITE_PERM: self = .accessDenied
    case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .damaged
    case .SQLITE_CANTOPEN: self = Self(systemError: systemError) ?? .accessDenied
    case .SQLITE_IOERR: self = Self(systemError: systemError) ?? Self.failedCall(code)
    // Reported by GRDB and SQLite for a connection that was closed while the request waited for it.
    case .SQLITE_MISUSE: self = .closed
    default: return nil
    }
  }

  private static func readOnly(_ code: ResultCode) -> Self {
    switch code {
    case .SQLITE_READONLY_DBMOVED: .fileMoved
    case .SQLITE_READONLY_DIRECTORY, .SQLITE_READONLY_CANTINIT: .accessDenied
    default: .readOnly
    }
  }

  private static func failedCall(_ code: ResultCode) -> Self {
    switch code {
    // The file is too short, or the file system found wrong checksums.
    case .SQLITE_IOERR_SHORT_READ, .SQLITE_IOERR_CORRUPTFS: .damaged
    default: .diskError
    }
  }

  /// The cause behind the `errno` of a failed call on a file.
  init(fileError: Int32) { self = Self(systemError: fileError) ?? .diskError }

  private init?(systemError: Int32) {
    switch systemError {
    case ENOSPC: self = .diskFull
    case EDQUOT, EFBIG: self = .quotaReached
    case EROFS: self = .readOnly
    case EACCES, EPERM: self = .accessDenied
    case ENOENT: self = .fileMoved
    case EMFILE, ENFILE: self = .busy
    default: return nil
    }
  }
}
