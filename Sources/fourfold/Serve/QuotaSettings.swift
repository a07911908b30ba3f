import ArgumentParser
import Tasks

extension Quotas {
  /// The quotas from a command's options, with the environment as fallback.
  /// - Throws: `ValidationError` for invalid values.
  init(_ options: QuotaOptions, _ reader: SettingsReader) throws {
    self = .standard
    let megabytes = try reader.number(
      "quotaMegabytes", options.quotaMegabytes, default: 100, 1...1_000_000, "Megabytes of an account")
    bytes = megabytes * 1_000_000
    tasks = try reader.number("quotaTasks", options.quotaTasks, default: tasks, 1...100_000_000, "Tasks of an account")
  }
}

/// The options of `serve` for quotas.
struct QuotaOptions: ParsableArguments {
  @Option(
    help: "The maximum size of an account with its trash and history, in megabytes of 1,000,000 bytes. (default: 100)")
  var quotaMegabytes: Int?
  @Option(help: "The maximum number of tasks of an account, including the trash. (default: 100000)")
  var quotaTasks: Int?
  @Option(
    help: """
      The maximum number of pages that an account, or a network before signing in, may request per minute, a quarter of them at once; \
      a form counts as two. 0 for no limit. (default: 1200)
      """)
  var requestsPerMinute: Int?
}
