import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import StatePages
import TestSupport
import Testing

@testable import TaskApp

final class AssetsTests: WorldTests {
  /// A folder with assets, and with other files.
  private func withFolder<Value>(_ body: (TemporaryFolder) async throws -> Value) async throws -> Value {
    try await TemporaryFolder.with { folder in
      for (name, text) in [
        ("styles/20-b.css", "b {}"),
        ("styles/10-a.css", "/* What a\nis. */\na {\n  /* why */\n  b { content: \"{ ; }\"; }\n}\n"),
        ("styles/.hidden.css", "secret {}"),
        ("styles/notes.txt", "notes"), ("icons/favicon.svg", "<svg/>"), ("speculation-rules.json", "{}"),
        ("icons/touch-icon.png", "png"), ("icons/app.png", "png"), ("icons/maskable.png", "png"),
        ("icons/0.svg", "<svg/>"), ("gallery.css", "i {}"),
        ("icons/sub/inner.svg", "no"), ("icons/folder.svg/inner.svg", "no"), ("secret/sub/secret.svg", "secret"),
      ] { try folder.write(text, to: name) }
      try FileManager.default.createSymbolicLink(
        atPath: folder.path + "/icons/link.svg", withDestinationPath: folder.path + "/secret/sub/secret.svg")
      return try await body(folder)
    }
  }

  @Test func `styles are joined in the order of their names, without comments and needless characters`() async throws {
    try await withFolder { folder in
      let assets = try Assets(folder.path)
      let name = String(assets.addresses.stylesheet.dropFirst("/assets/".count))
      let request = Request(
        head: HTTPRequest(
          method: .get, scheme: "http", authority: "a", path: "/", headerFields: [.acceptEncoding: "gzip"]),
        body: RequestBody(buffer: ByteBuffer()))
      let answer = try #require(assets.files.response(for: name, to: request))
      #expect(answer.headers[.contentType] == "text/css; charset=utf-8")
      #expect(answer.headers[.contentLength] == "\("a{b{content:\"{ ; }\"}}b{}".utf8.count)")
      #expect(answer.headers[.contentEncoding] == nil && answer.headers[.vary] == nil, "it is too small")
      #expect(assets.addresses.touchIcon?.hasSuffix(".png") == true)
    }
  }

  @Test func `a name contains a hash of the bytes`() async throws {
    try await withFolder { folder in
      let before = try Assets(folder.path).addresses
      #expect(try Assets(folder.path).addresses == before)
      try folder.write("c {}", to: "styles/30-c.css")
      let after = try Assets(folder.path).addresses
      #expect(after.stylesheet != before.stylesheet)
      #expect(after.icon == before.icon)
      #expect(before.stylesheet.wholeMatch(of: /\/assets\/fourfold-[0-9a-f]{8}\.css/) != nil)
    }
  }

  @Test func `files are cached forever, by public caches too`() async throws {
    for address in [world.app.assets.addresses.stylesheet, world.app.assets.addresses.icon] {
      let answer = try await world.get(address)
      #expect(answer.status == .ok)
      #expect(answer.headers[.cacheControl] == "public, max-age=31536000, immutable")
      #expect(answer.headers[.contentLength] == "\(answer.body.utf8.count)")
      #expect(!answer.body.isEmpty)
    }
  }

  @Test func `the stylesheet is compressed for clients that accept gzip, at the same address`() async throws {
    let sheet = world.app.assets.addresses.stylesheet
    let plain = try await world.get(sheet)
    let gzip = try await world.get(sheet, [.acceptEncoding: "gzip, deflate, br"])
    #expect(plain.headers[.contentEncoding] == nil && gzip.headers[.contentEncoding] == "gzip")
    let lengths = try [plain, gzip].map { try #require($0.headers[.contentLength].flatMap { Int($0) }) }
    #expect(lengths[0] == plain.body.utf8.count && lengths[1] < lengths[0] / 3)
    #expect(lengths[1] < 14_300)
    for answer in [plain, gzip] {
      #expect(answer.headers[.vary] == "Accept-Encoding")
      #expect(answer.headers[.contentType] == "text/css; charset=utf-8")
      #expect(answer.headers[.cacheControl] == "public, max-age=31536000, immutable")
    }
    let head = try await world.send(.head, sheet, [.acceptEncoding: "gzip"])
    #expect(head.headers == gzip.headers && head.body.isEmpty)

    let icon = try await world.get(#require(world.app.assets.addresses.touchIcon), [.acceptEncoding: "gzip"])
    #expect(icon.headers[.contentEncoding] == nil && icon.headers[.vary] == nil)
  }

  @Test(arguments: [
    "fourfold.css", "favicon.svg", "10-a.css", ".hidden.css", "notes.txt", "inner.svg", "link.svg", "..%2Fsecret.svg",
    "%2e%2e/secret.svg", "../secret.svg", "fourfold-0000000000000000.css", "",
  ])
  func `a name that is not in the manifest is not found`(name: String) async throws {
    #expect(try await World().get("/assets/\(name)").status == .notFound)
  }

  @Test func `only assets are in the manifest: no hidden files, none in subfolders, none through links`() async throws {
    try await withFolder { folder in
      let names = try Assets(folder.path).files.addresses.keys.sorted()
      #expect(
        names == [
          "gallery.css", "icons/0.svg", "icons/app.png", "icons/favicon.svg", "icons/maskable.png",
          "icons/touch-icon.png", "speculation-rules.json", "styles",
        ])
    }
  }

  @Test func `styles name the start and the end of a line, not its left and right`() throws {
    let physical =
      /(?:margin|padding|border|inset)-(?:left|right)|[;{]\s*(?:left|right):|(?:bottom|top)-(?:left|right)|span-(?:left|right)/
    for file in try House.files(in: House.publicFiles, ending: "css") {
      let found = try House.text(of: file, in: House.publicFiles).matches(of: physical).map { String($0.output) }
      #expect(found == [], "\(file)")
    }
  }

  @Test(arguments: ["styles", "icons", "icons/favicon.svg", "icons/0.svg"])
  func `a missing file is reported in one line`(missing: String) async throws {
    try await withFolder { folder in
      try FileManager.default.removeItem(atPath: "\(folder.path)/\(missing)")
      let problem = #expect(throws: ConfigurationProblem.self) { try Assets(folder.path) }
      let line = try #require(problem?.description)
      #expect(!line.contains("\n") && line.contains("\(folder.path)/\(missing)"))
    }
  }

  @Test func `a missing folder, and styles without a stylesheet, are reported as well`() async throws {
    try await withFolder { folder in
      for name in ["10-a.css", "20-b.css"] {
        try FileManager.default.removeItem(atPath: "\(folder.path)/styles/\(name)")
      }
      #expect(throws: ConfigurationProblem.self) { try Assets(folder.path) }
      #expect(throws: ConfigurationProblem.self) { try Assets(folder.path + "/nowhere") }
    }
  }
}
