import Foundation
import Testing

@testable import fourfold

struct ThrowAwayFolderTests {
  @Test func `the folder is its user's alone, and goes with all that is in it`() throws {
    let world = try CommandWorld()
    let folder = try TemporaryFolder(in: world.folder)
    #expect(folder.path.hasPrefix(world.folder.path))
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path)
    #expect(attributes[.posixPermissions] as? Int == 0o700)
    try Data("x".utf8).write(to: URL(filePath: folder.file("lists.sqlite")))
    try folder.remove()
    #expect(!FileManager.default.fileExists(atPath: folder.path))
  }

  @Test func `where no folder can be made, that is told in a line`() throws {
    let error = #expect(throws: CommandProblem.self) {
      try TemporaryFolder(in: URL(filePath: "/nowhere/at/all"))
    }
    #expect(error?.description == "No folder can be made in /nowhere/at/all: No such file or directory.")
  }
}
