import GRDB
import GRDBSQLite

/// What tells one database file from another, in the header of the file itself (SQLite's file format, section 1.3).
///
/// Read past the log: in WAL mode the header changes when the log is folded into the file, and never otherwise.
struct FileHeader: Hashable, Sendable {
  /// "SQLite format 3" and a zero byte.
  private static let magic = Array("SQLite format 3\0".utf8)
  static let size = 100

  /// `PRAGMA user_version`: counted up by ``FileStamp``.
  let stamp: UInt32
  /// `PRAGMA application_id`.
  let applicationID: UInt32

  init(stamp: UInt32, applicationID: UInt32) {
    (self.stamp, self.applicationID) = (stamp, applicationID)
  }

  /// Nil of bytes that begin no database.
  init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.size, bytes.starts(with: Self.magic) else { return nil }
    func number(at offset: Int) -> UInt32 { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) } }
    self.init(stamp: number(at: 60), applicationID: number(at: 68))
  }
}

/// What the first bytes of a file are.
enum FileStart: Hashable, Sendable {
  /// They can't be read now, which says nothing about them.
  case unknown
  /// They begin no database, or the file is empty.
  case foreign
  /// They begin a database.
  case database(FileHeader)

  /// Reads them by SQLite's own descriptor. Closing another one of the same file would release every lock that the process has
  /// on it.
  init(behind database: OpaquePointer) {
    var file: UnsafeMutablePointer<sqlite3_file>?
    let code = withUnsafeMutablePointer(to: &file) {
      sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, $0)
    }
    guard code == SQLITE_OK, let file, let read = file.pointee.pMethods?.pointee.xRead else {
      self = .unknown
      return
    }
    var bytes = [UInt8](repeating: 0, count: FileHeader.size)
    switch read(file, &bytes, Int32(bytes.count), 0) {
    case SQLITE_OK: self = FileHeader(bytes).map { .database($0) } ?? .foreign
    case ResultCode.SQLITE_IOERR_SHORT_READ.rawValue: self = .foreign
    default: self = .unknown
    }
  }
}
