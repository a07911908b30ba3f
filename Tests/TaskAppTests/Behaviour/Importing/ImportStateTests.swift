import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import StatePages
import StatePagesTesting
import TaskFormats
import Tasks
import Testing

@testable import TaskApp
@testable import TaskStore

/// Everything that can go wrong when a file is uploaded, read and imported.
final class ImportStateTests: WorldTests {
  @Test func `a file of more than 50 MB is refused in place with 413, and the rest is not read`() async throws {
    let type = "multipart/form-data; boundary=x"
    let declared = try await world.send(
      .post, "/import", [.secFetchSite: "same-origin", .contentType: type, .contentLength: "200000000"], body: "--x--")
    let head = "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n"
    let pieces = AsyncStream<ByteBuffer> { continuation in
      continuation.yield(ByteBuffer(string: head))
      let piece = ByteBuffer(repeating: UInt8(ascii: "x"), count: 1 << 20)
      for _ in 0..<60 { continuation.yield(piece) }
      continuation.finish()
    }
    let sent = try await world.send(
      .post, "/import", [.secFetchSite: "same-origin", .contentType: type], body: RequestBody(asyncSequence: pieces))
    for answer in [declared, sent] {
      #expect(answer.status == .contentTooLarge)
      #expect(answer.headers[.connection] == "close")
      #expect(answer.words.contains("larger than 50 MB"))
      #expect(try answer.page.form(to: "/import") != nil)
    }
    #expect(world.app.imports.uploads.count == 0)
    #expect(try await world.upload("- [ ] a").status == .seeOther, "its place is free again")
  }

  @Test func `a full disk is answered in words, in place`() async throws {
    var settings = TaskApp.Settings.test
    settings.uploadFolder = UploadFolder("/tmp", sparing: .max)
    var world = try await World(settings)
    world.logLevel = .critical
    for answer in [try await world.upload("- [ ] a"), try await world.post("/import", ["text": "a"])] {
      #expect(answer.status == .serviceUnavailable)
      #expect(answer.words.contains("The disk of this server is full"))
    }
    let pasted = try await world.upload(nil, text: "Milk & <b>")
    #expect(pasted.status == .serviceUnavailable)
    #expect(pasted.words.contains("so the text can’t be read yet"))
    #expect(try pasted.page.value(of: "text") == "Milk & <b>")
    settings.uploadFolder = UploadFolder("/nowhere")
    var other = try await World(settings)
    other.logLevel = .critical
    #expect(try await other.upload("- [ ] a").words.contains("could not be stored"))
  }

  @Test func `a file whose tasks came meanwhile adds nothing, and says so`() async throws {
    let board = try House.text(of: "Files/board.json", in: Transcript.folder)
    let preview = try await world.preview(board)
    let file = try PortableFile(reading: Array(board.utf8), in: .gmt, inflate: { _, _ in nil })
    _ = try await mine.importLists(file.lists, unnamed: ListName(stored: "x"), submission: .fresh())
    let result = try await world.importing(preview)
    #expect(try result.page.state("import") == "empty/nothing-new")
  }

  @Test func `an account uploads one file at a time`() async throws {
    let slot = try world.app.imports.uploads.slots.enter(world.account)
    let second = try await world.upload("- [ ] a")
    #expect(second.status == .tooManyRequests && second.headers[.retryAfter] == "30")
    #expect(second.words.contains("Another file of yours"))
    withExtendedLifetime(slot) {}
  }

  @Test func `the number of uploads at a time is limited`() async throws {
    let uploads = world.app.imports.uploads
    var others = try (1...uploads.slots.limit).map { try uploads.slots.enter(AccountID(1_000 + Int64($0))) }
    let busy = try await world.upload("- [ ] a")
    #expect(busy.status == .tooManyRequests && busy.words.contains("Too many files"))
    #expect(others.count == uploads.slots.limit)
    others.removeAll()
    #expect(try await world.upload("- [ ] a").status == .seeOther)
  }
}
