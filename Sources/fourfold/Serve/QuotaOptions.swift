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
  @Option(
    help: """
      The maximum number of pages that an account, or a network before signing in, may request per minute, a quarter of them at once; \
      a form counts as two. 0 for no limit. (default: 1200)
      """)
  var requestsPerMinute: Int?
}
