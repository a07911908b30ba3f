import Foundation
import GRDBSQLite

/// Has SQLite not sleep where it would keep the thread that asks.
///
/// In front of a lock on the index of its log, a read tries a hundred times, with pauses that come to ten seconds, and no setting
/// changes that: `busy_timeout` counts for other locks. The pauses are made by SQLite's interface to the system (its "VFS"). This is
/// the standard one with pauses of its own, which are none while the thread says so.
enum LockPatience {
  /// Runs reads that are to fail, by `SQLITE_PROTOCOL` or `SQLITE_BUSY`, where they would have to wait.
  static func withoutPauses<Value>(_ body: () throws -> Value) rethrows -> Value {
    pthread_setspecific(key, UnsafeRawPointer(bitPattern: 1))
    defer { pthread_setspecific(key, nil) }
    return try body()
  }

  /// Has connections that are opened from now on make their pauses by this.
  static func install() {
    _ = installed
  }

  private static let installed: Bool = {
    guard let standard = sqlite3_vfs_find(nil) else { return false }
    // It is there as long as the process is.
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
