import ArgumentParser
import Foundation

struct DatabaseOption: ParsableArguments {
  static let defaultPath = "data/fourfold.sqlite"

  @Option(help: "The database file. (default: data/fourfold.sqlite)")
  var database: String?

  /// The path from the option, the environment or the default, in this order.
  func path(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> String {
    database ?? environment["FOURFOLD_DATABASE"] ?? Self.defaultPath
  }
}
