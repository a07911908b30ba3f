import GRDB
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import StatePages
import StatePagesTesting
import Tasks
import Testing

@testable import TaskApp
@testable import TaskStore

/// Everything that can go wrong when a file is uploaded, read and imported.
final class ImportStateTests: WorldTests {
  private func world(_ change: (inout Quotas) -> Void) async throws -> World {
    let time = HeldTime()
    var stored = TaskStore.Settings.patient
    change(&stored.quotas)
    return try await World(over: TaskStore.inMemory(settings: stored, now: { time.now }), at: time)
  }

  @Test func `without a file or text, and with both, the form says so in place and keeps the text`() async throws {
    let none = try await world.upload(nil)
    #expect(none.status == .unprocessableContent)
    #expect(none.words.contains("Choose a file, or paste your tasks below."))
    #expect(try none.page.form(to: "/import") != nil)
    let both = try await world.upload("- [ ] a", text: "typed & <b>")
    #expect(both.status == .unprocessableContent)
    #expect(both.words.contains("not both"))
    #expect(try both.page.value(of: "text") == "typed & <b>")
    #expect(world.app.imports.uploads.count == 0)
  }

  @Test func `pasted spaces are no text`() async throws {
    let answer = try await world.upload(nil, text: " \r\n\t")
    #expect(answer.status == .unprocessableContent)
    #expect(answer.words.contains("Choose a file, or paste your tasks below."))
  }

  @Test(arguments: [
    ("", "unreadable-empty", "This is empty"), ("<!doctype html><p>x</p>", "unreadable-web-page", "This is a web page"),
    ("{\"a\": 1}", "unreadable-other-json", "of no app that is known here"),
    ("\u{0}\u{1}\u{2}", "unreadable-not-text", "neither text"),
    ("{\"cards\": [", "unreadable-broken", "Damaged or not complete"),
  ])
  func `a file that can't be read is a state of its own, with the next step`(
    content: String, reason: String, words: String
  ) async throws {
    let preview = try await world.preview(content)
    #expect(preview.status == .unprocessableContent)
    #expect(try preview.page.state("preview") == "failed/\(reason)")
    #expect(preview.words.contains(words), "\(preview.words)")
    #expect(try preview.page.region("preview")?.first { $0["href"] == "/import" } != nil)
  }

  @Test func `a file without tasks has nothing to import, and says what it has`() async throws {
    let calendar = "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nSUMMARY:x\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
    let preview = try await world.preview(calendar)
    #expect(preview.status == .ok)
    #expect(preview.words.contains("Nothing to import"))
    #expect(preview.words.contains("1 appointment or journal entry"))
  }

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

  @Test func `an account uploads one file at a time`() async throws {
    let slot = try world.app.imports.uploads.enter(world.account)
    let second = try await world.upload("- [ ] a")
    #expect(second.status == .tooManyRequests && second.headers[.retryAfter] == "30")
    #expect(second.words.contains("Another file of yours"))
    withExtendedLifetime(slot) {}
  }

  @Test func `the number of uploads at a time is limited`() async throws {
    let uploads = world.app.imports.uploads
    var others = try (1...Uploads.limit).map { try uploads.enter(AccountID(1_000 + Int64($0))) }
    let busy = try await world.upload("- [ ] a")
    #expect(busy.status == .tooManyRequests && busy.words.contains("Too many files"))
    #expect(others.count == Uploads.limit)
    others.removeAll()
    #expect(try await world.upload("- [ ] a").status == .seeOther)
  }

  @Test func `an import over a quota names it and what helps, and adds nothing`() async throws {
    let world = try await world { $0.tasks = 2 }
    let preview = try await world.preview(ImportingTests.board)
    let refused = try await world.importing(preview)
    #expect(refused.status == .unprocessableContent)
    #expect(try refused.page.state("import") == "failed/too-many-stored-tasks")
    #expect(refused.words.contains("more than 2 tasks") && refused.words.contains("Empty the trash"))
    #expect(try await world.mine.lists().isEmpty)
    // The preview is there for another choice, and so is another attempt.
    let back = try #require(try refused.page.first { $0["href"]?.hasPrefix("/import/") == true }?["href"])
    #expect(try await world.page(back).state("preview") == "content")
  }

  @Test func `lists over a quota are told as such`() async throws {
    let world = try await world { $0.lists = 1 }
    let refused = try await world.importing(world.preview(ImportingTests.board), typing: ["sections": "lists"])
    #expect(try refused.page.state("import") == "failed/too-many-stored-lists")
    let back = try await world.get(
      #require(try refused.page.first { $0["href"]?.hasPrefix("/import/") == true }?["href"]))
    let result = try await world.importing(back, typing: ["sections": "tags"])
    #expect(try result.page.state("import") == "content", "with tags it fits")
  }

  @Test func `an import that fails leaves nothing half, says so, and can be tried again`() async throws {
    let preview = try await world.preview(ImportingTests.board)
    // Another import of the account is under way.
    try await world.store.write(for: world.account) { write in _ = try write.beginImport() }
    let form = try preview.page.forms.first { $0.action.hasPrefix("/import/") }
    let refused = try await world.follow(world.press(form))
    #expect(refused.status == .serviceUnavailable)
    #expect(refused.words.contains("Nothing was imported"))
    #expect(try await mine.lists().isEmpty)
    try await world.store.write(for: world.account) { write in
      try write.db.execute(sql: "DELETE FROM unfinished_imports")
    }
    let retry = try #require(try refused.page.forms.first { $0.action.hasSuffix("/retry") })
    let result = try await world.follow(world.press(retry))
    #expect(try result.page.state("import") == "content")
    // Pressed once more, it leads to the same result.
    #expect(try await world.submit(retry).state("import") == "content")
  }
}
