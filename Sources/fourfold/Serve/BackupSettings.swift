import ArgumentParser
import Foundation
import TaskStore

struct BackupSettings: Hashable, Sendable {
  let folder: String
  let interval: Duration
  let retention: BackupRetention

  /// The schedule from a command's options, with the environment as fallback; nil if no folder is given.
  /// - Throws: `ValidationError` for invalid values.
  init?(_ options: BackupOptions, _ reader: SettingsReader) throws {
    let folder = reader.text("backupFolder", options.backupFolder, default: "")
    let hours = try reader.number("backupEvery", options.backupEvery, default: 1, 1...8_760, "Hours between backups")
    let keep = reader.text("backupKeep", options.backupKeep, default: "24h,7d,4w")
    guard let retention = BackupRetention(keep) else {
      throw ValidationError("Backups to keep: hours, days and weeks, such as 24h,7d,4w, and not \(keep).")
    }
    guard !folder.isEmpty else {
      if options.backupEvery != nil || options.backupKeep != nil {
        throw ValidationError("Scheduled backups need a folder: add --backup-folder.")
      }
      return nil
    }
    (self.folder, interval, self.retention) = (folder, .seconds(hours * 3_600), retention)
  }
}

extension BackupSettings {
  /// Why no backups can be made in the folder; nil if they can. The first backup makes the folder itself.
  var problem: String? {
    let parent = URL(fileURLWithPath: folder).deletingLastPathComponent().path
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder) {
      if !isFolder.boolValue { return "\(folder) is not a folder" }
      return access(folder, W_OK) == 0 ? nil : "\(folder) can't be written by this user"
    }
    guard FileManager.default.fileExists(atPath: parent, isDirectory: &isFolder), isFolder.boolValue else {
      return "there is no folder \(parent) for \(folder)"
    }
    return access(parent, W_OK) == 0 ? nil : "\(folder) can't be made by this user"
  }
}

extension BackupRetention {
  /// Parses numbers with the letters h, d and w, such as `24h,7d,4w`. What is not named is 0; nil if nothing is kept.
  init?(_ text: String) {
    self.init(hours: 0, days: 0, weeks: 0)
    var letters: Set<Character> = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let letter = part.last, letters.insert(letter).inserted, let count = Int(part.dropLast()),
        (0...10_000).contains(count)
      else { return nil }
      switch letter {
      case "h": hours = count
      case "d": days = count
      case "w": weeks = count
      default: return nil
      }
    }
    if hours + days + weeks == 0 { return nil }
  }
}

/// The options of `serve` for scheduled backups.
struct BackupOptions: ParsableArguments {
  @Option(help: "The folder for scheduled backups, best on another disk. (default: none are made)")
  var backupFolder: String?
  @Option(help: "The hours between two backups. (default: 1)")
  var backupEvery: Int?
  @Option(
    help: """
      How many backups to keep: the newest of each of the last hours, days and weeks. Only backups that the server has made are \
      deleted. (default: 24h,7d,4w)
      """)
  var backupKeep: String?
}
