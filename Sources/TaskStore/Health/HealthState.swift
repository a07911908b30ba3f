import Synchronization

/// What is known about the health of a store: remembered between requests.
final class HealthState: Sendable {
  private struct State {
    var damage: [IntegrityProblem] = []
    var lastWrite: ContinuousClock.Instant?
  }

  private let state = Mutex(State())

  /// What is wrong with the file: what the last check found, and damage that was met since.
  var findings: [IntegrityProblem] { state.withLock { $0.damage } }

  /// When a write succeeded last.
  var lastWrite: ContinuousClock.Instant? { state.withLock { $0.lastWrite } }

  /// Notes that a write is on the disk.
  func wrote() {
    state.withLock { $0.lastWrite = .now }
  }

  /// Notes what a check of the whole file found.
  func checked(_ findings: [IntegrityProblem]) {
    state.withLock { $0.damage = findings }
  }

  /// Notes damage that a request met. Once is enough: the log has each.
  func met(_ finding: IntegrityProblem) {
    state.withLock { state in
      if !state.damage.contains(where: { $0.kind == .damage }) { state.damage.append(finding) }
    }
  }
}
