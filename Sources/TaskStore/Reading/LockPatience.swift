import Foundation
import GRDBSQLite

/// Keeps SQLite from sleeping on threads that must not block.
///
/// For a lock on the index of the write-ahead log, a read tries a hundred times, with pauses of ten seconds in total. No setting
/// changes that; `busy_timeout` applies to other locks. SQLite pauses through its VFS, so this is a copy of the standard VFS that
/// skips pauses while the thread is flagged.
enum LockPatience {
  /// Runs reads that fail with `SQLITE_PROTOCOL` or `SQLITE_BUSY` where they would have to wait.
  static func withoutPauses<Value>(_ body: () throws -> Value) rethrows -> Value {
    pthread_setspecific(key, UnsafeRawPointer(bitPattern: 1))
    defer { pthread_setspecific(key, nil) }
    return try body()
  }

  /// Registers the VFS as the default for connections that are opened from now on.
  static func install() {
    _ = installed
  }

  private static let installed: Bool = {
    guard let standard = sqlite3_vfs_find(nil) else { return false }
    // Never freed: registered for the lifetime of the process.
    let own = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    own.initialize(to: standard.pointee)
    own.pointee.pNext = nil
    own.pointee.zName = UnsafePointer(strdup("fourfold"))
    own.pointee.xSleep = { _, microseconds in
      if pthread_getspecific(LockPatience.key) == nil { usleep(UInt32(max(0, microseconds))) }
      return microseconds
    }
    return sqlite3_vfs_register(own, 1) == SQLITE_OK
  }()

  fileprivate static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()
}
