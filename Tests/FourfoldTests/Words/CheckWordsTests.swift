import Foundation
import Testing

@testable import fourfold

struct CheckWordsTests {
  @Test func `the words are whole, and what is wrong with them is told with file, line and key`() async throws {
    let world = try CommandWorld()
    let whole = try RunningCommand(["check-words"], in: world)
    #expect(try await whole.ends() == 0)
    #expect(try whole.said == "Nothing is wrong with the words of en.\n")
    let none = try RunningCommand(["check-words", "--language", "xx"], in: world)
    #expect(try await none.ends() == 1)
    #expect(try none.said.contains("Words/xx.json: there is no such catalogue"))
  }
}
