/// The reason why a database cannot be opened. The description is one plain line for the operator.
public enum OpenProblem: Error, Hashable, Sendable, CustomStringConvertible {
  case isFolder(String)
  /// The folder of the file cannot be created.
  case noFolder(String, reason: String)
  /// The file is not a database, or is damaged.
  case unreadable(String, reason: String)
  /// The file is a database of another program.
  case foreign(String)
  /// The file was written by a later version of the app.
  case newer(String, schema: String, known: String)
  /// The file or its folder is not writable.
  case readOnly(String)
  /// The file was replaced while it was being opened.
  case replaced(String)
  /// Another process has locked the file.
  case busy(String)
  case diskFull(String)
  /// The file is missing or empty, but its write-ahead log exists.
  case goneBesideLog(String)
  case diskError(String, reason: String)
  /// SQLite does not guarantee that a committed write is on the disk.
  case notSafe(String, synchronous: Int)

  /// The problem, the file, and the remedy, in one line.
  public var description: String {
    switch self {
    case .isFolder(let path): "The database \(path) is a folder. Name a file in it."
    case .noFolder(let path, let reason): "The folder for the database \(path) can't be made: \(reason)"
    case .unreadable(let path, let reason):
      "The database \(path) can't be read: \(reason). Restore a backup, or name another file."
    case .foreign(let path): "The database \(path) belongs to another program. It was left as it is. Name another file."
    case .newer(let path, let schema, let known):
      """
      The database \(path) was written by a later version, with schema \(schema). This version knows schemas up to \(known). \
      Use that version, or a backup.
      """
    case .replaced(let path): "The database \(path) was replaced while it was being opened. Start again."
    case .readOnly(let path): "The database \(path) or its folder can't be written. Check their owner and permissions."
    case .busy(let path): "The database \(path) is in use by another process that does not let go."
    case .diskFull(let path): "There is no room on the disk for the database \(path)."
    case .goneBesideLog(let path):
      """
      The database \(path) is gone, but its log \(path)-wal is there, with what was written last. Put the database back \
      beside it; or move the log away, if you mean to begin anew.
      """
    case .diskError(let path, let reason): "The disk of the database \(path) reported an error: \(reason)."
    case .notSafe(let path, let synchronous):
      "The database \(path) would lose writes in a power cut (synchronous is \(synchronous), not 2)."
    }
  }
}
