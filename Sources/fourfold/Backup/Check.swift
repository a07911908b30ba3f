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

      With --repair, what follows from other rows is rebuilt from them, in short transactions. Nothing else is changed. A damaged \
      file is not written at all: restore a backup.

      Examples: fourfold check
                fourfold check --repair --database /var/lib/fourfold/fourfold.sqlite

      Exit codes: 0 if nothing is wrong, or no longer; 1 if something is wrong; 2 if the database could not be checked; 64 for \
      wrong options.
      """)

  /// The number of findings that are printed.
  private static let printed = 100

  @Flag(help: "Rebuild what can be rebuilt, and check again.")
  var repair = false
  @OptionGroup var database: DatabaseOption

  func run(on console: Console) async throws {
    let path = database.path()
    do throws(CommandProblem) {
      guard FileManager.default.fileExists(atPath: path) else {
        throw CommandProblem("There is no database \(path). Give its path with --database.")
      }
      var report = try await check(path, console)
      var rounds = repair ? 2 : 0
      while rounds > 0, !report.findings.isEmpty, try await rebuild(report, path, console) {
        report = try await check(path, console)
        rounds -= 1
      }
      if report.findings.isEmpty { return }
      if !repair, report.findings.contains(where: { $0.derived != nil }) {
        console.say("Rebuild what can be rebuilt with --repair.")
      }
    } catch {
      console.note("Error: \(error)")
      throw ExitCode(2)
    }
    throw ExitCode(1)
  }

  private func check(_ path: String, _ console: Console) async throws(CommandProblem) -> CheckReport {
    let began = ContinuousClock.now
    let report: CheckReport
    do throws(OpenProblem) { report = try await TaskStore.check(path) } catch { throw CommandProblem(opening: error) }
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
    case .contradiction: "\(finding.text)\(finding.derived == nil ? "" : " (can be rebuilt)")"
    }
  }

  /// Rebuilds what can be rebuilt. Returns whether anything was.
  private func rebuild(
    _ report: CheckReport, _ path: String, _ console: Console
  ) async throws(CommandProblem) -> Bool {
    if report.findings.contains(where: { $0.kind == .damage }) {
      console.say("The file is damaged, so nothing was repaired. Restore a backup.")
      return false
    }
    let derived = report.findings.compactMap(\.derived)
    if derived.isEmpty { return false }
    let store: TaskStore
    do throws(OpenProblem) { store = try TaskStore.open(at: path) } catch { throw CommandProblem(opening: error) }
    do throws(StoreError) {
      for item in derived {
        try await store.rebuild(item)
        console.say("Rebuilt \(item.name).")
      }
      try store.close()
    } catch {
      throw CommandProblem(store: error)
    }
    return true
  }
}
