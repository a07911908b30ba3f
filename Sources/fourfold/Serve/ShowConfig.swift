import ArgumentParser
import Foundation

/// `fourfold config`.
struct ShowConfig: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Prints every setting of the server, with its value and where that comes from.",
    // The derived one would name `serve` as a part of the command.
    usage: "fourfold config [<options of fourfold serve>]",
    discussion: """
      It takes the options of `fourfold serve`, reads the same environment, and reports invalid values like the server. No setting is \
      a secret: passwords are only in the database.

      Example: FOURFOLD_PORT=9000 fourfold config --hostname 0.0.0.0

      Exit codes: 0 if all settings are valid; 64 if one is not.
      """)

  @OptionGroup(visibility: .hidden) var serve: Serve

  func run(on console: Console) async throws {
    let settings = try ServeSettings(serve, ProcessInfo.processInfo.environment)
    for line in Self.table(of: settings.entries) { console.say(line) }
  }

  /// One line a setting: its option, its value, and what set it.
  static func table(of entries: [SettingsReader.Entry]) -> [String] {
    let rows = entries.map { entry in
      let origin =
        switch entry.origin {
        case .option: "option"
        case .variable: entry.variable
        case .none: "default"
        }
      return [entry.option, entry.value.isEmpty ? "(none)" : entry.value, origin]
    }
    return TextTable(rows).lines
  }
}
