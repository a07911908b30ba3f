import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import TestSupport
import Testing

@testable import StatePages

/// The files themselves, their hashes and their manifest are tested by the app's `AssetsTests`.
struct StaticFilesTests {
  private func withFiles<Value>(_ body: (StaticFiles) async throws -> Value) async throws -> Value {
    try await TemporaryFolder.with { folder in
      for (name, text) in [
        ("styles/1.css", "a { }"), ("favicon.svg", "<svg/>"), ("fonts/text.woff2", "font"), ("notes.doc", "no"),
        ("speculation-rules.json", "{}"), ("data.json", "[]"),
      ] { try folder.write(text, to: name) }
      return try await body(try StaticFiles(folder.path, at: "/static", isReloading: false))
    }
  }

  @Test func `files have addresses by their paths, and the type of their ending`() async throws {
    try await withFiles { files in
      #expect(
        files.addresses.keys.sorted()
          == ["data.json", "favicon.svg", "fonts/text.woff2", "speculation-rules.json", "styles"])
      #expect(files.stylesheet.wholeMatch(of: /\/static\/site-[0-9a-f]{8}\.css/) != nil)
      let router = Router()
      router.addStaticFiles(files)
      try await Application(router: router).test(.router) { client in
        for (path, type) in [
          ("styles", "text/css; charset=utf-8"), ("favicon.svg", "image/svg+xml"), ("fonts/text.woff2", "font/woff2"),
          ("speculation-rules.json", "application/speculationrules+json"), ("data.json", "application/json"),
        ] {
          let response = try await client.execute(uri: try files.address(of: path), method: .get)
          #expect(response.status == .ok && response.headers[.contentType] == type, "\(path)")
          #expect(response.headers[.cacheControl] == "public, max-age=31536000, immutable")
        }
      }
    }
  }

  @Test func `below a base path, speculation rules match addresses below it, and others stay the app's`() async throws {
    try await TemporaryFolder.with { folder in
      let rules =
        #"{"prefetch":[{"where":{"and":[{"href_matches":["/","/lists/:id?*"]},{"not":{"href_matches":"/x"}},"#
        + #"{"selector_matches":"a:hover"}]},"eagerness":"conservative"},{"urls":["/a","https://b.example/c"]}]}"#
      try folder.write(rules, to: "speculation-rules.json")
      func text(_ files: StaticFiles) throws -> String {
        let address = try files.address(of: "speculation-rules.json")
        #expect(address.hasPrefix("/assets/speculation-rules-"))
        let name = try #require(address.split(separator: "/").last)
        let response = try #require(files.response(for: String(name), to: OnePageApp.request().request))
        return try String(#require(response.headers[.contentLength]))
      }
      let below = try StaticFiles(folder.path, basePath: BasePath("/below"))
      #expect(try text(StaticFiles(folder.path)) == "\(rules.utf8.count)")
      #expect(try text(below) == "\(rules.utf8.count + 4 * "/below".utf8.count)")
      let completed = try Prefetching.rules(Data(rules.utf8), below: BasePath("/below"))
      let found = String(decoding: completed, as: UTF8.self).matches(of: /"(\/[^"]*)"/).map { String($0.output.1) }
      #expect(found.sorted() == ["/below/", "/below/a", "/below/lists/:id?*", "/below/x"])
    }
  }

  @Test func `a changed stylesheet shows on reload in a debug build; a broken folder keeps the first one`()
    async throws
  {
    try await TemporaryFolder.with { folder in
      try folder.write(#"a :focus , b > c { width: calc(1px + 2px); content: "; > , : " }"#, to: "styles/1.css")
      let sent = #"a :focus,b>c{width:calc(1px + 2px);content:"; > , : "}"#
      let files = try StaticFiles(folder.path, isReloading: true)
      let router = Router().addStaticFiles(files)
      func sheet() async throws -> String {
        try await Application(router: router).test(.router) { client in
          let response = try await client.execute(uri: files.stylesheet, method: .get)
          #expect(response.headers[.cacheControl] == "no-cache")
          return String(buffer: response.body)
        }
      }
      #expect(try await sheet() == sent)
      try folder.write("b { }", to: "styles/2.css")
      #expect(try await sheet() == sent + "b{}")
      try FileManager.default.removeItem(atPath: "\(folder.path)/styles")
      #expect(try await sheet() == sent)
    }
  }

  @Test func `a misspelt file is reported with what is there instead`() async throws {
    try await withFiles { files in
      let problem = #expect(throws: ConfigurationProblem.self) { try files.address(of: "favicon.sgv") }
      #expect(problem?.description.hasSuffix("favicon.sgv: is favicon.svg meant?") == true)
    }
  }
}
