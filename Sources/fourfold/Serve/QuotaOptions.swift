import ArgumentParser

/// The options of `serve` for quotas.
struct QuotaOptions: ParsableArguments {
  @Option(help: "Megabytes of 1,000,000 bytes that an account may have, its trash and history included. (default: 100)")
  var quotaMegabytes: Int?
  @Option(help: "Tasks that an account may have, those in the trash included. (default: 100000)")
  var quotaTasks: Int?
  @Option(help: "Lists that an account may have, those in the trash included. (default: 1000)")
  var quotaLists: Int?
  @Option(help: "Remote lists that an account may follow. (default: 100)")
  var quotaSources: Int?
  @Option(help: "Forms that an account may send in a minute; 0 for any number. (default: 600)")
  var writesPerMinute: Int?
}
