import ArgumentParser
import RemoteLists
import TaskApp

/// The settings of `serve` for remote lists.
struct SourceSettings: Hashable, Sendable {
  /// Whether sources on this machine and in private networks are allowed.
  var allowsPrivate: Bool
  /// The allowed ports besides 80 and 443; nil for any.
  var ports: Set<Int>?
  /// The interval of background refreshes; nil disables them.
  var refreshEvery: Duration?
  /// The age at which a copy is stale and a reader triggers a refresh.
  var staleAfter = RefreshPolicy().staleAfter

  /// The settings from a command's options, with the environment as fallback.
  /// - Throws: `ValidationError` for invalid values.
  init(_ options: SourceOptions, _ reader: SettingsReader) throws {
    allowsPrivate = try reader.isSet("allowPrivateSources", options.allowPrivateSources)
    ports = try Self.ports(reader.text("sourcePorts", options.sourcePorts, default: ""))
    let pause = try reader.number(
      "refreshEvery", options.refreshEvery, default: 60, 0...Self.week, "Minutes between refreshes")
    refreshEvery = pause == 0 ? nil : .seconds(pause * 60)
  }

  private static let week = 7 * 24 * 60

  private static func ports(_ text: String) throws -> Set<Int>? {
    let entries = text.split(separator: ",").map { $0.filter { !$0.isWhitespace } }.filter { !$0.isEmpty }
    if entries == ["any"] { return nil }
    return Set(
      try entries.map { entry in
        guard let port = Int(entry), (1...65_535).contains(port) else {
          throw ValidationError("Ports of remote lists are numbers from 1 to 65535, or any: not \(entry).")
        }
        return port
      })
  }

  /// When remote lists are fetched again.
  var freshness: RefreshPolicy {
    var freshness = RefreshPolicy()
    freshness.staleAfter = staleAfter
    freshness.pauseAfterFailure = min(freshness.pauseAfterFailure, staleAfter)
    freshness.refreshEvery = refreshEvery
    return freshness
  }

  var fetching: FetchSettings {
    var fetching = FetchSettings()
    fetching.allowsPrivate = allowsPrivate
    fetching.ports = ports
    return fetching
  }
}

/// The options of `serve` for remote lists.
struct SourceOptions: ParsableArguments {
  @Flag(
    help:
      "Allow followed lists on this machine and in its network. Anyone with an account can then reach servers there.")
  var allowPrivateSources = false
  @Option(help: "Ports to allow for followed lists besides 80 and 443, separated by commas, or any.")
  var sourcePorts: String?
  @Option(help: "Minutes between refreshes of followed lists that are not being viewed; 0 for never. (default: 60)")
  var refreshEvery: Int?
}
