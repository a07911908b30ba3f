import ArgumentParser
import Testing

@testable import fourfold

struct ShowConfigTests {
  private func entries(
    _ arguments: [String] = [], _ environment: [String: String] = [:]
  ) throws -> [SettingsReader.Entry] {
    let command = try #require(try Fourfold.parseAsRoot(["config"] + arguments) as? ShowConfig)
    return try ServeSettings(
      command.serve, environment
    ).entries
  }

  @Test func `each setting tells its value, and whether an option, a variable or nothing set it`() throws {
    let lines = ShowConfig.table(
      of: try entries(
        ["--hostname", "0.0.0.0", "--plain-http"],
        ["FOURFOLD_HOSTNAME": "::1", "FOURFOLD_LOG_LEVEL": "debug", "FOURFOLD_REHEARSE": "no"]))
    func line(_ option: String) -> [Substring]? {
      lines.map { $0.split(separator: " ") }.first { $0.first.map(String.init) == option }
    }
    #expect(line("--hostname") == ["--hostname", "0.0.0.0", "option"])
    #expect(line("--plain-http") == ["--plain-http", "true", "option"])
    #expect(line("--log-level") == ["--log-level", "debug", "FOURFOLD_LOG_LEVEL"])
    #expect(line("--rehearse") == ["--rehearse", "false", "FOURFOLD_REHEARSE"])
    #expect(line("--port") == ["--port", "8080", "default"])
    #expect(line("--backup-folder") == ["--backup-folder", "(none)", "default"])
  }

  @Test func `every option of serve is listed once, and every variable is in its help`() throws {
    let entries = try entries()
    #expect(Set(entries.map(\.key)).count == entries.count)
    let help = Fourfold.helpMessage(for: Serve.self, columns: 10_000)
    let options = help.matches(of: /\n {2}(--[a-z-]+)/).map { String($0.output.1) }
    #expect(Set(options).subtracting(["--version"]) == Set(entries.map(\.option)))
    for entry in entries { #expect(help.contains(entry.variable), "\(entry.variable)") }
  }

  @Test func `what the server would refuse is refused`() {
    #expect(throws: ValidationError.self) { try entries(["--log-level", "loud"]) }
    #expect(throws: ValidationError.self) { try entries([], ["FOURFOLD_PORT": "many"]) }
  }
}
