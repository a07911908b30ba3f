import Foundation
import NIOCore
import StatePages
import Synchronization

/// Why the app did not start: one line for the operator.
struct StartProblem: Error, CustomStringConvertible {
  let description: String

  /// What was wrong with templates, static files or the database.
  init(_ error: any Error) {
    if let templates = error as? TemplateProblems {
      let first = templates.problems.first?.description ?? ""
      let more = templates.problems.count - 1
      description = "The templates are broken: \(first)" + (more > 0 ? " (and \(more) more)" : "")
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
