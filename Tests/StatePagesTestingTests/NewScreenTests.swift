import Foundation
import StatePages
import StatePagesTesting
import Testing

/// The files that `swift package new-screen` writes.
struct NewScreenTests {
  @Test(arguments: [
    ("Departures", "departures"), ("NextTrains", "next-trains"), ("DeparturesScreen", "departures"), ("A1", "a1"),
  ])
  func `a screen has a folder of its name in kebab case`(name: String, folder: String) throws {
    let files = try ScreenFiles(name: name)
    #expect(files.folder == folder)
    #expect(
      files.texts(target: "App").map(\.path) == [
        "Sources/App/Screens/\(files.name)/\(files.name)Screen.swift", "Templates/\(folder)/content.mustache",
        "Templates/\(folder)/empty/nothing-yet.mustache", "Tests/AppTests/Screens/\(files.name)ScreenTests.swift",
      ])
  }

  @Test(arguments: ["", "departures", "Next Trains", "../X", "Über", "Screen", "A-B", "A.B", "1A"])
  func `a text that is no name of a type is refused`(name: String) {
    #expect(throws: ScreenFiles.InvalidName.self) { try ScreenFiles(name: name) }
  }

  /// `ArrivalsScreen` below is what the plugin writes, compiled.
  @Test func `the code that is written compiles, and its templates render in every state`() throws {
    let texts = try ScreenFiles(name: "Arrivals").texts(target: "StatePagesTestingTests")
    let sample = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "ArrivalsScreen.swift")
    #expect(try String(contentsOf: sample, encoding: .utf8) == texts[0].text)

    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (path, text) in texts {
      let file = folder.appending(path: path)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    let templates = try Templates(
      folder.appending(path: "Templates").path(), screens: [ArrivalsScreen.self], pieces: [], allowsUnused: true)
    #expect(try templates.storyProblems() == [])
  }
}
