import ArgumentParser
import Tasks

extension Quotas {
  /// The quotas from a command's options, with the environment as fallback.
  /// - Throws: `ValidationError` for invalid values.
  init(_ options: QuotaOptions, _ reader: SettingsReader) throws {
    self.init()
    let megabytes = try reader.number(
      "quotaMegabytes", options.quotaMegabytes, default: 100, 1...1_000_000, "Megabytes of an account")
    bytes = megabytes * 1_000_000
    tasks = try reader.number("quotaTasks", options.quotaTasks, default: tasks, 1...100_000_000, "Tasks of an account")
    lists = try reader.number("quotaLists", options.quotaLists, default: lists, 1...1_000_000, "Lists of an account")
    sources = try reader.number(
      "quotaSources", options.quotaSources, default: sources, 0...1_000_000, "Remote lists of an account")
  }
}
