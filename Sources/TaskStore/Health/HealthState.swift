import Foundation
import Synchronization

/// What is known about a store's health between checks.
final class HealthState: Sendable {
  private struct State {
    var damage: [IntegrityProblem] = []
    var lastWrite: ContinuousClock.Instant?
    var backups: BackupExpectation?
    var lastCheck: FinishedCheck?
    var failedJobs: [JobFailure] = []
  }

  private let state = Mutex(State())

  /// The problems of the file: the findings of the last check, and damage found since.
  var findings: [IntegrityProblem] { state.withLock { $0.damage } }

  var lastWrite: ContinuousClock.Instant? { state.withLock { $0.lastWrite } }

  /// What is known of scheduled backups; nil if none are made.
  var backups: BackupExpectation? { state.withLock { $0.backups } }

  /// Records that backups are made by a schedule.
  func expectBackups(_ backups: BackupExpectation) {
    state.withLock { $0.backups = backups }
  }

  /// Records a backup that succeeded.
  func backedUp(at time: Date) {
    state.withLock { $0.backups?.last = time }
  }

  /// Records a successful write.
  func wrote() {
    state.withLock { $0.lastWrite = .now }
  }

  /// The last check of the whole file; nil if there was none.
  var lastCheck: FinishedCheck? { state.withLock { $0.lastCheck } }

  var failedJobs: [JobFailure] { state.withLock { $0.failedJobs.reversed() } }

  func failed(_ job: JobFailure.Job, at time: Date) {
    state.withLock { state in
      if state.failedJobs.count >= JobFailure.kept { state.failedJobs.removeFirst() }
      state.failedJobs.append(JobFailure(job, at: time))
    }
  }

  func checked(_ findings: [IntegrityProblem], at time: Date) {
    state.withLock { state in
      state.damage = findings
      state.lastCheck = FinishedCheck(at: time, findings: findings.count)
    }
  }

  /// Records damage found by a request. Only the first finding is stored; the log has all of them.
  func met(_ finding: IntegrityProblem) {
    state.withLock { state in
      if !state.damage.contains(where: { $0.kind == .damage }) { state.damage.append(finding) }
    }
  }
}
