import Foundation
import StatePages

@testable import TaskApp

/// The folders of the package, for tests that read its sources.
enum House {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  static let templates = root.appending(path: "Templates")
  static let sources = root.appending(path: "Sources")
  static let publicFiles = root.appending(path: "Public")
  static let golden = root.appending(path: "Tests/TaskAppTests/Golden")

  /// The addresses that templates may link to.
  static func links() throws -> [String: String] { TaskApp.links(try Assets(publicFiles.path)) }

  /// The templates of the app, loaded and verified once for all tests.
  static func catalogue() throws -> Catalogue { try loaded.get() }

  private static let loaded = Result {
    try Catalogue(
      templates.path, words: TaskApp.words(beside: templates.path), screens: TaskApp.screens, gates: TaskApp.gates,
      pieces: TaskApp.pieces, links: links(), sending: TaskFlow.intentsAnywhere, failureActions: FailureActions.of)
  }

  /// The files with a suffix below a folder, by their relative paths, in order.
  static func files(in folder: URL, ending: String) throws -> [String] {
    let all = try FileManager.default.subpathsOfDirectory(atPath: folder.path(percentEncoded: false))
    return all.filter { $0.hasSuffix(".\(ending)") }.sorted()
  }

  static func text(of path: String, in folder: URL) throws -> String {
    try String(contentsOf: folder.appending(path: path), encoding: .utf8)
  }
}
