import ArgumentParser
import Foundation
import TaskStore

/// `fourfold check`.
struct Check: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Checks the whole database, also while the server is running.",
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
