import Foundation
import HTTPTypes
package import Hummingbird

/// Prefetching of pages by speculation rules: a browser may request the page of a link before it is followed (Speculation Rules,
/// WICG). Browsers without them ignore the header.
///
/// The rules are a static file, `speculation-rules.json`. A browser shows a prefetched page without a further request for some
/// minutes: for prefetches, Chromium 156 ignores `Cache-Control`, `Vary`, `Age` and a changed cookie. So rules should prefetch on the
/// press of a link (`"eagerness": "conservative"`) rather than when the pointer rests on it, and responses to forms should discard what
/// was prefetched, see ``HummingbirdCore/Response/discardingPrefetches()``.
package struct Prefetching: Sendable {
  /// The name of the rules among the static files.
  static let file = "speculation-rules.json"
  static let rulesType = "application/speculationrules+json"
  private let rules: String

  /// Creates the rules from their address, as ``StaticFiles/address(of:)`` gives it.
  package init(rules: String) { self.rules = rules }

  /// The response with the rules, if it is a page.
  ///
  /// A prefetch gets a page only if it would be the same after the click: no failure, and no page that is slow enough to show
  /// placeholders.
  package func added(to response: Response, for request: Request) -> Response {
    var response = response
    let isPrefetch = request.isPrefetch
    guard response.isPage else { return isPrefetch ? .refusedPrefetch : response }
    // The first page of a visit loads without the rules, which are one more request; its links lead to pages that have them.
    if isPrefetch || PageRequest.site.flatMap({ request.headers[$0] }) == "same-origin" {
      // Appended without a search for duplicates, which would cost more: no other code sets this field.
      if let name = Self.header { response.headers.append(HTTPField(name: name, value: "\"\(rules)\"")) }
    }
    return response
  }

  private static let header = HTTPField.Name("Speculation-Rules")
}

extension Response {
  /// The response to a form, after which prefetched pages are out of date: the browser discards them. A response that clears more
  /// keeps its own header.
  package func discardingPrefetches() -> Response {
    var response = self
    response.set(HTTPField.Name("Clear-Site-Data"), "\"prefetchCache\"")
    return response
  }

  /// The response to a prefetch of a page that the click must request again.
  package static var refusedPrefetch: Response {
    Response(status: .serviceUnavailable, headers: [.cacheControl: "no-store"])
  }

  /// Whether the response is a page, or a 304 for a page.
  fileprivate var isPage: Bool {
    switch status {
    case .ok: headers[.contentType]?.hasPrefix("text/html") == true
    case .notModified: true
    case _: false
    }
  }

  fileprivate mutating func set(_ name: HTTPField.Name?, _ value: String) {
    if let name { headers[name] = headers[name] ?? value }
  }
}

extension Prefetching {
  /// Speculation rules with a base path before their addresses, which are the texts that begin with a slash.
  static func rules(_ rules: Data, below basePath: BasePath) -> Data {
    basePath.isRoot
      ? rules : Data(String(decoding: rules, as: UTF8.self).replacing("\"/", with: "\"\(basePath.path)/").utf8)
  }
}
