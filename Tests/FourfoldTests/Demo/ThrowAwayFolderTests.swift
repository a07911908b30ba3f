import Foundation
import Testing

@testable import fourfold

struct ThrowAwayFolderTests {
  @Test func `the folder is readable by its user only, and is removed with its contents`() throws {
    let world = try CommandWorld()
    let folder = try TemporaryFolder(in: world.folder)
    #expect(folder.path.hasPrefix(world.folder.path))
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path)
    #expect(attributes[.posixPermissions] as? Int == 0o700)
    try Data("x".utf8).write(to: URL(filePath: folder.file("lists.sqlite")))
    try folder.remove()
    #expect(!FileManager.default.fileExists(atPath: folder.path))
  }

  @Test func `a folder that cannot be made is reported in one line`() throws {
    let error = #expect(throws: CommandProblem.self) {
      try TemporaryFolder(in: URL(filePath: "/nowhere/at/all"))
    }
    #expect(error?.description == "No folder can be made in /nowhere/at/all: No such file or directory.")
  }
}
