import ArgumentParser
import TaskApp

/// The root command.
struct Fourfold: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fourfold",
    abstract: "Task lists in the browser.", version: TaskApp.version,
    subcommands: [
      Serve.self, BackUp.self, Restore.self, Check.self, ImportCommand.self, ExportCommand.self,
      ShowConfig.self, Doctor.self,
      AccountCommand.self,
    ], defaultSubcommand: Serve.self)
}
