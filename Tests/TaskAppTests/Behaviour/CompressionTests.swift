import HTTPTypes
import StatePages
import StatePagesTesting
import Testing

@testable import TaskApp

final class CompressionTests: WorldTests {
  private static let gzip: HTTPFields = [.acceptEncoding: "gzip, deflate, br, zstd"]

  /// Pages with content, without, with failures, with a notice, and the gate.
  private func answers(_ headers: HTTPFields) async throws -> [(what: String, answer: Answer)] {
    let rich = try await RichWorld(.rehearsing)
    let world = rich.world
    let added = try await world.post("/lists", ["name": "New"])
    var form = headers
    for field in HTTPFields.form { form.append(field) }
    return try await [
      ("overview", world.get("/lists", headers)), ("list", world.get("/lists/\(rich.house)", headers)),
      ("notice", world.get(#require(added.location), headers)), ("no list", world.get("/lists/999", headers)),
      ("no page", world.get("/nowhere", headers)), ("gone", world.get("/lists/\(rich.deleted)", headers)),
      ("gate", world.showing(nil).get("/lists/\(rich.house)", headers)), ("gallery", world.get("/gallery", headers)),
      ("wrong method", world.send(.put, "/lists", form)), ("forged", world.send(.post, "/lists", headers)),
      ("rejected", world.send(.post, "/lists", form, body: "name=")),
    ]
  }

  @Test func `every page is compressed for clients that accept gzip: problems and the gate, too`() async throws {
    let answers = try await answers(Self.gzip)
    #expect(Set(answers.map(\.answer.status.code)).isSuperset(of: [200, 401, 403, 404, 405, 410]))
    for (what, answer) in answers {
      #expect(answer.headers[.contentEncoding] == "gzip", "\(what) \(answer.status)")
      #expect(answer.headers[.vary]?.contains("Accept-Encoding") == true, "\(what)")
    }
  }

  @Test func `no page is compressed for other clients`() async throws {
    for (what, answer) in try await answers([:]) {
      #expect(answer.headers[.contentEncoding] == nil, "\(what)")
      #expect(answer.headers[.contentLength] == String(answer.body.utf8.count), "\(what)")
      #expect(answer.headers[.vary]?.contains("Accept-Encoding") == true, "\(what)")
    }
  }

  @Test func `a page requested by another site is not compressed`() async throws {
    var headers = Self.gzip
    for (site, coding) in [("cross-site", nil), ("same-site", nil), ("none", "gzip"), ("same-origin", "gzip")] {
      headers[.secFetchSite] = site
      #expect(try await world.get("/lists?q=milk", headers).headers[.contentEncoding] == coding, "\(site)")
    }
  }

  @Test func `health, redirects and 304 have nothing to compress`() async throws {
    let tag = try #require(try await world.get("/lists", Self.gzip).headers[.eTag])
    var known = Self.gzip
    known[.ifNoneMatch] = tag
    let unchanged = try await world.get("/lists", known)
    #expect(unchanged.status == .notModified && unchanged.headers[.eTag] == tag && tag.hasSuffix("-gzip\""))
    for answer in try await [unchanged, world.get("/health", Self.gzip), world.get("/", Self.gzip)] {
      #expect(answer.headers[.contentEncoding] == nil, "\(answer.status)")
    }
  }
}

/// One region of a page as a page of its own, by `?only=`.
final class RegionPageTests: WorldTests {
  @Test func `a page and its region are cached apart, and a change reaches both`() async throws {
    let list = try await world.makeList("House")
    let address = "/lists/\(list)"
    for _ in 1...2 {
      let whole = try await world.get(address)
      let region = try await world.get(address + "?only=tasks")
      let tags = try (#require(whole.headers[.eTag]), #require(region.headers[.eTag]))
      #expect(tags.0 != tags.1)
      #expect(try await world.get(address, [.ifNoneMatch: tags.0]).status == .notModified)
      #expect(try await world.get(address + "?only=tasks", [.ifNoneMatch: tags.1]).status == .notModified)
      try await world.add("Paint the fence", to: list)
      #expect(try await world.page(address + "?only=tasks", [.ifNoneMatch: tags.1]).titles().first == "Paint the fence")
    }
  }
}
