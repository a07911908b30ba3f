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
    try await desk.withStore(at: file.path()) { store throws(CommandProblem) in
      let account = try await desk.account(named: name, in: store)
      try confirm(name, account.name, desk)
      if let export {
        try await write(account.id, of: store, to: NewFile(at: export))
        desk.console.say("Exported the lists of \(account.name) to \(export).")
      }
      let removed: RemovedAccount
      do throws(StoreError) {
        removed = try await store.removeAccount(account.id)
        // If interrupted, the app's `DeletionService` resumes it.
        try await store.deleteRemoved()
      } catch {
        throw CommandProblem(store: error)
      }
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

  private func write(_ account: AccountID, of store: TaskStore, to file: NewFile) async throws(CommandProblem) {
    do throws(CommandProblem) {
      var pieces = try await exported(account, of: store)
      while let piece = try await next(&pieces) { try file.append(piece) }
    } catch {
      file.abandon()
      throw error
    }
    try file.finish()
  }

  private func exported(
    _ account: AccountID, of store: TaskStore
  ) async throws(CommandProblem) -> ExportPieces {
    do throws(StoreError) {
      // Ends the sessions first: a signed-in user could otherwise add data that the export misses.
      try await store[account].endSessions(except: nil, as: .revoked)
      return try await store[account].export(ExportRequest(secrets: .included))
    } catch {
      throw CommandProblem(store: error)
    }
  }

  private func next(_ pieces: inout ExportPieces) async throws(CommandProblem) -> [UInt8]? {
    do throws(StoreError) { return try await pieces.next() } catch { throw CommandProblem(store: error) }
  }

  private static func count(_ count: Int, _ what: String) -> String { count == 1 ? "1 \(what)" : "\(count) \(what)s" }
}
