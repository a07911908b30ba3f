public import Foundation

/// Everything that is wrong with a folder of templates, found before the first page is sent.
///
/// Every description is one line per problem. If an app's `main` rethrows it, the process ends with a crash report
/// around those lines: catch it there, and call ``exit(status:)``.
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

  /// Ends the process after printing one line per problem to standard error.
  /// - Parameter status: the exit status; by default `EX_CONFIG` of `sysexits.h`, a configuration error.
  public func exit(status: Int32 = 78) -> Never {
    FileHandle.standardError.write(Data("\(description)\n".utf8))
    Foundation.exit(status)
  }
}

extension TemplateProblems: LocalizedError {
  /// One problem per line.
  public var errorDescription: String? { description }
}
