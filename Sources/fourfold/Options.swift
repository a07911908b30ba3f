import ArgumentParser
import Foundation
import TaskApp
import Tasks

struct DatabaseOption: ParsableArguments {
  static let defaultPath = "data/fourfold.sqlite"

  @Option(help: "The database file. (default: data/fourfold.sqlite)")
  var database: String?

  /// The path from the option, the environment or the default, in this order.
  func path(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> String {
    database ?? environment["FOURFOLD_DATABASE"] ?? Self.defaultPath
  }
}

struct TimeZoneOption: ParsableArguments {
  @Option(
    help: "The time zone, such as Europe/Berlin. (default: the account's, else FOURFOLD_TIME_ZONE, else the system's)")
  var timeZone: String?

  func validate() throws {
    if let timeZone, TimeZone(identifier: timeZone) == nil {
      throw ValidationError("There is no time zone \(timeZone).")
    }
  }

  /// The zone of the option, the account, the environment or the system, in this order.
  /// - Throws: `ValidationError` for a variable that names no zone.
  func zone(
    of account: Account, _ environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws -> TimeZone {
    let name =
      try timeZone ?? account.settings.timeZone ?? environment["FOURFOLD_TIME_ZONE"]
      ?? SystemTimeZone.identifier(environment)
    guard let zone = TimeZone(identifier: name) else { throw ValidationError("There is no time zone \(name).") }
    return zone
  }
}

extension Account {
  /// The language of its settings, or that of the server.
  func language(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> String {
    let wanted = settings.language ?? environment["FOURFOLD_LANGUAGE"] ?? "en"
    return Languages([String(wanted.prefix { $0 != "-" })], server: wanted).server
  }
}
