import Foundation
import HTTPTypes
import Tasks
import Testing

@testable import TaskApp

struct ExportTests {
  @Test func `all that an account has comes as a file, and nothing of anybody else`() async throws {
    let rich = try await RichWorld()
    _ = try await Stranger(in: rich.world)
    let link = try #require(try await rich.world.get("/settings").page.first { $0["download"] != nil })
    let answer = try await rich.world.get(#require(link["href"]))
    #expect(answer.status == .ok)
    #expect(answer.headers[.contentType] == "application/json")
    #expect(answer.headers[.contentDisposition] == "attachment; filename=\"fourfold-2026-11-20.json\"")
    #expect(answer.headers[.cacheControl] == "private, no-store")
    #expect(answer.headers[.contentLength] == String(answer.body.utf8.count))
    let export = try AccountExport(json: Data(answer.body.utf8))
    #expect(export.account == "Ann")
    #expect(export.lists.map(\.name) == ["House", "Garden", "Done", "Empty", "Choir", "Attic"])
    #expect(export.lists.map { $0.deleted != nil } == [false, false, false, false, false, true])
    for words in ["Order tiles", "matt", "Buy sandpaper", "Sort the boxes", "اتصل"] {
      #expect(answer.body.contains(words), "\(words)")
    }
    for words in ["Secret", "Theirs", "Stranger", "scrypt", "sessions"] {
      #expect(!answer.body.contains(words), "\(words)")
    }
  }
}
