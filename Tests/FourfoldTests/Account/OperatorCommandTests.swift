import ArgumentParser
import Testing

@testable import fourfold

struct OperatorCommandTests {
  @Test func `an account is made an operator and no longer`() async throws {
    let world = try CommandWorld()
    _ = try await world.account("add", "Ana", input: "correct horse\n")
    #expect(try await world.account("operator", "ana", "--on") == ["Ana is an operator now."])
    #expect(try await world.account("operator", "ana", "--on") == ["Ana is an operator already."])
    #expect(try await world.account("list").last?.hasSuffix("-          operator") == true)
    #expect(try await world.account("operator", "ana", "--off") == ["Ana is no operator now."])
    for options in [[], ["--on", "--off"]] {
      let error = #expect(throws: (any Error).self) {
        _ = try Fourfold.parseAsRoot(["account", "operator", "Ana"] + options)
      }
      #expect(error.map { Fourfold.exitCode(for: $0) } == .validationFailure)
    }
  }
}
