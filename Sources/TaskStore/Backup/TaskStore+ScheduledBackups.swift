public import Foundation

/// A scheduled backup, and what became of older ones.
public struct ScheduledBackup: Hashable, Sendable {
  /// The new backup.
  public let backup: Backup
  /// The number of expired backups that were deleted.
  public let removed: Int
  /// The names of expired backups that could not be deleted.
  public let remaining: [String]
}

extension TaskStore {
  /// Makes a backup in a folder, named for the time, and deletes the scheduled backups of this database that have expired.
  ///
  /// Only files that were named by this method are deleted, and only after the new backup is complete. The folder is created if
  /// necessary, accessible to its owner only.
  public func backUp(into folder: String, keeping retention: BackupRetention) async throws(BackupProblem)
    -> ScheduledBackup
  {
    do throws(BackupProblem) {
      return try await makeBackup(in: folder, keeping: retention)
    } catch {
      if error != .cancelled { healthState.failed(.backup, at: now()) }
      throw error
    }
  }

  private func makeBackup(in folder: String, keeping retention: BackupRetention) async throws(BackupProblem)
    -> ScheduledBackup
  {
    guard let files else { throw .noDatabase("in memory") }
    guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
      throw errno == ENOENT ? .noFolder(folder) : .unwritable(folder, Unavailable(fileError: errno))
    }
    removeUnfinished(in: folder)
    let name = BackupName(of: files.path, at: now())
    let backup = try await backUp(to: "\(folder)/\(name.text)")
    healthState.backedUp(at: name.time)
    let names = scheduledBackups(in: folder)
    let expired = retention.expired(names.map(\.time))
    let remaining = names.filter { expired.contains($0.time) }.map(\.text).filter { unlink("\(folder)/\($0)") != 0 }
    return ScheduledBackup(backup: backup, removed: expired.count - remaining.count, remaining: remaining)
  }

  /// From now on, ``health()`` reports that backups are overdue if none succeeds for two intervals.
  /// - Parameters:
  ///   - interval: the interval between backups.
  ///   - folder: the folder, whose newest backup counts as the last success.
  public func expectBackups(every interval: Duration, in folder: String) {
    healthState.expectBackups(
      BackupExpectation(interval: interval, began: now(), last: scheduledBackups(in: folder).map(\.time).max()))
  }

  /// What is known of scheduled backups; nil if none are made.
  public var backups: BackupStatus? {
    healthState.backups.map { backups in
      BackupStatus(last: backups.last, age: backups.last.map { .seconds(now().timeIntervalSince($0)) })
    }
  }

  private func scheduledBackups(in folder: String) -> [BackupName] {
    guard let files else { return [] }
    return Self.names(in: folder).compactMap { BackupName($0, of: files.path) }
  }

  /// Removes what interrupted backups have left.
  private func removeUnfinished(in folder: String) {
    guard let files else { return }
    for name in Self.names(in: folder) where name.hasSuffix(UnfinishedFile.suffix) {
      let target = String(name.dropLast(UnfinishedFile.suffix.count))
      guard BackupName(target, of: files.path) != nil else { continue }
      // Fails for a backup that another process is writing, which remains.
      do throws(BackupProblem) { try UnfinishedFile(for: "\(folder)/\(target)").abandon() } catch {}
    }
  }

  /// The names in a folder; none if it cannot be read, which writing a backup reports.
  private static func names(in folder: String) -> [String] {
    do { return try FileManager.default.contentsOfDirectory(atPath: folder) } catch { return [] }
  }
}

/// What is known of scheduled backups.
public struct BackupStatus: Hashable, Sendable {
  /// When the last backup was made that succeeded; nil if there was none.
  public let last: Date?
  /// The time since then.
  public let age: Duration?

  package init(last: Date?, age: Duration?) {
    (self.last, self.age) = (last, age)
  }
}

/// The interval of scheduled backups, and their last success.
struct BackupExpectation {
  let interval: Duration
  let began: Date
  var last: Date?

  /// Whether no backup has succeeded for two intervals.
  func isOverdue(at now: Date) -> Bool {
    now.timeIntervalSince(last ?? began) > 2 * (interval / .seconds(1))
  }
}
