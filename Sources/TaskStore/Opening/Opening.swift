package import Foundation
import GRDB
import SystemSQLite

extension TaskStore {
  /// Opens the database file at `path` and migrates its schema. Creates the file and its folder if necessary, accessible to their
  /// owner only.
  ///
  /// A file of another program or of a later version is left untouched.
  /// - Parameter created: receives the absolute path of a new database.
  package static func open(
    at path: String, settings: Settings = Settings(), now: @escaping @Sendable () -> Date = { Date() },
    created: (String) -> Void = { _ in }
  ) throws(OpenProblem) -> TaskStore {
    try makeFolder(for: path)
    try requireNoLogAlone(path)
    try requireOneName(path)
    let isNew = FileSize.bytes(of: path) ?? 0 == 0
    makeFile(at: path)
    do {
      try probe(path, settings)
      let pool = try DatabasePool(path: path, configuration: configuration(settings))
      try requireFullSync(pool, path)
      try pool.write(Schema.mark)
      try Schema.migrator(now: now()).migrate(pool)
      if settings.beginsEpoch { try pool.write(Meta.renewEpoch) }
      let version = try DataVersion(ofFile: path)
      try requireInPlace(pool, path)
      if isNew { created(URL(fileURLWithPath: path).path(percentEncoded: false)) }
      return try TaskStore(
        database: pool, version: version, files: DatabaseFiles(path: path), settings: settings, now: now)
    } catch {
      throw OpenProblem(error, path: path)
    }
  }

  /// Opens a database in memory that ends with the store. It has the same schema as a file.
  package static func inMemory(
    settings: Settings = Settings(), now: @escaping @Sendable () -> Date = { Date() }
  ) throws(OpenProblem) -> TaskStore {
    do {
      let queue = try DatabaseQueue(configuration: configuration(settings))
      try Schema.migrator(now: now()).migrate(queue)
      return try TaskStore(database: queue, version: DataVersion(ofOnly: queue), settings: settings, now: now)
    } catch {
      throw OpenProblem(error, path: "in memory")
    }
  }

  static func makeFolder(for path: String) throws(OpenProblem) {
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) {
      if isFolder.boolValue { throw .isFolder(path) }
      return
    }
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw .noFolder(path, reason: (error as NSError).localizedDescription)
    }
  }

  /// SQLite would discard a log beside a new file, and with it the last writes.
  private static func requireNoLogAlone(_ path: String) throws(OpenProblem) {
    if FileSize.bytes(of: path) ?? 0 == 0, FileSize.bytes(of: path + "-wal") ?? 0 > 0 { throw .goneBesideLog(path) }
  }

  /// Requires that the file has no other name. SQLite's log and the lock of a server are named after the file: who opens it by another
  /// name neither sees what is in the log, nor that a server is there.
  static func requireOneName(_ path: String) throws(OpenProblem) {
    if let names = DatabaseFiles.otherNames(of: path) { throw .linked(path, as: names.first) }
  }

  /// What keeps a server from opening the database at `path` that its file tells without being opened; nil if nothing does, or no file
  /// is there.
  package static func obstacle(at path: String) -> OpenProblem? {
    do { try requireNoLogAlone(path) } catch { return error }
    do { try requireOneName(path) } catch { return error }
    return nil
  }

  /// Creates the file for its owner only; SQLite gives its other files the same permissions. If that fails, opening reports why.
  private static func makeFile(at path: String) {
    let file = Foundation.open(path, O_CREAT | O_EXCL | O_RDWR, 0o600)
    if file >= 0 { Foundation.close(file) }
  }

  /// Checks the file without writing. Opening it would switch another program's database to write-ahead logging.
  private static func probe(_ path: String, _ settings: Settings) throws {
    guard let size = FileSize.bytes(of: path), size > 0 else { return }
    do {
      try probe(path, settings, isReadOnly: true)
    } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_READONLY_ROLLBACK {
      // A transaction of the first start, or of another program, was interrupted. Only a connection that may write can roll it
      // back.
      try probe(path, settings, isReadOnly: false)
    }
  }

  private static func probe(_ path: String, _ settings: Settings, isReadOnly: Bool) throws {
    var configuration = configuration(settings)
    configuration.readonly = isReadOnly
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.read { db in
      try Schema.requireMark(db, path)
      try Schema.requireKnown(db, path)
      try Schema.requireComplete(db, path)
    }
    try queue.close()
  }

  /// A restore may have replaced the file between its opening and its first lock.
  private static func requireInPlace(_ pool: DatabasePool, _ path: String) throws {
    var isMoved: Int32 = 0
    try pool.writeWithoutTransaction { db in
      let code = sqlite3_file_control(db.sqliteConnection, "main", SQLITE_FCNTL_HAS_MOVED, &isMoved)
      guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    }
    if isMoved != 0 { throw OpenProblem.replaced(path) }
  }

  static func configuration(_ settings: Settings) -> Configuration {
    var configuration = Configuration()
    configuration.label = "TaskStore"
    configuration.busyMode = .timeout(settings.busyTimeout)
    configuration.maximumReaderCount = settings.readers
    configuration.prepareDatabase { db in
      // Defensive mode: no SQL, injected SQL included, can change the schema table or the pages of the search index.
      let code = ResultCode(rawValue: systemSQLiteSetDefensive(db.sqliteConnection))
      guard code == .SQLITE_OK else { throw DatabaseError(resultCode: code) }
      // The schema is this app's, and its triggers write the search index, which SQLite takes for a risk otherwise.
      try db.execute(sql: "PRAGMA trusted_schema = ON; PRAGMA temp_store = MEMORY")
      db.add(tokenizer: SearchTokenizer.self)
      // Overwrites deleted content with zeros, whatever SQLite's compile-time default, so that a copy of the file contains
      // nothing that was deleted for good.
      try db.execute(sql: "PRAGMA secure_delete = ON")
      // A connection's cache is valid only until the next write, and the operating system caches the file for all connections.
      // The default of 2,000 KB per connection used 14 MB in total and saved no measurable time.
      try db.execute(sql: "PRAGMA cache_size = -256")
      db.add(function: DueKey.function)
      db.add(collation: TagQuery.order)
    }
    return configuration
  }

  /// GRDB sets `synchronous` to NORMAL when it sets up the log, so this runs after opening and checks the result.
  private static func requireFullSync(_ pool: DatabasePool, _ path: String) throws {
    let synchronous = try pool.writeWithoutTransaction { db in
      // Without a limit the log would stay at the size of the largest transaction.
      try db.execute(sql: "PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 67108864")
      return try Int.fetchOne(db, sql: "PRAGMA synchronous")
    }
    guard synchronous == 2 else { throw OpenProblem.notSafe(path, synchronous: synchronous ?? -1) }
  }
}

extension OpenProblem {
  init(_ error: any Error, path: String) {
    if let problem = error as? OpenProblem {
      self = problem
      return
    }
    let failed = error as? DatabaseError
    let reason = failed?.resultCode == .SQLITE_NOTADB ? "it is not a database" : failed?.message ?? "\(error)"
    self =
      switch StoreError(error, .reading) {
      case .unavailable(.busy, _): .busy(path)
      case .unavailable(.diskFull, _), .unavailable(.quotaReached, _): .diskFull(path)
      case .unavailable(.readOnly, _), .unavailable(.accessDenied, _): .readOnly(path)
      case .unavailable(.diskError, _): .diskError(path, reason: reason)
      case .unavailable(.damaged, _), .unavailable(.fileMoved, _), .unavailable(.tooManyReaders, _),
        .unavailable(.closed, _), .notFound, .gone, .forbidden, .conflict, .repeated, .taken, .limit, .cancelled,
        .internal:
        .unreadable(path, reason: reason)
      }
  }
}

/// The reason why a database cannot be opened. The description is one plain line for the operator.
package enum OpenProblem: Error, Hashable, Sendable, CustomStringConvertible {
  case isFolder(String)
  /// The folder of the file cannot be created.
  case noFolder(String, reason: String)
  /// The file is not a database, or is damaged.
  case unreadable(String, reason: String)
  /// The file is a database of another program.
  case foreign(String)
  /// The file was written by a later version of the app.
  case newer(String, schema: String, known: String)
  /// The file was written by an unreleased version of the app, whose schema was another one.
  case otherSchema(String, difference: String)
  case readOnly(String)
  /// The file was replaced while it was being opened.
  case replaced(String)
  /// Another process has locked the file.
  case busy(String)
  case diskFull(String)
  /// The file is missing or empty, but its write-ahead log exists.
  case goneBesideLog(String)
  case diskError(String, reason: String)
  /// The file has a second name, by a hard link. It is given if it is in the same folder.
  case linked(String, as: String?)
  /// SQLite does not guarantee that a committed write is on the disk.
  case notSafe(String, synchronous: Int)

  /// The problem, the file, and the remedy, in one line.
  package var description: String {
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
    case .otherSchema(let path, let difference):
      """
      The database \(path) has another schema than this version (\(difference)). It was left as it is. Export its lists with the version \
      that wrote it, and import them into a new one.
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
    case .linked(let path, let name):
      """
      The database \(path) has a second name\(name.map { ", \($0)" } ?? " (a hard link)"). Two servers that use both would lose \
      writes. Remove the other name, or make a copy in place of the link.
      """
    case .notSafe(let path, let synchronous):
      "The database \(path) would lose writes in a power cut (synchronous is \(synchronous), not 2)."
    }
  }
}
