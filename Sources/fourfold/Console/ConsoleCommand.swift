import ArgumentParser

/// A command that reads and prints on a console only.
protocol ConsoleCommand: AsyncParsableCommand {
  func run(on console: Console) async throws
}

extension ConsoleCommand {
  func run() async throws { try await run(on: Console()) }
}
