package import Foundation
import GRDB
import Synchronization

extension TaskStore {
  /// The store's problems, present or imminent; empty if there are none. A result is reused for ``Settings/healthAge``.
  package func health() async -> [HealthProblem] { await healthProbe.problems { await self.probe() } }

  /// Whether the paths of the database still refer to the open files.
  package func lookAtFiles() async -> FileState { files?.look() ?? .inPlace }

  /// The schema of this version, and of every open database.
  package static let schema = Schema.newest

  /// The number of bytes that can still be written beside the file; nil in memory.
  package var freeBytes: UInt64? { files.flatMap { settings.freeBytes($0.path) } }

  private func probe() async -> [HealthProblem] {
    if isClosed.load(ordering: .acquiring) { return [.unreadable(.closed)] }
    var problems: [HealthProblem] = []
    switch await lookAtFiles() {
    case .inPlace: break
    case .missing: problems.append(.fileMissing)
    case .replaced: problems.append(.fileReplaced)
    }
    if problems.isEmpty, let problem = await readProblem() { problems.append(problem) }
    if problems.isEmpty, let problem = await writeProblem() { problems.append(problem) }
    if let room = roomProblem() { problems.append(room) }
    let record = healthRecord.withLock { $0 }
    if let backups = record.backups, backups.isOverdue(at: now()) { problems.append(.backupOverdue) }
    if record.findings.contains(where: { $0.kind == .damage }) { problems.append(.damaged) }
    if record.findings.contains(where: { $0.kind == .contradiction }) { problems.append(.contradictory) }
    return problems
  }

  private func readProblem() async -> HealthProblem? {
    do throws(StoreError) {
      _ = try await readShortly { db in try Meta.epoch(db) }
      return nil
    } catch .unavailable(let cause, _) {
      return .unreadable(cause)
    } catch {
      return .failed
    }
  }

  /// Probes with a write, unless one succeeded just now.
  private func writeProblem() async -> HealthProblem? {
    if let last = healthRecord.withLock({ $0.lastWrite }), ContinuousClock.now - last < settings.healthAge {
      return nil
    }
    do throws(StoreError) {
      try await write(isProbe: true) { db, now in try Meta.set(db, key: "probed", to: String(now.value)) }
      return nil
    } catch .unavailable(let cause, _) {
      return .unwritable(cause)
    } catch {
      return .failed
    }
  }

  /// The log takes about sixteen megabytes before it is folded into the file. Below twice as much, room is short.
  private static let shortRoom: UInt64 = 32 << 20
  /// The size of the largest form, with its index entries and its history row. A write may succeed with less, because the log is
  /// reused, but the next one fails.
  private static let leastRoom: UInt64 = 1 << 20

  private func roomProblem() -> HealthProblem? {
    guard let files, let bytes = settings.freeBytes(files.path), bytes < Self.shortRoom else { return nil }
    return bytes < Self.leastRoom ? .noRoom : .littleRoom(megabytes: Int(bytes >> 20))
  }
}

/// Limits how often the health of a store is checked, for any number of callers.
actor HealthProbe {
  private let age: Duration
  private var last: (at: ContinuousClock.Instant, problems: [HealthProblem])?
  private var running: _Concurrency.Task<[HealthProblem], Never>?

  /// - Parameter age: the maximum age of a result.
  init(age: Duration) { self.age = age }

  /// The last result if it is recent enough, otherwise the result of `ask`.
  func problems(_ ask: @escaping @Sendable () async -> [HealthProblem]) async -> [HealthProblem] {
    if let running { return await running.value }
    if let last, ContinuousClock.now - last.at < age { return last.problems }
    // Unstructured, so that a caller that is cancelled does not cancel the check for the others.
    let check = _Concurrency.Task { await ask() }
    running = check
    let problems = await check.value
    running = nil
    last = (.now, problems)
    return problems
  }
}

/// A problem of the store, present or imminent, as reported to a monitor.
package enum HealthProblem: Hashable, Sendable {
  case unreadable(Unavailable)
  case unwritable(Unavailable)
  case fileMissing
  case fileReplaced
  /// The disk has less room than one form may need.
  case noRoom
  /// The disk has little room left, in megabytes.
  case littleRoom(megabytes: Int)
  /// No scheduled backup has succeeded for too long.
  case backupOverdue
  case damaged
  case contradictory
  case failed

  /// Whether the store works despite the problem.
  package var isWarning: Bool {
    switch self {
    case .littleRoom, .backupOverdue: true
    case .unreadable, .unwritable, .fileMissing, .fileReplaced, .noRoom, .damaged, .contradictory, .failed: false
    }
  }
}

/// What is known about a store's health between checks.
struct HealthRecord {
  /// The problems of the file: the findings of the last check, and damage found since.
  private(set) var findings: [IntegrityProblem] = []
  /// When a write succeeded last.
  var lastWrite: ContinuousClock.Instant?
  /// What is known of scheduled backups; nil if none are made.
  var backups: BackupExpectation?
  /// The last check of the whole file; nil if there was none.
  private(set) var lastCheck: FinishedCheck?
  /// The newest first.
  private(set) var failedJobs: [JobFailure] = []

  mutating func failed(_ job: JobFailure.Job, at time: Date) {
    failedJobs = [JobFailure(job, at: time)] + failedJobs.prefix(JobFailure.kept - 1)
  }

  mutating func checked(_ findings: [IntegrityProblem], at time: Date) {
    (self.findings, lastCheck) = (findings, FinishedCheck(at: time, findings: findings.count))
  }

  /// Records damage found by a request. Only the first finding is stored; the log has all of them.
  mutating func met(_ finding: IntegrityProblem) {
    if !findings.contains(where: { $0.kind == .damage }) { findings.append(finding) }
  }
}

package struct JobFailure: Hashable, Sendable {
  package enum Job: String, CaseIterable, Hashable, Sendable {
    case backup
    case check
  }

  package static let kept = 20

  package let job: Job
  package let at: Date

  package init(_ job: Job, at: Date) { (self.job, self.at) = (job, at) }
}

package struct FinishedCheck: Hashable, Sendable {
  package let at: Date
  package let findings: Int

  package init(at: Date, findings: Int) { (self.at, self.findings) = (at, findings) }
}
