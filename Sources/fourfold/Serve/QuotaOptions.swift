import ArgumentParser

/// The options of `serve` for quotas.
struct QuotaOptions: ParsableArguments {
  @Option(
    help: "The maximum size of an account with its trash and history, in megabytes of 1,000,000 bytes. (default: 100)")
  var quotaMegabytes: Int?
  @Option(help: "The maximum number of tasks of an account, including the trash. (default: 100000)")
  var quotaTasks: Int?
  @Option(help: "The maximum number of lists of an account, including the trash. (default: 1000)")
  var quotaLists: Int?
  @Option(help: "The maximum number of followed lists of an account. (default: 100)")
  var quotaSources: Int?
  @Option(help: "The maximum number of forms that an account may send per minute; 0 for no limit. (default: 600)")
  var writesPerMinute: Int?
  @Option(
    help: ArgumentHelp(
      "The percentage of one processor that the requests of an account, or of a network before signing in, get while others use "
        + "the server; 0 for no limit. (default: 10)"))
  var fairShare: Int?
}
