package import Foundation
import Synchronization

/// A scheduled backup, and what became of older ones.
package struct ScheduledBackup: Hashable, Sendable {
  package let backup: Backup
  /// The number of expired backups that were deleted.
  package let removed: Int
  /// The names of expired backups that could not be deleted.
  package let remaining: [String]
}

extension TaskStore {
  /// Makes a backup in a folder, named for the time, and deletes the scheduled backups of this database that have expired.
  ///
  /// Only files that were named by this method are deleted, and only after the new backup is complete. The folder is created if
  /// necessary, accessible to its owner only.
  package func backUp(into folder: String, keeping retention: BackupRetention) async throws(BackupProblem)
    -> ScheduledBackup
  {
    do throws(BackupProblem) {
      return try await makeBackup(in: folder, keeping: retention)
    } catch {
      if error != .cancelled { healthRecord.withLock { $0.failed(.backup, at: now()) } }
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
    healthRecord.withLock { $0.backups?.last = name.time }
    let names = scheduledBackups(in: folder)
    let expired = retention.expired(names.map(\.time))
    let remaining = names.filter { expired.contains($0.time) }.map(\.text).filter { unlink("\(folder)/\($0)") != 0 }
    return ScheduledBackup(backup: backup, removed: expired.count - remaining.count, remaining: remaining)
  }

  /// From now on, ``health()`` reports that backups are overdue if none succeeds for two intervals.
  /// - Parameters:
  ///   - interval: the interval between backups.
  ///   - folder: the folder, whose newest backup counts as the last success.
  package func expectBackups(every interval: Duration, in folder: String) {
    let last = scheduledBackups(in: folder).map(\.time).max()
    healthRecord.withLock { $0.backups = BackupExpectation(interval: interval, began: now(), last: last) }
  }

  /// What is known of scheduled backups; nil if none are made.
  package var backups: BackupStatus? {
    healthRecord.withLock { $0.backups }.map { backups in
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

package struct BackupStatus: Hashable, Sendable {
  /// When the last backup was made that succeeded; nil if there was none.
  package let last: Date?
  /// The time since then.
  package let age: Duration?

  package init(last: Date?, age: Duration?) { (self.last, self.age) = (last, age) }
}

/// The interval of scheduled backups, and their last success.
struct BackupExpectation {
  let interval: Duration
  /// When backups began to be expected.
  let began: Date
  var last: Date?

  /// Whether no backup has succeeded for two intervals.
  func isOverdue(at now: Date) -> Bool { now.timeIntervalSince(last ?? began) > 2 * (interval / .seconds(1)) }
}

/// Which scheduled backups are kept: the newest of each of the last hours, days and weeks that have one. The newest of all is
/// always kept.
///
/// Hours, days and weeks without a backup are not counted, so that nothing expires while no backups are made. Days and weeks are
/// those of UTC; weeks begin on Monday.
package struct BackupRetention: Hashable, Sendable {
  package var hours, days, weeks: Int

  /// By default, 24 hours, 7 days and 4 weeks.
  package init(hours: Int = 24, days: Int = 7, weeks: Int = 4) {
    (self.hours, self.days, self.weeks) = (hours, days, weeks)
  }

  /// The backups, of those made at `times`, that are not kept.
  package func expired(_ times: [Date]) -> Set<Date> {
    let newestFirst = times.sorted(by: >)
    var kept = Set(newestFirst.prefix(1))
    let periods: [(count: Int, number: (Int) -> Int)] = [
      (hours, { $0 / 3_600 }), (days, { $0 / 86_400 }),
      // 1 January 1970 was a Thursday.
      (weeks, { ($0 / 86_400 + 3) / 7 }),
    ]
    for period in periods {
      var last: Int?
      var count = 0
      for time in newestFirst {
        let number = period.number(Int(time.timeIntervalSince1970))
        guard number != last else { continue }
        if count == period.count { break }
        kept.insert(time)
        (last, count) = (number, count + 1)
      }
    }
    return Set(times).subtracting(kept)
  }
}

/// The name of a scheduled backup, made of the database's name and the time: `fourfold-20260301T093000Z.sqlite`.
struct BackupName: Hashable, Sendable {
  private static let ending = ".sqlite"

  let text: String
  let time: Date

  /// The name of a backup of the database at `path`.
  init(of path: String, at time: Date) {
    text = Self.beginning(path) + FileTime.text(of: time) + Self.ending
    self.time = time
  }

  /// Nil if `text` is not the name of a scheduled backup of the database at `path`, exactly.
  init?(_ text: String, of path: String) {
    let beginning = Self.beginning(path)
    guard text.hasPrefix(beginning), text.hasSuffix(Self.ending),
      let time = FileTime.time(of: String(text.dropFirst(beginning.count).dropLast(Self.ending.count)))
    else { return nil }
    (self.text, self.time) = (text, time)
  }

  private static func beginning(_ path: String) -> String {
    URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent + "-"
  }
}
