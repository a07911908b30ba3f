import ArgumentParser

/// `fourfold account`: the operator's commands for accounts.
struct AccountCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "account",
    abstract: "Creates, lists, changes and deletes accounts. Works while the server is running.",
    discussion: """
      Passwords are asked for at the terminal; where there is none, the first line of the standard input is the password. \
      FOURFOLD_DATABASE names the file of the lists as well.

      Example: fourfold account add Ann
      """,
    subcommands: [
      AddAccount.self, ListAccounts.self, SetPassword.self, SignOutAccount.self, DisableAccount.self,
      EnableAccount.self,
      SetQuota.self, SetOperator.self, RemoveAccount.self,
    ])
}
