import GRDB

extension StoreError {
  /// Every error that comes out of the database's code, as one of ours.
  init(_ error: any Error) {
    switch error {
    case let error as StoreError: self = error
    case is CancellationError: self = .cancelled
    case let error as DatabaseError: self.init(error)
    default: self = .internal(String(reflecting: error))
    }
  }

  private init(_ error: DatabaseError) {
    switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL: self = .unavailable(.busy)
    case .SQLITE_FULL: self = .unavailable(.diskFull)
    case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM: self = .unavailable(.readOnly)
    case .SQLITE_IOERR, .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .unavailable(.damaged)
    case .SQLITE_INTERRUPT: self = .cancelled
    // What GRDB and SQLite say of a connection that was closed while the request waited for it.
    case .SQLITE_MISUSE: self = .unavailable(.closed)
    // The description has the statement but no values: `publicStatementArguments` is off.
    default: self = .internal(error.description)
    }
  }
}
