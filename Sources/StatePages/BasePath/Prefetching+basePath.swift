import Foundation

extension Prefetching {
  /// Speculation rules whose addresses begin with a base path: those of `href_matches` and `urls` that begin with a slash.
  /// - Throws: ``StaticFileProblem`` if the rules are no JSON.
  static func rules(_ rules: Data, below basePath: BasePath, from path: String) throws(StaticFileProblem) -> Data {
    guard !basePath.isRoot else { return rules }
    do {
      let parsed = try JSONSerialization.jsonObject(with: rules)
      let completed = Self.completed(parsed, below: basePath)
      return try JSONSerialization.data(withJSONObject: completed, options: [.sortedKeys, .withoutEscapingSlashes])
    } catch {
      throw StaticFileProblem("\(path) is no JSON")
    }
  }

  private static func completed(_ value: Any, below basePath: BasePath, isAddress: Bool = false) -> Any {
    switch value {
    case let text as String where isAddress: basePath.address(text)
    case let values as [Any]: values.map { completed($0, below: basePath, isAddress: isAddress) }
    case let members as [String: Any]:
      Dictionary(
        uniqueKeysWithValues: members.map { name, value in
          (name, completed(value, below: basePath, isAddress: name == "href_matches" || name == "urls"))
        })
    default: value
    }
  }
}
