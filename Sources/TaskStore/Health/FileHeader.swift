import GRDB
import GRDBSQLite

/// The fields of a database file's header that identify it (SQLite's file format, section 1.3).
///
/// Read from the file and not through the log: in WAL mode a checkpoint is the only thing that changes the header.
struct FileHeader: Hashable, Sendable {
  /// "SQLite format 3" and a zero byte.
  private static let magic = Array("SQLite format 3\0".utf8)
  static let size = 100

  /// `PRAGMA user_version`, incremented by ``FileStamp``.
  let stamp: UInt32
  /// `PRAGMA application_id`.
  let applicationID: UInt32

  init(stamp: UInt32, applicationID: UInt32) {
    (self.stamp, self.applicationID) = (stamp, applicationID)
  }

  /// Nil if the bytes are not the header of a database.
  init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.size, bytes.starts(with: Self.magic) else { return nil }
    func number(at offset: Int) -> UInt32 { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) } }
    self.init(stamp: number(at: 60), applicationID: number(at: 68))
  }
}

/// The kind of a file, by its first bytes.
enum FileStart: Hashable, Sendable {
  /// The bytes cannot be read now.
  case unknown
  /// The file is empty, or is not a database.
  case foreign
  /// The file is a database.
  case database(FileHeader)

  /// Reads the bytes through SQLite's own descriptor. Closing another descriptor of the same file would release all locks that
  /// the process holds on it (POSIX advisory locks).
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
