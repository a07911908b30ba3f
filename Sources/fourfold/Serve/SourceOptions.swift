import ArgumentParser

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
  @Option(help: "Minutes after which a followed list is refreshed when it is viewed. (default: 15)")
  var staleAfter: Int?
  @Option(help: "The maximum number of tasks of a followed list. (default: 1000)")
  var sourceTasks: Int?
  @Option(help: "The maximum size of a followed list, in kilobytes of 1,024 bytes. (default: 1024)")
  var sourceKilobytes: Int?
}
