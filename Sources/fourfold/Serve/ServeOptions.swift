import ArgumentParser
import Foundation
import RemoteLists
import TaskApp
import TaskStore
import Tasks

extension FetchSettings {
  /// The settings from a command's options, with the environment as fallback.
  /// - Throws: `ValidationError` for invalid values.
  init(_ options: SourceOptions, _ reader: SettingsReader) throws {
    self.init()
    allowsPrivate = try reader.isSet("allowPrivateSources", options.allowPrivateSources)
    ports = try Self.ports(reader.text("sourcePorts", options.sourcePorts, default: ""))
  }

  private static func ports(_ text: String) throws -> Set<Int>? {
    let entries = text.split(separator: ",").map { $0.filter { !$0.isWhitespace } }.filter { !$0.isEmpty }
    if entries == ["any"] { return nil }
    return Set(
      try entries.map { entry in
        guard let port = Int(entry), (1...65_535).contains(port) else {
          throw ValidationError("Ports of remote lists are numbers from 1 to 65535, or any: not \(entry).")
        }
        return port
      })
  }
}

extension RefreshPolicy {
  /// The policy from a command's options, with the environment as fallback.
  /// - Throws: `ValidationError` for invalid values.
  init(_ options: SourceOptions, _ reader: SettingsReader) throws {
    self.init()
    let pause = try reader.number(
      "refreshEvery", options.refreshEvery, default: 60, 0...Self.week, "Minutes between refreshes")
    refreshEvery = pause == 0 ? nil : .seconds(pause * 60)
  }

  private static let week = 7 * 24 * 60
}

/// The options of `serve` for remote lists.
struct SourceOptions: ParsableArguments {
  @Flag(
    help:
      "Allow followed lists on this machine and in its network. Anyone with an account can then reach servers there.")
  var allowPrivateSources = false
  @Option(help: "Ports to allow for followed lists besides 80 and 443, separated by commas, or any.")
  var sourcePorts: String?
  @Option(help: "Minutes between refreshes of followed lists that are not being viewed; 0 for never. (default: 60)")
  var refreshEvery: Int?
}

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

extension Quotas {
  /// The quotas from a command's options, with the environment as fallback.
  /// - Throws: `ValidationError` for invalid values.
  init(_ options: QuotaOptions, _ reader: SettingsReader) throws {
    self = .standard
    let megabytes = try reader.number(
      "quotaMegabytes", options.quotaMegabytes, default: 100, 1...1_000_000, "Megabytes of an account")
    bytes = megabytes * 1_000_000
    tasks = try reader.number("quotaTasks", options.quotaTasks, default: tasks, 1...100_000_000, "Tasks of an account")
  }
}

/// The options of `serve` for quotas.
struct QuotaOptions: ParsableArguments {
  @Option(
    help: "The maximum size of an account with its trash and history, in megabytes of 1,000,000 bytes. (default: 100)")
  var quotaMegabytes: Int?
  @Option(help: "The maximum number of tasks of an account, including the trash. (default: 100000)")
  var quotaTasks: Int?
  @Option(
    help: """
      The maximum number of pages that an account, or a network before signing in, may request per minute, a quarter of them at once; \
      a form counts as two. 0 for no limit. (default: 1200)
      """)
  var requestsPerMinute: Int?
}

/// The options of `serve` for metrics.
struct MetricsOptions: ParsableArguments {
  @Option(help: "The port for GET /metrics, in Prometheus' text format. (default: none)")
  var metricsPort: Int?
  @Option(help: "The address for GET /metrics. (default: 127.0.0.1)")
  var metricsHostname: String?
}

struct MetricsSettings: Hashable, Sendable {
  let hostname: String
  let port: Int

  /// The address from a command's options, with the environment as fallback; nil if there is no port.
  /// - Throws: `ValidationError` for invalid values.
  init?(_ options: MetricsOptions, _ reader: SettingsReader, beside main: Int) throws {
    let port = reader.text("metricsPort", options.metricsPort.map(String.init), default: "")
    hostname = reader.text("metricsHostname", options.metricsHostname, default: "127.0.0.1")
    if port.isEmpty { return nil }
    guard let number = Int(port), (0...65_535).contains(number) else {
      throw ValidationError("There is no port \(port); ports are numbers from 0 to 65535.")
    }
    guard number == 0 || number != main else {
      throw ValidationError("The metrics need a port of their own: \(number) is that of the pages.")
    }
    self.port = number
  }
}
