import ArgumentParser
import TaskStore

/// `fourfold restore`.
struct Restore: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Replaces the database by a backup. Stop the server first.",
    discussion: """
      The backup is checked first: it must be a database of Fourfold, of this version or an older one, and undamaged. The replaced \
      database is kept beside the new one, with the time in its name. Passwords and sessions are those of the backup as well.

      Example: fourfold restore /mnt/backups/lists.sqlite

      Exit codes: 0 if the backup was restored; 1 if not, then the database is as it was; 64 for wrong options; 130 or 143 if it \
      was interrupted (129 when the terminal was closed).
      """)

  @Argument(help: "The backup.")
  var file: String
  @OptionGroup var database: DatabaseOption

  func run(on console: Console) async throws {
    let (path, file) = (database.path(), file)
    let progress = ProgressLine(console)
    let restored = try await Interruptible.run { () async throws(BackupProblem) in
      try await TaskStore.restore(file, to: path) { progress.show($0) }
    } finally: {
      progress.clear()
    }
    console.say("Restored \(path) from \(file): \(Megabytes.text(restored.bytes)).")
    if let replaced = restored.replaced { console.say("The database that was there before is now \(replaced).") }
  }
}
