import HTTPTypes
import Hummingbird
import StatePages

/// Prefetching: a browser may request the page of a link while the pointer button is still pressed on it.
///
/// The browser shows a prefetched page without a further request for up to five minutes: for prefetches, Chromium 156 ignores
/// `Cache-Control`, `Vary`, `Age` and a changed cookie. So hovering must not prefetch, since the pointer may rest on a link for
/// minutes. The eagerness `conservative` prefetches on the press, some 100 ms before the click. The selector `:hover` discards the
/// page of a link that was pressed but not followed when the pointer leaves it, because the link no longer matches the rules.
/// (`:active` would be stricter, but cancels the prefetch when the button is released.) One case remains: a link that was pressed
/// with the middle button, and is followed later without moving the pointer. Responses to forms discard prefetched pages, see
/// ``Response/forgettingAhead()``, and so does signing out.
extension SignedInRequest {
  /// Adds the speculation rules to a page, and refuses prefetches of pages that the click must request again.
  ///
  /// A prefetch gets a page only if it would be the same after the click. It gets no failure, no page that reports a recent
  /// change, no rehearsal, no page that is slow enough to show placeholders, and none that has to fetch its source.
  func ahead(_ answer: () async throws -> Response) async throws -> Response {
    let isAhead = isAhead
    if isAhead, has("did") || (app.settings.rehearses && has("rehearse")) { return .refusedAhead }
    var response = try await answer()
    guard response.isPage else { return isAhead ? .refusedAhead : response }
    // The first page of a visit loads without the rules, which are one more request; its links lead to pages that have them.
    if isAhead || Header.site.flatMap({ http.headers[$0] }) == "same-origin" {
      // No other code sets this header.
      let rules = "\"\(app.assets.addresses.rules)\""
      if let name = Header.rules { response.headers.append(HTTPField(name: name, value: rules)) }
    }
    return response
  }
}

extension Response {
  fileprivate static var refusedAhead: Response {
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

  /// The response to a form, after which the browser's prefetched pages are out of date: it discards them.
  func forgettingAhead() -> Response {
    var response = self
    response.set(Header.clearing, "\"prefetchCache\"")
    return response
  }
}

private enum Header {
  static let site = HTTPField.Name("Sec-Fetch-Site")
  static let rules = HTTPField.Name("Speculation-Rules")
  static let clearing = HTTPField.Name("Clear-Site-Data")
}

extension Response {
  fileprivate mutating func set(_ name: HTTPField.Name?, _ value: String) {
    if let name { headers[name] = headers[name] ?? value }
  }
}
