import GRDB

/// Reads that are over sooner than another thread would have begun with them: what every page asks, found by index in some
/// twenty microseconds. They run on the thread that asks, over a connection of their own.
///
/// GRDB's pool hands each read to a thread of its own and the answer back, four changes of threads. Long reads belong
/// there: whoever asks here keeps a thread of the few that run everything, and makes the next who asks wait.
final class ShortReads: Sendable {
  private let database: DatabaseQueue

  /// Of the database in that file, which must have been opened already: the log is made with it.
  init(ofFile path: String, _ configuration: Configuration) throws {
    var configuration = configuration
    configuration.readonly = true
    configuration.busyMode = .immediateError
    database = try DatabaseQueue(path: path, configuration: configuration)
  }

  /// What it reads, all of one moment; nil where it would have to wait for another process.
  func read<Value>(_ body: (Database) throws -> Value) throws -> Value? {
    do {
      return try database.read(body)
    } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
      return nil
    }
  }

  /// Closes the connection. It must be gone before the last one that writes, or that can't fold the log into the file.
  func close() throws {
    try database.close()
  }
}
