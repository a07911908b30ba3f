import ArgumentParser
import Foundation
import TaskStore

/// `fourfold backup`.
struct BackUp: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Copies the database to one file, also while the server is running.",
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

/// `fourfold restore`.
struct Restore: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Replaces the database by a backup. Stop the server first.",
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

/// `fourfold check`.
struct Check: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Checks the whole database, also while the server is running.",
    discussion: """
      It reads the file from end to end and compares everything that is stored twice: indices, references, the counts and sizes of \
      lists, the tags of tasks, and the index of words. Each problem is one line.

      With --repair, what follows from other rows is rebuilt from them. Nothing else is changed. A damaged \
      file is not written at all: restore a backup.

      Examples: fourfold check
                fourfold check --repair --database /var/lib/fourfold/fourfold.sqlite

      Exit codes: 0 if nothing is wrong, or no longer; 1 if something is wrong; 2 if the database could not be checked; 64 for \
      wrong options.
      """)

  private static let printed = 100

  @Flag(help: "Rebuild what can be rebuilt, and check again.")
  var repair = false
  @OptionGroup var database: DatabaseOption

  func run(on console: Console) async throws {
    let path = database.path()
    do {
      guard FileManager.default.fileExists(atPath: path) else {
        throw CommandProblem("There is no database \(path). Give its path with --database.")
      }
      var report = try await check(path, console)
      if repair, try await rebuild(report, path, console) { report = try await check(path, console) }
      if report.findings.isEmpty { return }
      if !repair, report.findings.contains(where: \.isRepairable) {
        console.say("Rebuild what can be rebuilt with --repair.")
      }
    } catch {
      console.note("Error: \(CommandProblem.wording(error))")
      throw ExitCode(2)
    }
    throw ExitCode(1)
  }

  private func check(_ path: String, _ console: Console) async throws -> CheckReport {
    let began = ContinuousClock.now
    let report = try await TaskStore.check(path)
    for finding in report.findings.prefix(Self.printed) { console.say(Self.line(finding)) }
    let more = report.findings.count - Self.printed
    if more > 0 { console.say("… and \(more) more") }
    let seconds = ((ContinuousClock.now - began) / .seconds(1)).formatted(.number.precision(.fractionLength(1)))
    let found =
      switch report.findings.count {
      case 0: "nothing is wrong"
      case 1: "1 problem"
      case let count: "\(count) problems"
      }
    console.say("Checked \(path), \(Megabytes.text(report.bytes)), in \(seconds) s: \(found).")
    return report
  }

  private static func line(_ finding: IntegrityProblem) -> String {
    switch finding.kind {
    case .damage: "damaged: \(finding.text)"
    case .contradiction: "\(finding.text)\(finding.isRepairable ? " (can be rebuilt)" : "")"
    }
  }

  /// Rebuilds what can be rebuilt. Returns whether anything was.
  private func rebuild(
    _ report: CheckReport, _ path: String, _ console: Console
  ) async throws -> Bool {
    if report.findings.contains(where: { $0.kind == .damage }) {
      console.say("The file is damaged, so nothing was repaired. Restore a backup.")
      return false
    }
    guard report.findings.contains(where: \.isRepairable) else { return false }
    let store = try TaskStore.open(at: path)
    try await store.repair()
    console.say("Rebuilt what follows from other rows.")
    try store.close()
    return true
  }
}
