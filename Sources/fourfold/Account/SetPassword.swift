import ArgumentParser
import TaskApp
import Tasks

/// `fourfold account password`.
struct SetPassword: AccountSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "password", abstract: "Sets a new password for an account and signs it out everywhere.",
    discussion: discussion(example: "fourfold account password Ann"))

  @Argument(help: "The name of the account.")
  var name: String
  @OptionGroup var file: DatabaseOption

  func run(at desk: AccountCommandContext) async throws {
    let name = try desk.name(name)
    try await desk.withStore(at: file.path()) { store throws(CommandProblem) in
      let account = try await desk.account(named: name, in: store)
      let password = try desk.newPassword(for: name)
      do throws(AccountProblem) {
        try await Accounts(store: store, hasher: desk.hasher).setPassword(password, of: name)
      } catch {
        throw CommandProblem(account: error)
      }
      desk.console.say("Set a new password for \(account.name) and signed it out everywhere.")
    }
  }
}
