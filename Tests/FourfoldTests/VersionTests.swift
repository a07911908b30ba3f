import ArgumentParser
import Foundation
import TaskApp
import Testing

@testable import fourfold

struct VersionTests {
  @Test(arguments: [["--version"], ["serve", "--version"], ["account", "list", "--version"]])
  func `every command prints the version`(arguments: [String]) throws {
    let printed = try #require(throws: (any Error).self) { try Fourfold.parseAsRoot(arguments) }
    #expect(Fourfold.exitCode(for: printed) == .success)
    #expect(Fourfold.fullMessage(for: printed) == TaskApp.version)
  }

  @Test func `the version is the newest of the changelog, or the one that follows it`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let changelog = try String(contentsOf: root.appending(path: "CHANGELOG.md"), encoding: .utf8)
    let newest = try #require(changelog.firstMatch(of: /\n## \[([^\]]+)\]/)?.output.1)
    #expect(newest == "Unreleased" ? TaskApp.version.hasSuffix("-dev") : TaskApp.version == newest)
  }
}
