/// Everything that is wrong with a folder of templates, found before the first page is sent.
///
/// Every description is one line per problem. ``runOrExit(isolation:_:)`` prints them where an app can't start.
public struct TemplateProblems: Error, Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
  /// One problem.
  public struct Problem: Hashable, Sendable, CustomStringConvertible {
    /// The template's name: its path in the folder, without the extension.
    public let template: String
    /// The line, counted from 1; nil if the problem concerns the whole template.
    public let line: Int?
    /// The problem, described for developers.
    public let message: String

    /// `template:line: message`.
    public var description: String {
      "\(template)\(line.map { ":\($0)" } ?? ""): \(message)"
    }
  }

  /// The problems; never empty.
  public let problems: [Problem]

  /// One problem per line.
  public var description: String {
    problems.map(\.description).joined(separator: "\n")
  }

  /// One problem per line.
  public var debugDescription: String { description }
}
