import Foundation
import Testing

@testable import fourfold

final class CheckWordsTests: CommandTests {
  @Test func `the words are whole, and what is wrong with them is told with file, line and key`() async throws {
    let whole = try RunningCommand(["check-words"], in: world)
    #expect(try await whole.ends() == 0)
    #expect(try whole.said == "Nothing is wrong with the words of en.\n")
    let none = try RunningCommand(["check-words", "--language", "xx"], in: world)
    #expect(try await none.ends() == 1)
    #expect(try none.said.contains("Words/xx.json: there is no such catalogue"))
  }

  @Test func `what is still English is counted, and a catalogue that is broken is refused`() async throws {
    let (words, files) = (world.folder.appending(path: "Words"), FileManager.default)
    try files.createDirectory(at: words, withIntermediateDirectories: true)
    try files.copyItem(atPath: "Templates", toPath: world.folder.appending(path: "Templates").path)
    for file in ["en.json", "de.json"] {
      try files.copyItem(atPath: "Words/\(file)", toPath: words.appending(path: file).path)
    }
    let options = ["check-words", "--language", "de", "--templates", world.folder.appending(path: "Templates").path]
    let whole = try RunningCommand(options, in: world)
    #expect(try await whole.ends() == 0)
    let said = try whole.said.split(separator: "\n")
    #expect(
      said.count == 2 && said[1].contains(#/^\d+ of \d+ messages have the same words as in English: /#), "\(said)")
    let file = words.appending(path: "de.json")
    let json = try String(contentsOf: file, encoding: .utf8)
    try json.replacing("<bdi>{{host}}</bdi>", with: "<bdi>{{host}}").write(to: file, atomically: true, encoding: .utf8)
    let broken = try RunningCommand(options, in: world)
    #expect(try await broken.ends() == 1)
    #expect(
      try broken.said.contains(#/^Broken words: .+\/Words\/de.json:\d+: collections.heading: <bdi> is not closed\n/#))
  }
}
