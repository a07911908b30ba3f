import Foundation
import NIOCore

/// Runs an app, and ends the process with a line on standard error if it can't start: broken templates, missing files, a port in use. An
/// error that leaves `main` would be a crash report around that line.
///
/// ```swift
/// @main enum Borrowed {
///   static func main() async { await runOrExit { try await serve() } }
/// }
/// ```
/// The exit status is 78 for templates, files and settings (`EX_CONFIG` of `sysexits.h`), 69 for an address that can't be bound (`EX_UNAVAILABLE`),
/// else 1.
public func runOrExit(isolation: isolated (any Actor)? = #isolation, _ run: () async throws -> Void) async {
  do {
    try await run()
  } catch {
    let (line, status) = StartProblem.describe(error)
    FileHandle.standardError.write(Data("\(line)\n".utf8))
    exit(status)
  }
}

enum StartProblem {
  static func describe(_ error: any Error) -> (line: String, status: Int32) {
    switch error {
    case let problems as TemplateProblems: (problems.description, 78)
    case let problem as ConfigurationProblem: (problem.description, 78)
    case let error as IOError where error.errnoCode == EADDRINUSE:
      ("The port is in use: another program listens on it. Choose another one, or stop that program.", 69)
    case let error as IOError where error.errnoCode == EACCES || error.errnoCode == EADDRNOTAVAIL:
      ("This address can’t be listened on: \(error)", 69)
    default: ("\(error)", 1)
    }
  }
}
