import Foundation
import Testing

@testable import fourfold

struct InstalledFolderTests {
  private let world: CommandWorld
  private var executable: URL { world.folder.appending(path: "bin/fourfold") }
  private var path: String { InstalledFolder.path("Templates", executable: executable) }

  init() throws {
    world = try CommandWorld()
    try make("bin")
    try Data().write(to: executable)
  }

  private func make(_ folder: String) throws {
    try FileManager.default.createDirectory(
      at: world.folder.appending(path: folder), withIntermediateDirectories: true)
  }

  /// The absolute path without symbolic links, which a temporary folder may have.
  private func resolved(_ path: String) -> String {
    world.folder.resolvingSymlinksInPath().appending(path: path).path
  }

  @Test func `a folder beside the program is found before that of the system, and this before the working directory`()
    throws
  {
    #expect(path == "Templates")
    #expect(InstalledFolder.path("Templates", executable: nil) == "Templates")
    try make("share/fourfold/Templates")
    #expect(path == resolved("share/fourfold/Templates"))
    #expect(InstalledFolder.path("Public", executable: executable) == "Public")
    try make("bin/Templates")
    #expect(path == resolved("bin/Templates"))
  }

  @Test func `the folder is that of the program itself, if a link leads to it`() throws {
    try make("bin/Templates")
    let link = world.folder.appending(path: "link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: executable)
    #expect(InstalledFolder.path("Templates", executable: link) == resolved("bin/Templates"))
  }

  @Test func `a file of that name is no folder`() throws {
    try Data().write(to: world.folder.appending(path: "bin/Templates"))
    #expect(path == "Templates")
  }
}
