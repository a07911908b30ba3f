import Foundation
import StatePages
import StateViews
import Testing

@testable import TaskApp

struct FileTests {
  @Test func `no file has more than 300 lines`() throws {
    for folder in [House.sources, House.root.appending(path: "Tests")] {
      for file in try House.files(in: folder, ending: "swift") {
        let lines = try House.text(of: file, in: folder).split(separator: "\n", omittingEmptySubsequences: false).count
        #expect(lines <= 300, "\(file) has \(lines) lines")
      }
    }
  }

  @Test func `a screen's code and templates have the same name`() throws {
    let code = try folders(in: House.sources.appending(path: "TaskApp/Screens"))
    let templates = try folders(in: House.templates)
    // The last is the family of the screens of followed lists.
    let shared: Set<String> = ["components", "forms", "layouts", "states", "source"]
    // The layout of every page fills the template in layouts, and the gallery's templates are the library's.
    #expect(
      Set(code.map { $0.replacing(/[a-z](?=[A-Z])/) { "\($0.output)-" }.lowercased() }).subtracting([
        "layout", "gallery",
      ])
        == templates.subtracting(shared))
    for screen in TaskApp.screens { #expect(templates.contains(screen.name.path), "\(screen)") }
  }

  @Test func `every file and folder that ARCHITECTURE.md names exists`() throws {
    let text = try House.text(of: "ARCHITECTURE.md", in: House.root)
    let names = text.matches(of: /`((?:[A-Z][A-Za-z.+-]*|fourfold)\/[A-Za-z.+\/-]*)`/).map { String($0.output.1) }
    #expect(names.count > 50)
    for name in names {
      let places = [House.root, House.sources].map { $0.appending(path: name).path }
      #expect(places.contains { FileManager.default.fileExists(atPath: $0) }, "\(name)")
    }
  }

  private func folders(in folder: URL) throws -> Set<String> {
    let contents = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: [.isDirectoryKey])
    return Set(
      try contents.filter { try $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true }.map(
        \.lastPathComponent))
  }
}
