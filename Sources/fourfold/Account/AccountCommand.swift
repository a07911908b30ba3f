import ArgumentParser

/// `fourfold account`: the operator's commands for accounts.
struct AccountCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "account", abstract: "Makes, lists, changes and removes accounts, also while the app is served.",
    discussion: """
      Passwords are asked for at the terminal; where there is none, the first line of the standard input is the password. \
      FOURFOLD_DATABASE names the file of the lists as well.
      """,
    subcommands: [AddAccount.self, ListAccounts.self, SetPassword.self, RemoveAccount.self])
}
