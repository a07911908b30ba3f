import ArgumentParser
import Dispatch
import TaskApp

struct Fourfold: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fourfold", abstract: "Task lists in the browser.", version: TaskApp.version,
    subcommands: [
      Serve.self, BackUp.self, Restore.self, Check.self, ImportCommand.self, ExportCommand.self, ShowConfig.self,
      Doctor.self, MailTest.self, MailIn.self, CheckWords.self, AccountCommand.self,
    ], defaultSubcommand: Serve.self)
}

/// The entry point. Opens the standard streams before the concurrency runtime opens descriptors, which would otherwise take the
/// numbers of closed standard streams.
@main enum Main {
  static func main() {
    StandardStreams.open()
    StandardStreams.quietDispatch()
    Task {
      await Fourfold.main()
      Fourfold.exit()
    }
    dispatchMain()
  }
}
