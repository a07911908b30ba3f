import ArgumentParser
import TaskApp
import Tasks

/// `fourfold account add`.
struct AddAccount: DeskCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Makes an account. The first one has the lists that are there already.")

  @Argument(help: "Its name: up to 64 characters of any script, spaces among them.")
  var name: String
  @OptionGroup var file: DatabaseOption

  func run(at desk: AccountDesk) async throws {
    let name = try desk.name(name)
    try await desk.withStore(at: file.path(), making: true) { store throws(CommandProblem) in
      if try await desk.account(named: name, in: store) != nil {
        throw CommandProblem("There is an account of that name.")
      }
      let password = try desk.newPassword(for: name)
      do throws(AccountProblem) {
        try await Accounts(store: store, hasher: desk.hasher).add(name, password: password)
      } catch {
        throw CommandProblem(account: error)
      }
      desk.console.say("Made the account \(name.text).")
    }
  }
}
