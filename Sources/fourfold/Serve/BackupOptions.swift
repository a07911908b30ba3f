import ArgumentParser

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
