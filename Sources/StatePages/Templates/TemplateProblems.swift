/// Everything that is wrong with a folder of templates, found before the first page is sent.
public struct TemplateProblems: Error, Hashable, Sendable, CustomStringConvertible {
  /// One thing that is wrong.
  public struct Problem: Hashable, Sendable, CustomStringConvertible {
    /// The template's name: its path in the folder, without the ending.
    public let template: String
    /// The line, counted from 1; nil where the template as a whole is meant.
    public let line: Int?
    /// What is wrong, for developers.
    public let message: String

    /// `template:line: message`.
    public var description: String {
      "\(template)\(line.map { ":\($0)" } ?? ""): \(message)"
    }
  }

  /// What is wrong; never empty.
  public let problems: [Problem]

  /// One problem a line.
  public var description: String {
    problems.map(\.description).joined(separator: "\n")
  }
}
