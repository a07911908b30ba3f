import Foundation
import TaskStore

/// Checks of what the machine provides: its clock, SQLite, and descriptors.
enum MachineChecks {
  /// - Parameters:
  ///   - newest: the time of the newest row, if there is a database.
  ///   - looksRight: whether most of the recent rows are not from the future.
  ///   - server: the time of a server, and which one.
  static func clock(
    now: Date, newest: Date?, looksRight: Bool, servers: [(name: String, date: Date)] = []
  ) -> Finding {
    let subject = "clock"
    let shown = now.formatted(.iso8601)
    let advice = "Set the clock, for example with a time service (NTP): timedatectl set-ntp true"
    if !looksRight || now.timeIntervalSince1970 < 1_735_689_600 {
      return .problem(subject, "it is \(shown), which does not fit what was written last", do: advice)
    }
    if let newest, newest.timeIntervalSince(now) > 300 {
      return .problem(
        subject, "it is \(shown), but the newest row is of \(newest.formatted(.iso8601))", do: advice)
    }
    for server in servers where abs(server.date.timeIntervalSince(now)) > 5 {
      let seconds = Int(abs(server.date.timeIntervalSince(now)).rounded())
      return .warning(subject, "\(server.name) is \(seconds) s away from this clock, which says \(shown)", do: advice)
    }
    return .ok(subject, "it is \(shown)\(newest.map { ", the newest row is of \($0.formatted(.iso8601))" } ?? "")")
  }

  static func sqlite(_ facts: SQLiteFacts) -> Finding {
    let subject = "SQLite"
    let told = facts.options.filter { ["ENABLE_FTS5", "SECURE_DELETE"].contains($0) || $0.hasPrefix("THREADSAFE") }
    let text = "version \(facts.version)\(told.isEmpty ? "" : ", \(told.sorted().joined(separator: " "))")"
    let numbers = facts.version.split(separator: ".").compactMap { Int($0) }
    // Tables are STRICT since 3.37.
    if numbers.lexicographicallyPrecedes([3, 37]) {
      return .problem(subject, text, do: "Install SQLite 3.37 or newer.")
    }
    if !facts.options.contains("ENABLE_FTS5") || facts.options.contains("THREADSAFE=0") {
      return .problem(subject, text, do: "Use an SQLite with full-text search (ENABLE_FTS5) that is safe for threads.")
    }
    return .ok(subject, text)
  }

  /// - Parameters:
  ///   - limit: how many files a process may open at most.
  ///   - connections: how many connections are served at most.
  static func descriptors(limit: Int, connections: Int) -> Finding {
    let subject = "open files"
    let needed = connections + OpenFiles.others
    if limit < needed {
      return .warning(
        subject, "a process of this user may open \(limit), and \(needed) are needed for \(connections) connections",
        do:
          "Raise the hard limit: LimitNOFILE= of the service, or ulimit -Hn. Until then, fewer connections are served.")
    }
    return .ok(subject, "a process of this user may open \(limit)")
  }

  /// - Parameters:
  ///   - newest: when the newest backup was made.
  ///   - last: what the running server says of its last backup; nil if it makes none, or none runs. It may be set otherwise than
  ///     this command.
  static func backups(
    _ settings: BackupSettings?, newest: Date?, now: Date, ofServer last: String? = nil
  ) -> Finding {
    let subject = "backups"
    guard let settings else {
      if let last {
        return .ok(
          subject, last == "none" ? "the running server makes them, none yet" : "the running server's last: \(last)")
      }
      return .warning(
        subject, "no backups are made by schedule", do: "Name a folder on another disk with --backup-folder.")
    }
    if let problem = settings.problem {
      return .problem(subject, problem, do: "Mount or make it, or name another folder with --backup-folder.")
    }
    guard let newest else {
      return .warning(
        subject, "there is none of this database in \(settings.folder)",
        do: "The server makes the first one a minute after its start. Its log tells whether it failed.")
    }
    let age = now.timeIntervalSince(newest)
    let text = "the newest in \(settings.folder) is \(Self.age(age)) old"
    if age > 2 * (settings.interval / .seconds(1)) {
      return .problem(subject, text, do: "See the log of the server for \u{201C}the backup failed\u{201D}.")
    }
    return .ok(subject, text)
  }

  private static func age(_ seconds: TimeInterval) -> String {
    let minutes = Int(max(0, seconds) / 60)
    if minutes < 120 { return "\(minutes) min" }
    return minutes < 2_880 ? "\(minutes / 60) h" : "\(minutes / 1_440) days"
  }
}
