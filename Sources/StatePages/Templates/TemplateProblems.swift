/// Everything that is wrong with a folder of templates, found before the first page is sent.
///
/// Every description is one line per problem. ``runOrExit(isolation:_:)`` prints them where an app can't start.
package struct TemplateProblems: Error, Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
  package struct Problem: Hashable, Sendable, CustomStringConvertible {
    /// The template's name: its path in the folder, without the extension.
    package let template: String
    /// The line, counted from 1; nil if the problem concerns the whole template.
    package let line: Int?
    package let message: String

    /// `template:line: message`.
    package var description: String {
      "\(template)\(line.map { ":\($0)" } ?? ""): \(message)"
    }
  }

  /// The problems; never empty.
  package let problems: [Problem]

  package var description: String {
    problems.map(\.description).joined(separator: "\n")
  }

  package var debugDescription: String { description }
}
