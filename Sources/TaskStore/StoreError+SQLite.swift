import Foundation
import GRDB
import GRDBSQLite

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
  init(fileError: Int32) {
    self = Self(systemError: fileError) ?? .diskError
  }

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
