import Foundation
import StateViews

@testable import StatePages

/// The templates of the tests, and the problems that changes to them cause.
enum TestTemplates {
  static let texts: [String: String] = [
    "layouts/page": """
    <!doctype html><title>{{title}}</title>
    <main id="main">{{stage}}</main>
    </html>

    """,
    "notes/head": "<h1>{{name}}</h1>",
    "notes/content": """
    <ul>{{#rows}}<li>{{title}}{{#due}} <time>{{due}}</time>{{/due}}</li>{{/rows}}</ul>
    """,
    "notes/empty/all-done": """
    All {{facts.completed}} done by {{facts.by}}, {{#facts.last}}{{date}}{{/facts.last}}.
    """,
    "states/failed/not-found": "No such notes.",
    "problem/failed": "<h1>Sorry</h1><p>Request {{request}}.</p>",
    "problem/failed/not-found/unknown-address": "<h1>Nothing lies here</h1><p>Request {{request}}.</p>",
  ]

  static let screens: [any Screen.Type] = [Notes.self, Problem.self]
  static let pieces: [any Piece.Type] = [Frame.self, Head.self]

  /// The catalogue of the tests' templates with `changes`; a template changed to `nil` is left out.
  static func catalogue(
    _ changes: [String: String?] = [:], screens: [any Screen.Type] = screens, pieces: [any Piece.Type] = pieces,
    links: [String: String] = [:], basePath: BasePath = .root
  ) throws(TemplateProblems) -> Catalogue {
    var texts = texts
    for (name, text) in changes { texts[name] = text }
    return try Catalogue(texts: texts, screens: screens, pieces: pieces, links: links, basePath: basePath)
  }

  /// The problems of the tests' templates with `changes`, one line each.
  static func problems(
    _ changes: [String: String?], screens: [any Screen.Type] = screens, pieces: [any Piece.Type] = pieces,
    basePath: BasePath = .root
  ) -> [String] {
    do throws(TemplateProblems) {
      _ = try catalogue(changes, screens: screens, pieces: pieces, basePath: basePath)
      return []
    } catch {
      return error.problems.map(\.description).sorted()
    }
  }
}

/// A folder of templates on disk, which is removed on deinitialization.
final class TemplateFiles: Sendable {
  let path: String

  init(_ texts: [String: String] = TestTemplates.texts) throws {
    path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path()
    for (name, text) in texts { try write(text, to: name) }
  }

  func write(_ text: String, to name: String) throws { try write(Data(text.utf8), to: "\(name).mustache") }

  func write(_ bytes: Data, to file: String) throws {
    let url = URL(filePath: path).appending(path: file)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try bytes.write(to: url)
  }

  func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: "\(path)/\(name).mustache") }

  /// The templates of the folder.
  func templates(
    screens: [any Screen.Type] = [], gates: [any Gate.Type] = [], pieces: [any Piece.Type] = [],
    basePath: BasePath = .root, isReloading: Bool = true
  ) throws -> Templates {
    try Templates(
      path, screens: TestTemplates.screens + screens, gates: gates, pieces: TestTemplates.pieces + pieces,
      basePath: basePath,
      isReloading: isReloading
    ) { _, _ in FailureActions() }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
