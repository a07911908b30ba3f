import ArgumentParser
import TaskApp

/// The root command.
struct Fourfold: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fourfold",
    abstract: "Task lists in the browser, every screen in exactly one state.", version: TaskApp.version,
    subcommands: [Serve.self, AccountCommand.self], defaultSubcommand: Serve.self)
}
