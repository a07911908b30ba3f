import ArgumentParser
import Foundation
import TaskStore

/// `fourfold account list`.
struct ListAccounts: AccountSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists all accounts, with what each contains and when it was last used.",
    discussion: discussion(example: "fourfold account list --database /var/lib/fourfold/fourfold.sqlite"))

  @OptionGroup var file: DatabaseOption

  func run(at desk: AccountCommandContext) async throws {
    try await desk.withStore(at: file.path()) { store throws(CommandProblem) in
      let accounts: [AccountOverview]
      do throws(StoreError) { accounts = try await store.accounts() } catch { throw CommandProblem(store: error) }
      desk.console.say(
        accounts.isEmpty ? "There are no accounts." : AccountTable(accounts, in: .current).lines.joined(separator: "\n")
      )
    }
  }
}
