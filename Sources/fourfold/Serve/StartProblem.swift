import Foundation
import NIOCore
import StatePages
import Synchronization

/// Why the app did not start: one line for the operator, or one per broken template.
struct StartProblem: Error, CustomStringConvertible {
  let description: String

  /// A problem with the templates, the static files or the database.
  init(_ error: any Error) {
    if let templates = error as? TemplateProblems {
      description = templates.problems.map { problem in
        "Broken \(problem.template.hasSuffix(".json") ? "words" : "template"): \(problem)"
      }.joined(separator: "\n")
    } else {
      description = String(describing: error)
    }
  }

  init(listening settings: ServeSettings, _ error: any Error) {
    self.init(listening: settings.hostname, settings.port, option: "--port", error)
  }

  /// A problem with listening on an address whose port is set by an option.
  init(listening hostname: String, _ port: Int, option: String, _ error: any Error) {
    switch (error as? IOError)?.errnoCode {
    case EADDRINUSE: description = "Port \(port) on \(hostname) is in use. Choose another with \(option)."
    case EACCES: description = "Port \(port) needs more rights. Choose one above 1023 with \(option)."
    case EADDRNOTAVAIL: description = "\(hostname) is no address of this machine."
    default: description = "Cannot listen on \(hostname):\(port): \(error)"
    }
  }
}

/// Whether the server has started listening. Distinguishes startup errors from later ones.
final class Started: Sendable {
  private let state = Mutex(false)

  var isListening: Bool {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}
