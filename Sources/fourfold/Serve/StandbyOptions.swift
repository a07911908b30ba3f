import ArgumentParser

/// The options of `serve` for a standby.
struct StandbyOptions: ParsableArguments {
  @Option(
    help: """
      The folder that a standby follows, on another disk, or shared with another machine. It must exist. (default: there is no \
      standby)
      """)
  var standbyFolder: String?
  @Option(help: "The seconds between two looks for changes to write there. (default: 10)")
  var standbyEvery: Int?
}
