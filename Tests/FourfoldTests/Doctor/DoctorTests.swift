import Foundation
import Testing

@testable import fourfold

final class DoctorTests: CommandTests {
  @Test func `a line has the level, the subject and the text, and below it what to do, in color only on a terminal`() {
    let finding = Finding.problem("clock", "it is wrong", do: "Set it.")
    #expect(
      finding.lines(isColored: false) == ["problem  clock         it is wrong", "                       Set it."])
    #expect(finding.lines(isColored: true)[0] == "\u{1B}[31mproblem\u{1B}[0m  clock         it is wrong")
    #expect(Finding.ok("disk", "well").lines(isColored: false) == ["ok       disk          well"])
  }

  @Test func `the exit code is that of the worst finding, and a pipe gets plain text`() async throws {
    let command = try RunningCommand(
      ["doctor", "--port", "1", "--url", "http://localhost:1"], input: Pipe(), in: world)
    #expect(try await command.ends() == 2)
    #expect(try command.said.contains("problem  server        none answers at http://127.0.0.1:1"))
    #expect(try !command.said.contains("\u{1B}"))
  }
}
