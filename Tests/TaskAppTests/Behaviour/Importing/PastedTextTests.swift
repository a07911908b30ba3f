import HTTPTypes
import StatePagesTesting
import Testing

@testable import TaskApp
@testable import TaskStore

/// Pasted text: it is called text, not a file, and stays in the form until it is imported.
final class PastedTextTests: WorldTests {
  /// The words of the link back to the form, and its address.
  private func wayBack(_ answer: Answer, _ region: String = "preview") throws -> (words: String, href: String) {
    let link = try answer.page.region(region)?.all("a").first { $0["href"]?.hasPrefix("/import") == true }
    let found = try #require(link)
    return (found.text, try #require(found["href"]))
  }

  private func pasted(_ text: String, in world: World) async throws -> Answer {
    try await world.follow(world.upload(nil, text: text))
  }

  @Test func `the preview of pasted text leads back to the form with the text in it`() async throws {
    let text = "Milk & <b>\r\n  Bread\r\n"
    let preview = try await pasted(text, in: world)
    #expect(try preview.page.state("preview") == "content")
    #expect(!preview.words.contains("file"))
    let back = try wayBack(preview)
    #expect(back.words == "Change the text")
    let form = try await world.get(back.href)
    #expect(form.status == .ok && form.headers[.eTag] == nil)
    #expect(try form.page.value(of: "text") == text)
    #expect(try form.page.element(id: "text")?["autofocus"] != nil)
    // Changed, it is previewed in place of the old one.
    let changed = try await world.follow(world.upload(nil, text: "Tea"))
    #expect(changed.words.contains("1 task · 1 list"))
    #expect(try await world.get(back.href).status == .notFound)
  }

  @Test func `a file is still called a file, and another one can be chosen`() async throws {
    let preview = try await world.preview(ImportingTests.board)
    let back = try wayBack(preview)
    #expect(back.words == "Choose another file" && back.href == "/import")
    let address = try #require(try await world.upload("- [ ] a").location)
    #expect(try await world.get(address + "/text").status == .notFound, "a file has no text to change")
  }

  @Test func `text that can't be read, or has nothing new, is called text`() async throws {
    let unreadable = try await pasted("<!doctype html><p>x</p>", in: world)
    #expect(unreadable.words.contains("This is a web page"))
    #expect(try wayBack(unreadable).words == "Change the text")
    let imported = try await world.importing(pasted("Milk", in: world))
    #expect(try wayBack(imported, "import").words == "Paste other text", "it is there no more")
    #expect(try wayBack(imported, "import").href == "/import")
    let again = try await pasted("Milk", in: world)
    #expect(try again.page.state("preview") == "empty/all-present")
    #expect(again.words.contains("Every task of it"))
    #expect(try wayBack(again).words == "Change the text")
  }

  @Test func `text too long for a page can't be changed there`() async throws {
    let line = "A task with a title\r\n"
    let fits = String(repeating: line, count: Upload.editableText / line.utf8.count)
    #expect(try wayBack(try await pasted(fits, in: world)).words == "Change the text")
    let long = try await pasted(fits + line, in: world)
    let back = try wayBack(long)
    #expect(back.words == "Paste other text" && back.href == "/import")
    let address = try #require(try await world.upload(nil, text: fits + line).location)
    #expect(try await world.get(address + "/text").status == .notFound)
  }

  @Test func `a failed import of text keeps the text, and another account does not see it`() async throws {
    let stranger = try await Stranger(in: world)
    let uploaded = try await world.upload(nil, text: "Secret plan")
    let address = try #require(uploaded.location)
    let other = try await world.showing(stranger.cookie).get(address + "/text")
    #expect(other.status == .notFound && !other.body.contains("Secret"))
    try await world.store.write(for: world.account) { write in _ = try write.beginImport() }
    let refused = try await world.importing(world.get(address))
    #expect(refused.status == .serviceUnavailable)
    #expect(try await world.page(address + "/text").value(of: "text") == "Secret plan")
  }
}
