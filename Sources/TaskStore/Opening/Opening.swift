public import Foundation
import GRDB
import SystemSQLite

extension TaskStore {
  /// Opens the database in that file, or makes it (with its folder, both for their owner only), and brings its schema up to date.
  ///
  /// A file that isn't ours, or of a later version, is left as it is. One whose schema is changed is copied before.
  /// - Parameter notice: is told what opening did beside that, for the log.
  public static func open(
    at path: String, settings: Settings = Settings(), now: @escaping @Sendable () -> Date = { Date() },
    notice: (OpeningNotice) -> Void = { _ in }
  ) throws(OpenProblem) -> TaskStore {
    try makeFolder(for: path)
    try requireNoLogAlone(path)
    makeFile(at: path)
    do {
      try probe(path, settings)
      let migrator = Schema.migrator(now: now())
      try CopyBeforeMigration(path: path, at: now()).make(unlessMigratedBy: migrator, configuration(settings), notice)
      let pool = try DatabasePool(path: path, configuration: configuration(settings))
      try requireFullSync(pool, path)
      try pool.write(Schema.mark)
      try migrate(pool, by: migrator, notice)
      try pool.write(FileStamp.begin)
      if settings.beginsEpoch { try pool.write(Meta.renewEpoch) }
      let version = try DataVersion(ofFile: path)
      let shortReads = try ShortReads(ofFile: path, configuration(settings), slow: settings.slowRead)
      let stamp = try pool.writeWithoutTransaction { db in
        try FileStamp(db, pause: settings.stampPause) { version.fileStart }
      }
      return try TaskStore(
        database: pool, version: version, shortReads: shortReads, files: DatabaseFiles(path: path, stamp: stamp),
        settings: settings, now: now)
    } catch {
      throw OpenProblem(error, path: path)
    }
  }

  /// A database in memory that ends with the store: SQLite and schema are the same as in a file.
  public static func inMemory(
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

  /// Brings the schema up to date, each change in a transaction of its own; a new database is told of nothing.
  private static func migrate(
    _ pool: DatabasePool, by migrator: DatabaseMigrator, _ notice: (OpeningNotice) -> Void
  ) throws {
    let applied = try pool.read { db in try migrator.appliedIdentifiers(db) }
    let missing = migrator.migrations.filter { !applied.contains($0) }
    if applied.isEmpty || missing.isEmpty { return try migrator.migrate(pool) }
    for (index, migration) in missing.enumerated() {
      notice(.migrating(step: index + 1, of: missing.count))
      try migrator.migrate(pool, upTo: migration)
    }
    notice(.migrated)
  }

  private static func makeFolder(for path: String) throws(OpenProblem) {
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

  /// A new file beside the log of another would make SQLite throw that away, and with it what was written last.
  private static func requireNoLogAlone(_ path: String) throws(OpenProblem) {
    if FileSize.bytes(of: path) ?? 0 == 0, FileSize.bytes(of: path + "-wal") ?? 0 > 0 { throw .goneBesideLog(path) }
  }

  /// Makes the file for its owner only: SQLite gives its other files the same permissions. Where that fails, opening it tells
  /// why.
  private static func makeFile(at path: String) {
    let file = Foundation.open(path, O_CREAT | O_EXCL | O_RDWR, 0o600)
    if file >= 0 { Foundation.close(file) }
  }

  /// Looks without touching: opening in earnest would turn a stranger's database to write-ahead logging.
  private static func probe(_ path: String, _ settings: Settings) throws {
    guard let size = FileSize.bytes(of: path), size > 0 else { return }
    do {
      try probe(path, settings, isReadOnly: true)
    } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_READONLY_ROLLBACK {
      // A transaction of the very first start, or of another program, that was killed: whoever reads has to take it back.
      try probe(path, settings, isReadOnly: false)
    }
  }

  private static func probe(_ path: String, _ settings: Settings, isReadOnly: Bool) throws {
    var configuration = configuration(settings)
    configuration.readonly = isReadOnly
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.read { db in
      let mark = try Int.fetchOne(db, sql: "PRAGMA application_id")
      if mark == 0, try Schema.isUnbegun(db) { return }
      if mark != Schema.applicationID { throw OpenProblem.foreign(path) }
      if try Schema.migrator(now: Date()).hasBeenSuperseded(db) { throw OpenProblem.newer(path) }
    }
    try queue.close()
  }

  static func configuration(_ settings: Settings) -> Configuration {
    var configuration = Configuration()
    configuration.label = "TaskStore"
    configuration.busyMode = .timeout(settings.busyTimeout)
    configuration.maximumReaderCount = settings.readers
    configuration.prepareDatabase { db in
      // No statement, not even one that somebody smuggles in, changes the schema's table or the pages of the index of words.
      let code = ResultCode(rawValue: systemSQLiteSetDefensive(db.sqliteConnection))
      guard code == .SQLITE_OK else { throw DatabaseError(resultCode: code) }
      try db.execute(sql: "PRAGMA trusted_schema = OFF; PRAGMA temp_store = MEMORY")
      // What is deleted for good is overwritten with zeros, whatever SQLite was built to do by itself: a copy of the file holds
      // nothing that its people have removed.
      try db.execute(sql: "PRAGMA secure_delete = ON")
      // Each connection keeps pages of its own, and only until somebody writes, while the system keeps the file's for all of
      // them. SQLite's 2,000 KB for each came to 14 MB, and saved no time that could be measured.
      try db.execute(sql: "PRAGMA cache_size = -256")
    }
    return configuration
  }

  /// GRDB sets `synchronous` to NORMAL when it has set up the log, so this comes after opening, and is read back.
  private static func requireFullSync(_ pool: DatabasePool, _ path: String) throws {
    let synchronous = try pool.writeWithoutTransaction { db in
      // Without a limit the log would keep the size of the largest transaction for good.
      try db.execute(sql: "PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 67108864")
      // Pages that are written again and again are folded into the file once in four thousand of the log, and not in one.
      try db.execute(sql: "PRAGMA wal_autocheckpoint = 4000")
      return try Int.fetchOne(db, sql: "PRAGMA synchronous")
    }
    guard synchronous == 2 else { throw OpenProblem.notSafe(path, synchronous: synchronous ?? -1) }
  }
}

extension OpenProblem {
  fileprivate init(_ error: any Error, path: String) {
    if let problem = error as? OpenProblem {
      self = problem
      return
    }
    let reason = (error as? DatabaseError)?.message ?? "\(error)"
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
