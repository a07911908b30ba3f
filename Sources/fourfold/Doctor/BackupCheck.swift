import Foundation

/// The check of scheduled backups.
enum BackupCheck {
  /// - Parameters:
  ///   - newest: when the newest backup was made.
  ///   - last: what the running server says of its last backup; nil if it makes none, or none runs. It may be set otherwise than
  ///     this command.
  static func finding(
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
