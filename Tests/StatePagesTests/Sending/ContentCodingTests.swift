import HTTPTypes
import Testing

@testable import StatePages

struct ContentCodingTests {
  @Test(arguments: [
    "gzip", "GZip", "x-gzip", "X-GZIP", "gzip, deflate, br, zstd", "br;q=1.0, gzip;q=0.8, *;q=0.1", "*", "*;q=0.5",
    "gzip;q=0.001", "gzip;Q=1", "gzip ; q=1", "gzip\t;\tq=1.000", " , ,gzip,", "identity;q=0, *",
    "identity;q=0.5, gzip;q=0.5", "identity;q=0.5, *;q=0.7", "deflate;q=0, *;q=0.3", "gzip;q=0.2, *;q=0",
  ])
  func `gzip is used if it is accepted at least as well as identity`(wishes: String) {
    #expect(ContentCoding(acceptedIn: [.acceptEncoding: wishes]) == .gzip)
  }

  @Test(arguments: [
    "", "identity", "deflate, br", "gzip;q=0", "gzip;q=0.0", "gzip;q=0.000, *", "x-gzip;q=0, *;q=1", "*;q=0",
    "identity;q=0", "identity;q=0, gzip;q=0", "*;q=0, identity;q=0", "identity, gzip;q=0.9", "identity;q=0.5, *;q=0.4",
    "gzip;q=0, gzip", "gzip, x-gzip;q=0", "gzip;q", "gzip;q=", "gzip;q=2", "gzip;q=1.001", "gzip;q=-1", "gzip;q=one",
    "gzip;level=9", "gzip;q=1;q=1", "gzip;;q=1", "gzipped", ";q=1", ";;;",
    ",,,",
    "ｇｚｉｐ", "gzip q=1", "\"gzip\"", "gzip;q=1,0;q=x,gzip;q=0",
  ])
  func `gzip is not used if it is not accepted, or the field is malformed`(wishes: String) {
    #expect(ContentCoding(acceptedIn: [.acceptEncoding: wishes]) == .identity)
  }

  @Test func `several fields are combined, and none means identity`() {
    var headers: HTTPFields = [:]
    #expect(ContentCoding(acceptedIn: headers) == .identity)
    headers[values: .acceptEncoding] = ["br", "gzip;q=0.5", "nonsense;q=nonsense"]
    #expect(ContentCoding(acceptedIn: headers) == .gzip)
    headers[values: .acceptEncoding].append("identity;q=0.6")
    #expect(ContentCoding(acceptedIn: headers) == .identity)
  }

  @Test func `a very long field is parsed in linear time`() {
    let wishes = String(repeating: "a;q=0.5,", count: 10_000) + "gzip"
    #expect(ContentCoding(acceptedIn: [.acceptEncoding: wishes]) == .gzip)
  }

  /// Another site must not learn from the length of a page what it contains.
  @Test(arguments: [
    ("cross-site", ContentCoding.identity), ("same-site", .identity), ("same-origin", .gzip), ("none", .gzip),
  ])
  func `a response to another site is not compressed`(site: String, coding: ContentCoding) {
    let headers: HTTPFields = [.acceptEncoding: "gzip", .named("Sec-Fetch-Site"): site]
    #expect(OnePageApp.request(headers).coding == coding)
    #expect(OnePageApp.request([.named("Sec-Fetch-Site"): site]).coding == .identity)
  }
}
