import ArgumentParser
import Foundation
import TaskApp
import Tasks

/// `fourfold account add`.
struct AddAccount: AccountSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Creates an account. The first one takes over any existing lists.",
    discussion: discussion(example: "fourfold account add Ann"))

  @Argument(help: "The name of the account: up to 64 characters, in any script, with spaces if you like.")
  var name: String
  @OptionGroup var file: DatabaseOption

  func run(at desk: AccountCommandContext) async throws {
    let name = try desk.name(name)
    let path = file.path()
    let isNew = !FileManager.default.fileExists(atPath: path)
    // First, so that no database is created if the password is invalid.
    let password = try desk.newPassword(for: name)
    try await desk.withStore(at: path, making: true) { store throws(CommandProblem) in
      do throws(AccountProblem) {
        try await Accounts(store: store, hasher: desk.hasher).add(name, password: password)
      } catch {
        throw CommandProblem(account: error)
      }
      // Names a new database, so that the operator notices a mistyped path.
      let place = isNew ? " in the new database \(URL(filePath: path).absoluteURL.path(percentEncoded: false))" : ""
      desk.console.say("Created the account \(name.text)\(place).")
    }
  }
}
