import ArgumentParser
import Foundation
import TaskStore
import Tasks

/// `fourfold account remove`.
struct RemoveAccount: AccountSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Permanently deletes an account and the lists that belong to no other account.",
    discussion: discussion(example: "fourfold account remove Ann --export ann.json"))

  @Argument(help: "The name of the account.")
  var name: String
  @Option(help: "First export its lists and tasks to this new file, as JSON.")
  var export: String?
  @Flag(help: "Delete without an export.")
  var withoutExport = false
  @Flag(help: "Do not ask for confirmation.")
  var yes = false
  @OptionGroup var file: DatabaseOption

  func validate() throws {
    guard (export != nil) != withoutExport else {
      throw ValidationError("Give either --export FILE, to keep a copy of the lists, or --without-export.")
    }
  }

  func run(at desk: AccountCommandContext) async throws {
    let name = try desk.name(name)
    try await desk.withStore(at: file.path()) { store in
      let account = try await desk.account(named: name, in: store)
      try confirm(name, account.name, desk)
      if let export {
        let output = try ExportOutput(to: export, desk.console, otherwise: "Nothing was deleted.")
        try await output.write {
          // Ends the sessions first: a signed-in user could otherwise add data that the export misses.
          try await store[account.id].endSessions(except: nil, as: .revoked)
          return try await store[account.id].export(ExportRequest(secrets: .included))
        }
        desk.console.say("Exported the lists of \(account.name) to \(export).")
      }
      let removed = try await store.removeAccount(account.id)
      // If interrupted, the server's `PeriodicService.deletion` resumes it.
      try await store.deleteRemoved()
      desk.console.say(
        "Deleted \(account.name): \(Self.count(removed.lists, "list")), \(Self.count(removed.tasks, "task")).")
    }
  }

  private func confirm(_ name: Username, _ spelling: String, _ desk: AccountCommandContext) throws(CommandProblem) {
    if yes { return }
    guard desk.console.isTerminal else {
      throw CommandProblem(
        "This is not a terminal, so it cannot ask for confirmation. Add --yes to delete the account.")
    }
    let again = try desk.console.answer(to: "To permanently delete \(spelling), type its name again: ")
    guard try desk.name(again) == name else { throw CommandProblem("The name does not match. Nothing was deleted.") }
  }

  private static func count(_ count: Int, _ what: String) -> String { count == 1 ? "1 \(what)" : "\(count) \(what)s" }
}
