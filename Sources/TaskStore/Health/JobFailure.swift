public import Foundation

/// A background job that failed.
public struct JobFailure: Hashable, Sendable {
  /// The job.
  public enum Job: String, CaseIterable, Hashable, Sendable {
    case backup
    case check
  }

  /// The number of failures that are kept.
  public static let kept = 20

  /// The job.
  public let job: Job
  /// When it failed.
  public let at: Date

  package init(_ job: Job, at: Date) {
    (self.job, self.at) = (job, at)
  }
}

/// A check of the whole file that was finished.
public struct FinishedCheck: Hashable, Sendable {
  /// When it ended.
  public let at: Date
  /// The number of problems that it found.
  public let findings: Int

  package init(at: Date, findings: Int) {
    (self.at, self.findings) = (at, findings)
  }
}
