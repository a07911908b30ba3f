import Foundation
import Logging
import ServiceLifecycle
import StatePagesServing
import Synchronization
import UnixSignals

/// Shuts services down gracefully on a signal, and logs it.
///
/// SIGHUP, sent when a terminal is closed, is treated like SIGINT: running requests are finished, and the database is closed.
/// `nohup` starts the process with SIGHUP ignored; then it remains ignored.
final class Shutdown: Sendable {
  private struct Begun {
    let signal: UnixSignal
    let at: ContinuousClock.Instant
  }

  private let begun = Mutex<Begun?>(nil)
  private let logger: Logger
  private let connections: ConnectionGauge

  init(_ logger: Logger, _ connections: ConnectionGauge) {
    self.logger = logger
    self.connections = connections
  }

  /// Runs services until a signal ends them.
  func run(_ services: ServiceGroup) async throws {
    let signals = await UnixSignalsSequence(trapping: Self.signals)
    try await withThrowingTaskGroup { group in
      group.addTask {
        for await signal in signals {
          self.begin(signal)
          await services.triggerGracefulShutdown()
        }
      }
      defer { group.cancelAll() }
      try await services.run()
    }
    end()
  }

  private static var signals: [UnixSignal] {
    var current = sigaction()
    let isIgnored = sigaction(SIGHUP, nil, &current) == 0 && current.isIgnored
    return [.sigterm, .sigint] + (isIgnored ? [] : [.sighup])
  }

  private func begin(_ signal: UnixSignal) {
    let isFirst = begun.withLock { begun in
      if begun != nil { return false }
      begun = Begun(signal: signal, at: .now)
      return true
    }
    guard isFirst else { return }
    logger.notice(
      "stopping", metadata: ["signal": "\(signal)", "connections": "\(connections.current)"])
  }

  private func end() {
    guard let begun = begun.withLock({ $0 }) else { return }
    let (seconds, attoseconds) = (ContinuousClock.now - begun.at).components
    logger.notice(
      "stopped",
      metadata: [
        "signal": "\(begun.signal)", "milliseconds": "\(seconds * 1_000 + attoseconds / 1_000_000_000_000_000)",
        "connections-cut": "\(connections.cut)",
      ])
  }
}

extension sigaction {
  fileprivate var isIgnored: Bool {
    #if os(Linux)
      let handler = unsafeBitCast(__sigaction_handler.sa_handler, to: Int.self)
    #else
      let handler = unsafeBitCast(__sigaction_u.__sa_handler, to: Int.self)
    #endif
    return handler == 1  // SIG_IGN
  }
}
