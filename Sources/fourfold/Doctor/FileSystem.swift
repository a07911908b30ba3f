import Foundation

#if os(Linux)
  import SystemMount
#endif

/// The file system of a path.
struct FileSystem: Hashable, Sendable {
  /// How far a database can rely on it.
  enum Kind: Hashable, Sendable {
    case local
    /// Another machine's disk. SQLite's locks and its log need shared memory, which network file systems don't have.
    case network(String)
    /// A program in user space, possibly for a network.
    case userSpace
    /// The memory of this machine.
    case memory
    /// The writable layer of a container.
    case containerLayer
  }

  let kind: Kind
  /// The number of bytes that this user can still write.
  let freeBytes: UInt64
  /// The number of files that can still be made; nil where there is no limit.
  let freeFiles: UInt64?

  init(kind: Kind, freeBytes: UInt64, freeFiles: UInt64?) {
    (self.kind, self.freeBytes, self.freeFiles) = (kind, freeBytes, freeFiles)
  }

  /// Nil if there is nothing at the path.
  init?(of path: String) {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return nil }
    freeBytes = UInt64(status.f_bavail) * UInt64(status.f_frsize)
    freeFiles = status.f_files == 0 ? nil : UInt64(status.f_favail)
    #if os(Linux)
      var details = statfs()
      guard statfs(path, &details) == 0 else { return nil }
      kind = Self.kind(magic: UInt32(truncatingIfNeeded: details.f_type))
    #else
      kind = .local
    #endif
  }

  /// The kind by the number that statfs(2) lists for each file system.
  static func kind(magic: UInt32) -> Kind {
    switch magic {
    case 0x6969: .network("NFS")
    case 0x517B: .network("SMB")
    case 0xFE53_4D42: .network("SMB2")
    case 0xFF53_4D42: .network("CIFS")
    case 0x00C3_6400: .network("Ceph")
    case 0x0102_1997: .network("9P")
    case 0x5346_414F, 0x6B41_4653: .network("AFS")
    case 0x7375_7245: .network("Coda")
    case 0x564C: .network("NCP")
    case 0x0BD0_0BD0: .network("Lustre")
    case 0x1980_0111, 0x1983_0326: .network("a cluster file system")
    case 0x6573_5546: .userSpace
    case 0x0102_1994, 0x8584_58F6: .memory
    case 0x794C_7630: .containerLayer
    default: .local
    }
  }
}
