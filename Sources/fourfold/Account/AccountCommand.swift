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
      SetQuota.self, SetOperator.self, RemoveAccount.self, UnknownAccountCommand.self,
    ], defaultSubcommand: UnknownAccountCommand.self)
}

/// Takes what names no command, with all that follows. Without it, the first unknown option would be reported in place of the command.
struct UnknownAccountCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "unknown", shouldDisplay: false)

  @Argument(parsing: .captureForPassthrough) var words: [String] = []

  func run() throws {
    guard let word = words.first else { throw CleanExit.helpRequest(AccountCommand.self) }
    throw ValidationError(
      "There is no command \u{201C}\(word)\u{201D} for accounts. All of them: fourfold account --help")
  }
}
