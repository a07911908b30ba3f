import Foundation
import TestSupport
import Testing

@testable import fourfold

struct PermissionChecksTests {
  private func set(_ mode: Int, _ path: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }

  @Test func `a database that only its owner can open is well`() async throws {
    try await TemporaryFolder.with { folder in
      try set(0o700, folder.path)
      let path = folder.path + "/x.sqlite"
      #expect(PermissionChecks.database(path).map(\.level) == [.ok], "none yet")
      try folder.write("", to: "x.sqlite")
      try set(0o600, path)
      #expect(PermissionChecks.database(path).map(\.level) == [.ok])
      try set(0o644, path)
      let open = PermissionChecks.database(path)
      #expect(open.map(\.level) == [.warning])
      #expect(open[0].remedy == "chmod 600 \(path): it has everyone's tasks.")
    }
  }

  @Test func `a folder in which everyone can write is a problem, unless it is sticky like that of temporary files`()
    async throws
  {
    try await TemporaryFolder.with { folder in
      try set(0o777, folder.path)
      #expect(PermissionChecks.database(folder.path + "/x.sqlite").map(\.level) == [.problem])
      try set(0o1777, folder.path)
      #expect(PermissionChecks.database(folder.path + "/x.sqlite").map(\.level) == [.ok])
    }
  }

  @Test func `a missing folder is a problem`() {
    #expect(PermissionChecks.database("/nowhere/x.sqlite").map(\.level) == [.problem])
    #expect(PermissionChecks.installed("/nowhere/Templates", "templates").level == .problem)
  }

  @Test func `templates that everyone can change are a warning`() async throws {
    try await TemporaryFolder.with { folder in
      try set(0o755, folder.path)
      #expect(PermissionChecks.installed(folder.path, "templates").level == .ok)
      try set(0o757, folder.path)
      #expect(PermissionChecks.installed(folder.path, "templates").level == .warning)
    }
  }
}
