/// Why a database can't be opened. The description is one plain line for whoever started the app.
public enum OpenProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path is a folder.
  case isFolder(String)
  /// The folder of the file can't be made.
  case noFolder(String, reason: String)
  /// It is no database, or a damaged one.
  case unreadable(String, reason: String)
  /// It is a database, of another program.
  case foreign(String)
  /// It was written by a later version of this app.
  case newer(String)
  /// The file or its folder can't be written.
  case readOnly(String)
  /// Another process holds it.
  case busy(String)
  /// There is no room on the disk.
  case diskFull(String)
  /// The file is gone, or empty, and the log of writes that belongs to it is still there.
  case goneBesideLog(String)
  /// There is no room for the copy that is made before the schema is changed, of so many bytes.
  case noRoomForCopy(String, bytes: UInt64)
  /// That copy could not be made.
  case noCopy(String, reason: String)
  /// The disk reported an error.
  case diskError(String, reason: String)
  /// SQLite does not promise that a write is on the disk when it says so.
  case notSafe(String, synchronous: Int)

  /// One line: what is wrong with which file, and what to do.
  public var description: String {
    switch self {
    case .isFolder(let path): "The database \(path) is a folder. Name a file in it."
    case .noFolder(let path, let reason): "The folder for the database \(path) can't be made: \(reason)"
    case .unreadable(let path, let reason):
      "The database \(path) can't be read: \(reason). Restore a backup, or name another file."
    case .foreign(let path): "The database \(path) belongs to another program. It was left as it is. Name another file."
    case .newer(let path): "The database \(path) was written by a later version. Use that version, or a backup."
    case .readOnly(let path): "The database \(path) or its folder can't be written. Check their owner and permissions."
    case .busy(let path): "The database \(path) is in use by another process that does not let go."
    case .diskFull(let path): "There is no room on the disk for the database \(path)."
    case .goneBesideLog(let path):
      """
      The database \(path) is gone, but its log \(path)-wal is there, with what was written last. Put the database back \
      beside it; or move the log away, if you mean to begin anew.
      """
    case .noRoomForCopy(let path, let bytes):
      """
      There is no room on the disk to copy the database \(path) before it is brought up to date: \
      \((bytes >> 20) + 1) MB are needed. Nothing was changed.
      """
    case .noCopy(let path, let reason):
      "The database \(path) could not be copied before it is brought up to date: \(reason). Nothing was changed."
    case .diskError(let path, let reason): "The disk of the database \(path) reported an error: \(reason)."
    case .notSafe(let path, let synchronous):
      "The database \(path) would lose writes in a power cut (synchronous is \(synchronous), not 2)."
    }
  }
}
