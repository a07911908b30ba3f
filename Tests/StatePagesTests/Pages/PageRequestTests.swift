import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Testing

@testable import StatePages

struct PageRequestTests {
  /// What happens for each method, purpose and set of fetch metadata, without `Upgrade-Insecure-Requests` and with 0 and 1.
  static let matrix = """
    GET  -         -        waits   waits   streams
    GET  -         document streams streams streams
    GET  -         iframe   waits   waits   waits
    GET  -         empty    waits   waits   waits
    GET  -         mode     waits   waits   waits
    GET  -         site     waits   waits   waits
    GET  prefetch  -        waits   waits   waits
    GET  prefetch  document waits   waits   waits
    GET  prefetch  iframe   waits   waits   waits
    GET  prefetch  empty    waits   waits   waits
    GET  prefetch  mode     waits   waits   waits
    GET  prefetch  site     waits   waits   waits
    GET  prerender -        waits   waits   waits
    GET  prerender document waits   waits   waits
    GET  prerender iframe   waits   waits   waits
    GET  prerender empty    waits   waits   waits
    GET  prerender mode     waits   waits   waits
    GET  prerender site     waits   waits   waits
    GET  old       -        waits   waits   waits
    GET  old       document waits   waits   waits
    GET  old       iframe   waits   waits   waits
    GET  old       empty    waits   waits   waits
    GET  old       mode     waits   waits   waits
    GET  old       site     waits   waits   waits
    HEAD -         -        waits   waits   waits
    HEAD -         document waits   waits   waits
    HEAD -         iframe   waits   waits   waits
    HEAD -         empty    waits   waits   waits
    HEAD -         mode     waits   waits   waits
    HEAD -         site     waits   waits   waits
    HEAD prefetch  -        waits   waits   waits
    HEAD prefetch  document waits   waits   waits
    POST -         -        waits   waits   streams
    POST -         document streams streams streams
    POST -         iframe   waits   waits   waits
    POST -         empty    waits   waits   waits
    POST -         mode     waits   waits   waits
    POST -         site     waits   waits   waits
    POST prefetch  -        waits   waits   waits
    POST prefetch  document waits   waits   waits
    """

  static let purposes: [String: HTTPFields] = [
    "-": [:], "prefetch": [.named("Sec-Purpose"): "prefetch"],
    "prerender": [.named("Sec-Purpose"): "prefetch;prerender"], "old": [.named("Purpose"): "prefetch"],
  ]

  static let metadata: [String: HTTPFields] = [
    "-": [:], "document": [.secFetchDest: "document", .named("Sec-Fetch-Mode"): "navigate"],
    "iframe": [.secFetchDest: "iframe", .named("Sec-Fetch-Mode"): "navigate"], "empty": [.secFetchDest: "empty"],
    "mode": [.named("Sec-Fetch-Mode"): "navigate"], "site": [.named("Sec-Fetch-Site"): "none"],
  ]

  @Test(arguments: matrix.split(separator: "\n").map { $0.split(separator: " ").map(String.init) })
  func `a page is streamed for a browser's navigation only`(row: [String]) throws {
    let method = try #require(HTTPRequest.Method(row[0]))
    let purpose = try #require(Self.purposes[row[1]])
    let metadata = try #require(Self.metadata[row[2]])
    let upgrades: [HTTPFields] = ["0", "1"].map { [.named("Upgrade-Insecure-Requests"): $0] }
    for (upgrade, expected) in zip([[:]] + upgrades, row[3...]) {
      let headers = HTTPFields(Array(purpose) + Array(metadata) + Array(upgrade))
      #expect(OnePageApp.request(method: method, headers).mayStream == (expected == "streams"), "\(headers)")
    }
  }

  @Test func `Vary names every header that decides`() {
    let told = PageRequest.vary.split(separator: ", ").map { $0.lowercased() }
    let names = (Array(Self.purposes.values) + Array(Self.metadata.values)).flatMap { $0.map(\.name.canonicalName) }
    for name in names + ["upgrade-insecure-requests", "sec-fetch-user", "cookie"] {
      #expect(told.contains(name.lowercased()), "\(name)")
    }
  }

  @Test func `a request is answered even if the log has no request ids`() async throws {
    let router = Router()
    router.get("/") { request, context in request.forPage(in: context).id }
    let silent = Logger(label: "silent") { _ in SwiftLogNoOpLogHandler() }
    try await Application(router: router, logger: silent).test(.router) { client in
      try await client.execute(uri: "/", method: .get) { #expect(String(buffer: $0.body) == "unknown") }
    }
  }

  @Test func `a prefetch is recognized for any destination`() {
    for (purpose, headers) in Self.purposes {
      #expect(OnePageApp.request(headers).request.isPrefetch == (purpose != "-"))
    }
    #expect(!OnePageApp.request([.named("Sec-Purpose"): "navigation"]).request.isPrefetch)
  }
}
