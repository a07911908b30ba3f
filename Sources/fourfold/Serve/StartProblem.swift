import Foundation
import NIOCore
import StatePages
import Synchronization

/// Why the app did not start: a line for the operator; for broken templates, one for each problem.
struct StartProblem: Error, CustomStringConvertible {
  let description: String

  /// What was wrong with templates, static files or the database.
  init(_ error: any Error) {
    if let templates = error as? TemplateProblems {
      description = templates.problems.map { "Broken template: \($0)" }.joined(separator: "\n")
    } else {
      description = String(describing: error)
    }
  }

  /// Why the address could not be listened on.
  init(listening settings: ServeSettings, _ error: any Error) {
    let address = "\(settings.hostname):\(settings.port)"
    switch (error as? IOError)?.errnoCode {
    case EADDRINUSE:
      description = "Port \(settings.port) on \(settings.hostname) is in use. Choose another with --port."
    case EACCES: description = "Port \(settings.port) needs more rights. Choose one above 1023 with --port."
    case EADDRNOTAVAIL: description = "\(settings.hostname) is no address of this machine."
    default: description = "Cannot listen on \(address): \(error)"
    }
  }
}

/// Whether the server has begun to listen: tells a problem at start from a later one.
final class Started: Sendable {
  private let state = Mutex(false)

  var isListening: Bool {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}
