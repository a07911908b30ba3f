import ArgumentParser

/// The options of `serve` for metrics.
struct MetricsOptions: ParsableArguments {
  @Option(help: "The port for GET /metrics, in Prometheus' text format. (default: none)")
  var metricsPort: Int?
  @Option(help: "The address for GET /metrics. (default: 127.0.0.1)")
  var metricsHostname: String?
}

struct MetricsSettings: Hashable, Sendable {
  let hostname: String
  let port: Int

  /// The address from a command's options, with the environment as fallback; nil if there is no port.
  /// - Throws: `ValidationError` for invalid values.
  init?(_ options: MetricsOptions, _ reader: SettingsReader, beside main: Int) throws {
    let port = reader.text("metricsPort", options.metricsPort.map(String.init), default: "")
    hostname = reader.text("metricsHostname", options.metricsHostname, default: "127.0.0.1")
    if port.isEmpty { return nil }
    guard let number = Int(port), (0...65_535).contains(number) else {
      throw ValidationError("There is no port \(port); ports are numbers from 0 to 65535.")
    }
    guard number == 0 || number != main else {
      throw ValidationError("The metrics need a port of their own: \(number) is that of the pages.")
    }
    self.port = number
  }
}
