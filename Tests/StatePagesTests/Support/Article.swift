import Foundation

/// An article of this library's documentation.
struct Article {
  let text: String

  static let root = (0..<4).reduce(URL(filePath: #filePath)) { path, _ in path.deletingLastPathComponent() }

  init(_ name: String) throws {
    text = try String(
      contentsOf: Self.root.appending(path: "Sources/StatePages/StatePages.docc/\(name)"), encoding: .utf8)
  }

  /// The code blocks in a language.
  func pieces(in language: String) -> [String] {
    text.components(separatedBy: "```\(language)\n").dropFirst().compactMap { $0.components(separatedBy: "```").first }
  }

  /// The templates, by the names above them.
  var templates: [String: String] {
    let found = text.matches(of: /`Templates\/(.+)\.mustache`:\n\n```html\n((?s:.*?))```/)
    return Dictionary(uniqueKeysWithValues: found.map { (String($0.output.1), String($0.output.2)) })
  }
}
