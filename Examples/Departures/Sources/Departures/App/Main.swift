import Foundation
import Hummingbird
import StatePages
import StatePagesServing

/// Serves the board on this machine: `departures [port] [--root folder] [--rehearse]`.
@main enum Main {
  static func main() async {
    let arguments = CommandLine.arguments
    let root = arguments.firstIndex(of: "--root").flatMap { arguments.dropFirst($0 + 1).first } ?? "."
    let now: @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970) }
    let clock = EventLoopClock()
    await runOrExit {
      let app = try DeparturesApp(
        root: root, now: now, rehearses: arguments.contains("--rehearse"),
        source: { SimulatedOperator(transport: $0, now: now, clock: clock).askingAgain(clock: clock) },
        news: { SimulatedNews(transport: $0, clock: clock) })
      let address = BindAddress.hostname("127.0.0.1", port: arguments.dropFirst().first.flatMap { Int($0) } ?? 8090)
      try await Application(router: try app.router(), server: .clientBound(), configuration: .init(address: address))
        .runService()
    }
  }
}
