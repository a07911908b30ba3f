import ArgumentParser

/// The options of `serve` for remote lists.
struct SourceOptions: ParsableArguments {
  @Flag(help: "Let remote lists be on this machine and in its own network. Whoever has an account can then ask there.")
  var allowPrivateSources = false
  @Option(help: "Ports where remote lists may be, beside 80 and 443: numbers separated by commas, or any.")
  var sourcePorts: String?
  @Option(help: "Minutes after which remote lists are fetched anew though nobody looks; 0 for never. (default: 60)")
  var refreshEvery: Int?
  @Option(help: "Minutes after which a remote list is fetched anew when somebody looks. (default: 15)")
  var staleAfter: Int?
  @Option(help: "The most tasks that are read from a remote list. (default: 1000)")
  var sourceTasks: Int?
  @Option(help: "The largest file that is read as a remote list, in kilobytes of 1,024 bytes. (default: 1024)")
  var sourceKilobytes: Int?
}
