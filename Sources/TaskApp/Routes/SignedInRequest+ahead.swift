import HTTPTypes
import Hummingbird
import StatePages

/// Pages before the click: a browser may ask for the page behind a link while the button is still being pressed on it.
///
/// What it got so is shown without asking again, for up to five minutes: Chromium 156 heeds neither `Cache-Control` nor `Vary`,
/// `Age` or a changed cookie there. So a page is never asked for because the pointer merely rests on its link, where it might
/// lie for minutes: `conservative` is the press itself, some 100 ms before the click. And `:hover` takes back what was pressed
/// and not followed, as soon as the pointer leaves the link: a page that no longer matches the rules is thrown away. (`:active`
/// would be stricter still, and cancels what is on its way when the button is let go.) What is left: a link that was pressed
/// with the middle button and then, the pointer not having moved, is followed later. Forms end that for one's own changes, and
/// signing out for everything: see ``Response/forgettingAhead()``.
extension SignedInRequest {
  /// An answer for a browser that asks ahead or may do so from the page that it gets.
  ///
  /// Ahead of a click there are only pages as they would be after it. All else is refused, so that the click asks anew: what
  /// failed, what tells news, what is being rehearsed, what is slow enough to say that it loads, what has to ask its source.
  func ahead(_ answer: () async throws -> Response) async throws -> Response {
    let isAhead = isAhead
    if isAhead, has("did") || (app.settings.rehearses && has("rehearse")) { return .refusedAhead }
    var response = try await answer()
    guard response.isPage else { return isAhead ? .refusedAhead : response }
    // A first page comes with its stylesheet and nothing else; whoever goes on from it goes on again.
    if isAhead || Header.site.flatMap({ http.headers[$0] }) == "same-origin" {
      // Nobody else sets it.
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

  /// Whether it is a page, or tells that a page has not changed.
  fileprivate var isPage: Bool {
    switch status {
    case .ok: headers[.contentType]?.hasPrefix("text/html") == true
    case .notModified: true
    case _: false
    }
  }

  /// The answer to a form, after which nothing that the browser asked for ahead is what there is.
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
