import ArgumentParser
import Configuration

/// The database that a command works on.
struct DatabaseOption: ParsableArguments {
  @Option(help: "The file of the lists. (default: data/fourfold.sqlite)")
  var database: String?

  /// Its path, which the environment tells where no option does.
  func path(_ environment: ConfigReader = ConfigReader(provider: EnvironmentVariablesProvider())) -> String {
    database ?? environment.scoped(to: "fourfold").string(forKey: "database", default: "data/fourfold.sqlite")
  }
}
