public import Foundation

/// Everything that is wrong with a folder of templates, found before the first page is sent.
///
/// However it is printed, that is one line for each problem. An app whose `main` lets it through ends with a crash report around
/// those lines all the same: catch it there, and call ``exit(status:)``.
public struct TemplateProblems: Error, Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
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

  /// The same.
  public var debugDescription: String { description }

  /// Ends the process: prints one line for each problem to standard error, and nothing else.
  /// - Parameter status: the exit status; by default what `sysexits.h` calls a configuration error.
  public func exit(status: Int32 = 78) -> Never {
    FileHandle.standardError.write(Data("\(description)\n".utf8))
    Foundation.exit(status)
  }
}

extension TemplateProblems: LocalizedError {
  /// One problem a line.
  public var errorDescription: String? { description }
}
