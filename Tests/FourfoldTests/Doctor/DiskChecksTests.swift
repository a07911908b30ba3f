import Foundation
import Testing

@testable import fourfold

struct DiskChecksTests {
  @Test(
    arguments: [
      (0x6969, FileSystem.Kind.network("NFS")), (0xFF53_4D42, .network("CIFS")), (0xFE53_4D42, .network("SMB2")),
      (0x0102_1997, .network("9P")), (0x6573_5546, .userSpace), (0x0102_1994, .memory), (0x794C_7630, .containerLayer),
      (0xEF53, .local), (0x9123_683E, .local), (0x5846_5342, .local),
    ] as [(UInt32, FileSystem.Kind)])
  func `file systems are told by the numbers of statfs`(magic: UInt32, kind: FileSystem.Kind) {
    #expect(FileSystem.kind(magic: magic) == kind)
  }

  @Test func `the file system of a folder is read, and of none there is nothing`() throws {
    let system = try #require(FileSystem(of: NSTemporaryDirectory()))
    #expect(system.freeBytes > 0)
    #expect(FileSystem(of: "/nowhere/at/all") == nil)
    #expect(DiskChecks.findings(nil, place: "/nowhere/x.sqlite", bytes: 0).map(\.level) == [.problem])
  }

  private func levels(
    _ kind: FileSystem.Kind = .local, free: UInt64 = 10_000_000_000, files: UInt64? = nil, bytes: UInt64 = 0
  ) -> [Finding.Level] {
    DiskChecks.findings(
      FileSystem(kind: kind, freeBytes: free, freeFiles: files), place: "data/x.sqlite", bytes: bytes
    ).map(\.level)
  }

  @Test func `little room is a warning, and no room for the log a problem`() {
    #expect(levels() == [.ok, .ok])
    #expect(levels(free: 400_000_000) == [.warning, .ok])
    #expect(levels(free: 3_000_000_000, bytes: 2_000_000_000) == [.warning, .ok], "too little for an upgrade")
    #expect(levels(free: 10_000_000) == [.problem, .ok])
    #expect(levels(files: 12) == [.problem, .ok])
  }

  @Test func `a network file system is a problem, and one that does not last a warning`() {
    #expect(levels(.network("NFS")) == [.ok, .problem])
    for kind in [FileSystem.Kind.userSpace, .memory, .containerLayer] { #expect(levels(kind) == [.ok, .warning]) }
  }
}
