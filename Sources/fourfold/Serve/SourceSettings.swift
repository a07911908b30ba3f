import ArgumentParser
import Configuration
import RemoteLists
import TaskApp

/// How lists from elsewhere are fetched, as `serve` was told.
struct SourceSettings: Hashable, Sendable {
  /// Whether they may be on this machine and in its own network.
  var allowsPrivate: Bool
  /// Where they may be, beside 80 and 443; nil for anywhere.
  var ports: Set<Int>?
  /// How long after a fetch they are fetched again though nobody looks; nil for never.
  var refreshEvery: Duration?
  /// How old a copy may be before looking at it fetches it anew.
  var staleAfter: Duration
  /// The most tasks that are read.
  var tasks: Int
  /// The largest file that is read, in bytes, decoded.
  var bytes: Int

  /// The settings of a command; what it leaves open is looked up in the environment.
  /// - Parameter config: the reader of `FOURFOLD_…`.
  /// - Throws: `ValidationError` for what cannot be.
  init(_ options: SourceOptions, _ config: ConfigReader) throws {
    func number(_ option: Int?, _ key: ConfigKey, default value: Int, _ range: ClosedRange<Int>, _ what: String) throws
      -> Int
    {
      let text = option.map(String.init) ?? config.string(forKey: key, default: String(value))
      guard let number = Int(text), range.contains(number) else {
        throw ValidationError("\(what): a number from \(range.lowerBound) to \(range.upperBound), and not \(text).")
      }
      return number
    }
    allowsPrivate = try ServeSettings.isSet(
      options.allowPrivateSources, config.string(forKey: "allowPrivateSources"), "FOURFOLD_ALLOW_PRIVATE_SOURCES")
    ports = try Self.ports(options.sourcePorts ?? config.string(forKey: "sourcePorts", default: ""))
    let pause = try number(
      options.refreshEvery, "refreshEvery", default: 60, 0...Self.week, "Minutes between refreshes")
    refreshEvery = pause == 0 ? nil : .seconds(pause * 60)
    let age = try number(options.staleAfter, "staleAfter", default: 15, 1...Self.week, "Minutes until a copy is stale")
    staleAfter = .seconds(age * 60)
    tasks = try number(options.sourceTasks, "sourceTasks", default: 1_000, 1...10_000, "Tasks of a remote list")
    let kilobytes = try number(
      options.sourceKilobytes, "sourceKilobytes", default: 1_024, 1...65_536, "Kilobytes of a remote list")
    bytes = kilobytes * 1_024
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

  /// When lists are fetched anew.
  var freshness: RefreshPolicy {
    var freshness = RefreshPolicy()
    freshness.staleAfter = staleAfter
    freshness.pauseAfterFailure = min(freshness.pauseAfterFailure, staleAfter)
    freshness.refreshEvery = refreshEvery
    return freshness
  }

  /// What the fetcher is told.
  var fetching: FetchSettings {
    var fetching = FetchSettings()
    fetching.allowsPrivate = allowsPrivate
    fetching.ports = ports
    fetching.tasks = tasks
    fetching.bytes = bytes
    return fetching
  }
}
