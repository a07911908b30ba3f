import Foundation
import NIOCore
import Testing

@testable import StatePages

struct RunOrExitTests {
  private struct Odd: Error, CustomStringConvertible { let description = "the moon is full" }

  @Test func `an app with broken templates ends with the problems and an error status`() async {
    let result = await #expect(processExitsWith: .exitCode(78), observing: [\.standardErrorContent]) {
      await runOrExit { _ = try TestTemplates.catalogue(["notes/content": "{{a}}"]) }
    }
    let said = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }
    #expect(said?.contains("notes/content:1: {{a}} is not declared by its view\n") == true)
  }

  @Test func `every problem of a start is one line for the operator`() {
    let busy = StartProblem.describe(IOError(errnoCode: EADDRINUSE, reason: "bind"))
    #expect(busy.line.hasPrefix("The port is in use") && busy.status == 69)
    let missing = #expect(throws: ConfigurationProblem.self) { try StaticFiles("/nowhere/Public") }
    let told = missing.map { StartProblem.describe($0) }
    #expect(told?.line.contains("/nowhere/Public") == true && told?.status == 78)
    #expect(StartProblem.describe(Odd()) == ("the moon is full", 1))
  }
}
