import Foundation
import Tasks
import Testing

struct FormatDocumentationTests {
  private static func text() throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Documentation/formats.md")
    return try String(contentsOf: root.standardizedFileURL, encoding: .utf8)
  }

  @Test func `the documented columns are those of the writer`() throws {
    var writer = TableWriter()
    let header = String(decoding: writer.take(), as: UTF8.self).trimmingCharacters(in: .newlines)
    #expect(try Self.text().contains("```\n\(header)\n```"))
  }

  @Test func `the documented limits are those of imports`() throws {
    let limits = ImportLimits.standard
    let text = try Self.text()
    #expect(text.contains("at most \(limits.fileBytes / 1_000_000) MB"))
    #expect(text.contains("at most \(limits.unpackedBytes / 1_000_000) MB and 2,000 files"))
    #expect((limits.files, limits.tasks) == (2_000, 100_000))
    #expect(text.contains("five levels") && PortableTask.deepest == 4)
    #expect(text.contains("beyond ten") && Limits.tagsPerTask == 10)
    #expect(text.contains("more than \(Limits.titleCharacters) characters"))
  }
}
