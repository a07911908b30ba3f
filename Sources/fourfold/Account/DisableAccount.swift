import ArgumentParser
import TaskStore
import Tasks

/// `fourfold account disable`.
struct DisableAccount: AccountSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "disable",
    abstract: "Signs an account out everywhere and lets it not sign in again, until it is enabled.",
    discussion: """
      Nothing is deleted. Followed lists of the account are not refreshed meanwhile.

      \(discussion(example: "fourfold account disable Ann"))
      """)

  @Argument(help: "The name of the account.")
  var name: String
  @OptionGroup var file: DatabaseOption

  func run(at desk: AccountCommandContext) async throws {
    let name = try desk.name(name)
    try await desk.withStore(at: file.path()) { store throws(CommandProblem) in
      let account = try await desk.account(named: name, in: store)
      let entry = AccountEventEntry(.accountDisabled, from: .console)
      let ended: Int?
      do throws(StoreError) { ended = try await store.disableAccount(account.id, recording: entry) } catch {
        throw CommandProblem(store: error)
      }
      guard let ended else { return desk.console.say("\(account.name) is disabled already.") }
      desk.console.say(
        "Disabled \(account.name): \(ended == 1 ? "1 session" : "\(ended) sessions") ended. Nothing was deleted.")
    }
  }
}
