import ArgumentParser
import TaskStore
import Tasks

/// `fourfold account enable`.
struct EnableAccount: AccountSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "enable", abstract: "Lets a disabled account sign in again.",
    discussion: discussion(example: "fourfold account enable Ann"))

  @Argument(help: "The name of the account.")
  var name: String
  @OptionGroup var file: DatabaseOption

  func run(at desk: AccountCommandContext) async throws {
    let name = try desk.name(name)
    try await desk.withStore(at: file.path()) { store throws(CommandProblem) in
      let account = try await desk.account(named: name, in: store)
      let entry = AccountEventEntry(.accountEnabled, from: .console)
      let wasDisabled: Bool
      do throws(StoreError) { wasDisabled = try await store.enableAccount(account.id, recording: entry) } catch {
        throw CommandProblem(store: error)
      }
      desk.console.say(
        wasDisabled ? "Enabled \(account.name): it can sign in again." : "\(account.name) is not disabled.")
    }
  }
}
