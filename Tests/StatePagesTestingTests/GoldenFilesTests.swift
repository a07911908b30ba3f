import Foundation
import StatePagesTesting
import Testing

struct GoldenFilesTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

  @Test func `a text is compared with what was recorded, by its bytes`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try GoldenFiles(folder, isRecording: true).check("one\ntwo\né", as: "books/content.html")
    let files = GoldenFiles(folder)
    try files.check("one\ntwo\né", as: "books/content.html")
    let mismatches = [("one\ntwo", 3), ("one\nTWO\né", 2), ("one\ntwo\ne\u{301}", 3), ("one\ntwo\né\n", 4), ("", 1)]
    for (text, line) in mismatches {
      let mismatch = #expect(throws: GoldenFiles.Mismatch.self) { try files.check(text, as: "books/content.html") }
      #expect(mismatch?.name == "books/content.html")
      #expect(mismatch?.line == line, "\(text)")
    }
  }

  @Test func `a text without a file is an error, not a match`() {
    #expect(throws: (any Error).self) { try GoldenFiles(folder).check("", as: "none.html") }
  }
}
