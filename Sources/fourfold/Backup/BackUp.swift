import ArgumentParser
import TaskStore

/// `fourfold backup`.
struct BackUp: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Copies the database to one file, also while the server is running.",
    discussion: """
      The copy is a snapshot of one moment. It is checked and on the disk before the file appears under its name. The server and \
      its users wait for nothing.

      Example: fourfold backup /mnt/backups/lists.sqlite

      Exit codes: 0 if the backup was made; 1 if not, then no file is left; 64 for wrong options; 130 or 143 if it was \
      interrupted (129 when the terminal was closed).
      """)

  @Argument(help: "The file to make.")
  var file: String
  @Flag(help: "Replace the file if it exists. The old one remains until the new one is complete.")
  var force = false
  @OptionGroup var database: DatabaseOption

  func run(on console: Console) async throws {
    let (path, file, force) = (database.path(), file, force)
    let progress = ProgressLine(console)
    let backup = try await Interruptible.run { () async throws(BackupProblem) in
      try await TaskStore.backUp(path, to: file, replacing: force) { progress.show($0) }
    } finally: {
      progress.clear()
    }
    console.say("Backed up \(path) to \(backup.path): \(Megabytes.text(backup.bytes)), checked.")
  }
}
